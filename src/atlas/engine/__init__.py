"""Where stages meet the world, one file for each verb. Every verb is a function of a `World`."""
