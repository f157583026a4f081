"""Problems without graphs, which every solver takes.

`abstraction` puts a variable in place of each statement about a graph.  `reasons` explains, for an answer that gets one
wrong, why it is wrong, as a clause that holds in every answer.  So a solver needs only as much of a graph as it gets
wrong.  `eager` encodes all of it at once, for solvers that cannot be asked twice.
"""
