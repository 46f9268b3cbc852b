"""A query, candidates and now, into ranked recall. Approved only; what is served is explained by its components."""
