"""What a job is given to think about, when it falls due, what it may ask a model and what that may cost."""
