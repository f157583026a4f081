"""The playground: a page, and its service."""
