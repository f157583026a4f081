"""Problems: finite variables and quantifier-free constraints, with a reference semantics without solver."""
