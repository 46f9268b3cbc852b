"""`atlas simulate`: a made-up person's weeks with an assistant, lived through by the real engine, and measured (H9)."""
