"""What terminal pictures are made of: characters for signs and lines, and where they stand."""
