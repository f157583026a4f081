"""The supervisor of a program: a process that ends it, with its descendants, when its client is gone.

    python -I -S supervisor.py LIFELINE REPORT PROGRAM ARGUMENTS...

LIFELINE is the number of an inherited pipe from which nothing is ever read: when its other end closes, for whatever
reason (a SIGKILL closes it as well), all that descends from the supervisor is killed.  To the pipe REPORT goes why the
program cannot be started; it is closed without a word when it runs.  The supervisor ends as the program did: with its
exit code, or by its signal.

On Linux a process whose parent ends becomes a child of the supervisor (a subreaper), so neither process groups nor
sessions of their own hide anybody.  Elsewhere an orphan in a group of its own is not found.  Nobody can end what has
taken the rights of another user, or what a service of the system started for the program.  A supervisor that is itself
killed takes only the program along.

A script that imports little, since it starts before every program.
"""

import contextlib
import os
import select
import signal
import sys
import time
from collections.abc import Iterator, Sequence

LINUX = sys.platform.startswith("linux")

END_SECONDS = 2.0
"""Seconds that supervisors have to end what they look after; they need some milliseconds."""

KILL_SECONDS = 10.0
"""Seconds after which those are let be who cannot be killed."""

_PR_SET_PDEATHSIG, _PR_SET_CHILD_SUBREAPER = 1, 36


def die_with(parent: int) -> None:
    """Have Linux kill this process when its parent, `parent`, is gone; nothing happens elsewhere.

    For a new process to call first.  The system takes the end of the thread that started it for the parent's end.
    """
    if LINUX:
        _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(1)


def _prctl(option: int, value: int) -> None:
    import ctypes

    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def descendants(process: int) -> list[int]:
    """List the running descendants of a process; none on Windows."""
    if LINUX and _is_childless(process):
        return []
    children: dict[int, list[int]] = {}
    for child, parent in running_processes():
        children.setdefault(parent, []).append(child)
    result = list(children.get(process, ()))
    for one in result:
        result += children.get(one, ())
    return result


def _is_childless(process: int) -> bool:
    """Return whether Linux lists no children of a process.

    That is known without a look at all processes, which takes milliseconds.  Lists that are not empty may be incomplete
    (proc_pid_task_children(5)), and some kernels have none.
    """
    try:
        for task in os.listdir(f"/proc/{process}/task"):
            with open(f"/proc/{process}/task/{task}/children", encoding="ascii") as children:
                if children.read():
                    return False
    except OSError:
        return False
    return True


def running_processes() -> Iterator[tuple[int, int]]:
    """List running processes, each with its parent."""
    return _processes_of_proc() if LINUX else _processes_of_ps()


def _processes_of_proc() -> Iterator[tuple[int, int]]:
    """Read processes from `/proc`."""
    for name in os.listdir("/proc"):
        if name.isdecimal():
            with contextlib.suppress(OSError), open(f"/proc/{name}/stat", encoding="utf-8", errors="replace") as stat:
                # The name of the program, in parentheses, may hold anything: the last one ends it.
                state, parent = stat.read().rpartition(")")[2].split()[:2]
                if state not in "ZX":
                    yield int(name), int(parent)


def _processes_of_ps() -> Iterator[tuple[int, int]]:
    """Read processes from `ps`."""
    import subprocess

    with contextlib.suppress(OSError, ValueError, subprocess.SubprocessError):
        command = ["ps", "-A", "-o", "pid=,ppid=,stat="]
        listing = subprocess.run(command, capture_output=True, text=True, timeout=5, check=True).stdout
        for process, parent, state in map(str.split, listing.splitlines()):
            if not state.startswith("Z"):
                yield int(process), int(parent)


def kill(process: int) -> None:
    """Kill a process if it exists and is ours."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(process, signal.SIGTERM if os.name == "nt" else signal.SIGKILL)


def end(process: int) -> None:
    """Kill a process of this package that was not reaped, and wait until its descendants are gone.

    It is left to be waited for.  Its programs are ended by their supervisors, who see it go.
    """
    left = descendants(process)
    kill(process)
    until = time.monotonic() + END_SECONDS
    while left and time.monotonic() < until:
        time.sleep(0.005)
        there = {one for one, _ in running_processes()}
        left = [one for one in left if one in there]
    for one in left:
        kill(one)


# ---------------------------------------------------------------------------------------------- the script


def main(arguments: Sequence[str]) -> None:
    """Start the program, wait for it or for the lifeline to close, end what is left, and end as the program did."""
    lifeline, report = map(int, arguments[:2])
    for pipe in (lifeline, report):
        os.set_inheritable(pipe, False)
    # Neither Ctrl-C nor a signal to the group of whoever started us is for us: the lifeline says when it is time.
    with contextlib.suppress(OSError):
        os.setsid()
    if LINUX:
        _prctl(_PR_SET_CHILD_SUBREAPER, 1)
    woken, waking = os.pipe()
    os.set_blocking(waking, False)
    signal.set_wakeup_fd(waking, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    program = _start(report, arguments[2:])
    # The program's input and output are its own: that it closes them must show.
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nothing, number)
    status = _wait_for(program, lifeline, woken)
    _end_all(program)
    _leave(status)


def _start(report: int, words: Sequence[str]) -> int:
    """Start the program in a process group of its own; report a failure and exit."""
    us = os.getpid()
    program = os.fork()
    if program == 0:
        try:
            os.setpgid(0, 0)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            signal.signal(signal.SIGPIPE, signal.SIG_DFL)
            die_with(us)
            os.execv(words[0], list(words))
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            os.write(report, reason.encode("utf-8", "replace"))
        finally:
            os._exit(127)
    os.close(report)
    return program


def _wait_for(program: int, lifeline: int, woken: int) -> int | None:
    """Wait for the program's status; None if the lifeline closed before.  Orphans are reaped as well."""
    while True:
        ready, _, _ = select.select([lifeline, woken], [], [])
        if lifeline in ready:
            return None
        os.read(woken, 1 << 10)
        with contextlib.suppress(ChildProcessError):
            while (ended := os.waitpid(-1, os.WNOHANG))[0] != 0:
                if ended[0] == program:
                    return ended[1]


def _end_all(program: int) -> None:
    """Kill descendants until none is left: those of killed processes come to this one."""
    if not LINUX:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(program, signal.SIGKILL)
    until = time.monotonic() + KILL_SECONDS
    with contextlib.suppress(ChildProcessError):
        while time.monotonic() < until:
            for process in descendants(os.getpid()):
                kill(process)
            if os.waitpid(-1, os.WNOHANG) == (0, 0):
                select.select([], [], [], 0.002)


def _leave(status: int | None) -> None:
    if status is None:
        os._exit(1)
    if os.WIFSIGNALED(status):
        import resource

        number = os.WTERMSIG(status)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        with contextlib.suppress(OSError, ValueError):
            signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
    os._exit(os.waitstatus_to_exitcode(status))


if __name__ == "__main__":
    main(sys.argv[1:])
