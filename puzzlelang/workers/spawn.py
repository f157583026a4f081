"""Workers by spawn: new Pythons, where a fork is not safe."""

import contextlib
import os
import queue
import socket
import subprocess
import sys
import threading

from puzzlelang.workers.process import PIECE_BYTES, Exit, Service, pipe_ends, reap, write

JOIN_SECONDS = 1.0
"""Seconds for the thread to reach the end of what a killed process wrote."""


class Spawn:
    """A worker that is a new Python; a thread reads its output, as some systems cannot wait for pipes.

    They can wait for sockets: the thread sends a byte for each piece.
    """

    def __init__(self, service: Service) -> None:
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(place for place in sys.path if place)}
        living = None if os.name == "nt" else os.pipe()
        python = f"from puzzlelang.workers.inside import main; main({service.home!r})"
        command = [sys.executable, "-P", "-c", python, str(-1 if living is None else living[0])]
        kept = () if living is None else (living[0],)
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            env=environment, pass_fds=kept, process_group=None if os.name == "nt" else 0,
        )  # fmt: skip
        self.life = None
        if living is not None:
            os.close(living[0])
            self.life = living[1]
            pipe_ends.add(living[1])
        self.pieces: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self.signal, self.signalling = socket.socketpair()
        self.listener = threading.Thread(target=self._listen, daemon=True)
        self.listener.start()
        with contextlib.suppress(OSError):
            self.send(service.first())

    def _listen(self) -> None:
        assert self.process.stdout is not None
        piece = b"."
        while piece:
            piece = os.read(self.process.stdout.fileno(), PIECE_BYTES)
            self.pieces.put(piece)
            with contextlib.suppress(OSError):  # nobody waits any more
                self.signalling.send(b".")

    def fileno(self) -> int:
        """Return the descriptor that `select` waits for."""
        return self.signal.fileno()

    def send(self, body: bytes) -> None:
        """Write bytes to the worker.  Raises `OSError` if it has ended."""
        assert self.process.stdin is not None
        write(self.process.stdin.fileno(), body)

    def receive(self, seconds: float) -> bytes | None:
        """Read output of the worker; None if there is none for that many seconds, empty if it has ended."""
        try:
            piece = self.pieces.get(timeout=seconds)
        except queue.Empty:
            return None
        self.signal.recv(1)
        return piece

    def end(self) -> Exit:
        """Kill the worker with everything that it started, and return how it ended."""
        if self.life is not None:
            pipe_ends.discard(self.life)
            os.close(self.life)
            self.life = None
        if os.name == "nt":
            self.process.kill()
            self.process.wait()
            ended = Exit(None, None)
        else:
            ended = reap(self.process.pid)
            self.process.returncode = -(ended.signal or 0)
        self.signal.close()
        self.listener.join(JOIN_SECONDS)  # it comes to the end of what the process wrote, and reads no more
        self.signalling.close()
        for stream in (self.process.stdin, None if self.listener.is_alive() else self.process.stdout):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()
        return ended
