"""Starting a worker: by forking where that is safe, else as a Python of its own.

A fork has what it needs already and costs two milliseconds.  It is safe in a process of a single thread; macOS has
libraries that do not survive it, and Windows has none.
"""

import os
import sys
import threading

from puzzlelang.workers.process import Process, Service


def can_fork() -> bool:
    """Whether forking is safe here and now."""
    return hasattr(os, "fork") and sys.platform != "darwin" and threading.active_count() == 1


def start(service: Service) -> Process:
    """A worker."""
    if can_fork():
        from puzzlelang.workers.fork import Fork

        return Fork(service)
    from puzzlelang.workers.spawn import Spawn

    return Spawn(service)
