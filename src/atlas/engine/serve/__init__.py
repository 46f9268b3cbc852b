"""What is given back: recall, context, answers, a hook's glance, the past as it stood, requests of a model."""
