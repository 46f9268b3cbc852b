"""The rule-based thinker (J14): facts from ordinary talk, with verbatim evidence and without a model."""
