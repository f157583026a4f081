"""Game IDs of Simon Tatham's collection.

`game` is what stands around the pieces, `parameters` what stands before the colon, `save` the saved files; the other
modules are the pieces.
"""
