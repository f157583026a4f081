"""Worker processes: start, messages, end; they know nothing of boards."""
