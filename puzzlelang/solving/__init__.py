"""Engines, and searches with them: answers, backbones, minimal cores."""
