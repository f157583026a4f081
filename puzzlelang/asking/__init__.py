"""One board, many questions: what can be asked of it, the stream of replies, and the process that gives them."""
