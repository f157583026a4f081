"""Translation of graph statements to formulas without graphs, which every solver accepts.

`abstraction` replaces each graph statement by a variable.  If an answer gives such a variable the wrong value,
`reasons` explains it by a clause that holds in every answer.  So a solver gets only the clauses about graphs that its
answers violate.  `eager` encodes all graphs at once, for solvers that are called only once.
"""
