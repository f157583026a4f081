"""A puzzle and its rules as finite variables and quantifier-free constraints, and what they mean without a solver."""
