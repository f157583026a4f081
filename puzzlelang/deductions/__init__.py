"""Deductions: consequences of a problem's constraints, recognised by form, never by genre."""
