"""The handbook of rule files: a page for each genre, and one on which all are found."""
