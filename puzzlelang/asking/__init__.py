"""Questions across processes: the worker that answers them, and its clients."""
