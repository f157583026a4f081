"""Reads and writes puzz.link and pzpr URLs: `url` and `frame` are the frame, the other modules the pieces."""
