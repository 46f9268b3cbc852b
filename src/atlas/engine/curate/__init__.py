"""What is proposed, judged and decided: proposals, review, explicit feedback, provenance, conflicts, undo."""
