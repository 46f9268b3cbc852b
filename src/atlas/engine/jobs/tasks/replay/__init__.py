"""Replay of past questions: does what was learned help (H7)?"""
