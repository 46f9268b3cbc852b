"""What a job is given to think about, when it falls due, what it may ask a model and what that may cost.

Its face: `schedule` (which jobs are owed), `pins` (what a job is about), `job_inputs` (what it reads), `driver` (runs
a tier), `model_calls` (asks a model), `budget` (what that may cost), `review_schedule` (which memories are due),
`served_texts` (what contexts told).
"""
