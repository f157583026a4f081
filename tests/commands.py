"""Runs commands as processes of their own, without starting a Python for each.

One server per test process has the package loaded and has no threads; it forks a child for each command.  Where there
is no fork every command is a new Python.
"""

import atexit
import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, Any

ROOT = Path(__file__).parent.parent
PATIENCE = 600
"""Seconds after which a command hangs: at least ten times what any needs."""


def run(
    *arguments: str,
    text: str = "",
    cwd: Path | None = None,
    first: str = "",
    environment: Mapping[str, str] | None = None,
    stdout: IO[Any] | None = None,
    stderr: IO[Any] | None = None,
) -> subprocess.CompletedProcess[str]:
    """The command line with these arguments, from a folder, with a text on standard input.

    `first`: Python statements that the process of the command executes before.  `environment` replaces that of this
    process.  `stdout` and `stderr` are where those streams go, if not into the result.
    """
    if not hasattr(os, "fork"):
        assert not first
        assert stdout is stderr is None
        return alone(*arguments, text=text, cwd=cwd, environment=environment)
    with contextlib.ExitStack() as stack:
        streams: list[IO[Any]] = [stack.enter_context(tempfile.TemporaryFile()) for _ in range(3)]
        streams[0].write(text.encode())
        streams[0].seek(0)
        order = [list(arguments), str(cwd or Path.cwd()), _environment(environment), first]
        code = _server().run(order, [streams[0], stdout or streams[1], stderr or streams[2]])
        printed = []
        for stream in streams[1:]:
            stream.seek(0)
            printed.append(stream.read().decode().replace("\r\n", "\n"))
    return subprocess.CompletedProcess(_command(arguments), code, *printed)


def alone(
    *arguments: str, text: str = "", cwd: Path | None = None, environment: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """The same in a Python of its own, where what a command loads matters."""
    return subprocess.run(
        _command(arguments), input=text, capture_output=True, text=True, cwd=cwd, env=_environment(environment),
        timeout=PATIENCE, check=False,
    )  # fmt: skip


def _command(arguments: Sequence[str]) -> list[str]:
    return [sys.executable, "-m", "puzzlelang", *arguments]


def _environment(given: Mapping[str, str] | None = None) -> dict[str, str]:
    return {**(os.environ if given is None else given), "PYTHONPATH": str(ROOT)}


class Server:
    """The server from outside."""

    def __init__(self) -> None:
        import socket

        self.socket, other = socket.socketpair()
        self.socket.settimeout(PATIENCE)
        command = [sys.executable, "-c", "from tests.commands import serve; serve()", str(other.fileno())]
        self.process = subprocess.Popen(command, pass_fds=[other.fileno()], env=_environment(), cwd=ROOT)
        other.close()
        atexit.register(self.close)

    def run(self, order: list[Any], streams: list[IO[Any]]) -> int:
        """The exit code of a command, in the order of what `_run` takes; negative for a signal."""
        import socket

        body = json.dumps(order).encode()
        socket.send_fds(self.socket, [len(body).to_bytes(8, "big")], [stream.fileno() for stream in streams])
        self.socket.sendall(body)
        return int(self.socket.recv(16).decode())

    def close(self) -> None:
        """End the server."""
        self.socket.close()
        self.process.wait()


_servers: dict[int, Server] = {}


def _server() -> Server:
    """The server of this process."""
    if os.getpid() not in _servers:
        _servers[os.getpid()] = Server()
    return _servers[os.getpid()]


def serve() -> None:
    """Fork a child for each command, until the other end closes."""
    import socket

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for whoever runs the tests
    _load()
    with socket.socket(fileno=int(sys.argv[1])) as connection:
        while True:
            head, streams, _, _ = socket.recv_fds(connection, 8, 3)
            if len(head) < 8:
                return
            body = b""
            while len(body) < int.from_bytes(head, "big"):
                body += connection.recv(1 << 16)
            child = os.fork()
            if child == 0:
                _run(*json.loads(body), streams)
            for stream in streams:
                os.close(stream)
            code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
            connection.sendall(str(code).encode())


def _load() -> None:
    """Load what commands load, so that their children need not."""
    import puzzlelang
    from puzzlelang.cli import main

    for name in ("solve", "check", "answers", "hints", "making", "export", "author", "convert", "library"):
        __import__(f"puzzlelang.cli.{name}")
    assert main.COMMANDS
    result = puzzlelang.solve("tents", ROOT / "examples" / "tents" / "tents-15x15.txt")
    assert result.unique


def _run(arguments: list[str], folder: str, environment: dict[str, str], first: str, streams: list[int]) -> None:
    """The command in a child, which ends here."""
    code = 70
    try:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        os.chdir(folder)
        os.environ.clear()
        os.environ.update(environment)
        for number, stream in enumerate(streams):
            os.dup2(stream, number)
            os.close(stream)
        for number, name in enumerate(("stdin", "stdout", "stderr")):
            mode = "r" if number == 0 else "w"
            setattr(sys, name, open(number, mode, encoding="utf-8", closefd=False))  # noqa: SIM115
        sys.argv = ["puzzlelang", *arguments]
        exec(first, {})
        from puzzlelang.__main__ import main

        main()
        code = 0
    except SystemExit as left:
        code = left.code if isinstance(left.code, int) else 1 if left.code else 0
    except BaseException:
        import traceback

        traceback.print_exc()
    finally:
        with contextlib.suppress(BaseException):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code)
