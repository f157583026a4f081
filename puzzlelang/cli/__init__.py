"""The commands: only they print, and read standard input."""
