"""Deductions: consequences of a problem's constraints, found by their shape; no genre is known here."""
