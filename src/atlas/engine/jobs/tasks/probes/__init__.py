"""Sycophancy probes: does the assistant hold to what is true, with memory and without it (H2)?"""
