"""puzz.link and pzpr URLs: `url` is what stands around the pieces, the other modules the pieces."""
