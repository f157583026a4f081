"""Placements: components of few possible shapes, with a variable for each place that one can take."""
