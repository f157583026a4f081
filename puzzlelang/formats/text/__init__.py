"""Board text: what a person types, read by `read` and written by `write`.

A text is header lines (`stars: 2`), one main block without a name and blocks under `[name]`.  `split` finds these
parts, `layout` says what the declarations of a ruleset put where, `cells` and `picture` turn a block into tokens at
lattice places, `draft`, `keyed` and `drawing` give the tokens their meaning.
"""
