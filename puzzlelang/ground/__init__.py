"""A puzzle and its rules as finite variables and ground constraints, and what they mean."""
