"""What the pieces of an outside format could make of a text, for people who write a `read` statement."""
