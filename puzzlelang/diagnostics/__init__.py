"""One diagnostic record, how it is shown, and a page for each code."""
