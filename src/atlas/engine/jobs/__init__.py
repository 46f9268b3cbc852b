"""Jobs from claim to commit: the runner, how a job ends, what people ask of jobs, and what thinking cost.

Its face: `runner` (does what is owed), `registry` and `task_spec` (every task and its record), `job_control` (what
people ask of jobs), `run_cycle` (consolidates now), `costs` (what thinking cost), `evolution_figures` (the counters of
evolution), `owed_work` (the words of owed thoughts), `unread` (what waits for the small reader),
`examinations` (replays, exams and probes by hand). A task is a folder in
`tasks/`, which nobody imports but the registry.
"""
