"""Sessions, which answer questions about a grounded board, and the messages between processes about it."""
