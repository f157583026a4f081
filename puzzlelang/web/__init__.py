"""The playground: a page, and the service behind it."""
