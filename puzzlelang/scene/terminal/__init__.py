"""Parts of terminal pictures: characters for signs and lines, and their positions."""
