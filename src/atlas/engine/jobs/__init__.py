"""Jobs from claim to commit: the runner, how a job ends, what people ask of jobs, and what thinking cost."""
