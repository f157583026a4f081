"""Starting a worker: by forking where that is safe, else as a Python of its own.

A fork has rules and puzzle already and costs two milliseconds.  It is safe in a process of a single thread; macOS has
libraries that do not survive it, and Windows has none.
"""

import os
import sys
import threading

from puzzlelang.asking.process import Process
from puzzlelang.asking.wire import Subject


def can_fork() -> bool:
    """Whether forking is safe here and now."""
    return hasattr(os, "fork") and sys.platform != "darwin" and threading.active_count() == 1


def start(subject: Subject) -> Process:
    """A worker for a board."""
    if can_fork():
        from puzzlelang.asking.forking import Fork

        return Fork(subject)
    from puzzlelang.asking.spawning import Spawn

    return Spawn(subject)
