"""Steps of a human solution: one inference after another, each with its reason."""
