"""Worker processes: how they start, what they are sent, and how they end; nothing here knows of boards."""
