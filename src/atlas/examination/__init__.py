"""Examination: questions asked again, and probes; replies are graded, and nothing is generated (H2, H5, H7, C10)."""
