"""What time proposes: what fades, what is used, what is said twice. Producers of proposals; curation judges them."""
