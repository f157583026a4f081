"""Starts a worker: by a fork where that is safe, else as a new Python.

A fork has all modules loaded and costs two milliseconds.  It is safe in a process with one thread; macOS has libraries
that do not survive it, and Windows has no fork.
"""

import os
import sys
import threading

from puzzlelang.workers.process import Process, Service


def can_fork() -> bool:
    """Return whether a fork is safe here and now."""
    return hasattr(os, "fork") and sys.platform != "darwin" and threading.active_count() == 1


def start(service: Service) -> Process:
    """Start a new worker."""
    if can_fork():
        from puzzlelang.workers.fork import Fork

        return Fork(service)
    from puzzlelang.workers.spawn import Spawn

    return Spawn(service)
