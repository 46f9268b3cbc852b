"""Commands around thinking: reflect, work, jobs, triggers, costs, and what was noticed."""
