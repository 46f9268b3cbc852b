"""What is given back: recall, context, answers, a hook's glance, the past as it stood, requests of a model.

Its face: `recall`, `context`, `answer`, `glance` (a hook's context), `model_requests` (what a model may ask),
`examined_reply` (what a question that is graded is answered from), `redaction` and `redaction_reading` (a memory
without what is withheld), `mentions` (where a text says a fact's value).
"""
