"""The commands: the only input and output."""
