"""The entry point of the command line: every exception that escapes a command becomes an exit code."""

import gc
import sys

INTERRUPTED = 130

COLLECT_AFTER = 70_000
"""New objects until the next look for cycles in memory: what modules are made of stays, and looking through it again
and again took 7 ms of 90 for loading them."""


def load_msgspec() -> None:
    """Load msgspec without `typing_extensions`, which it uses if it is there: loading that takes 3 to 4 ms.

    What it takes from there is in `typing` as well, since Python 3.11.
    """
    name = "typing_extensions"
    if name in sys.modules:
        return
    sys.modules[name] = None  # type: ignore[assignment]  # an import fails where it finds this
    try:
        import msgspec  # noqa: F401
    finally:
        del sys.modules[name]


def main() -> None:
    """Run the command line and exit: 0 fine, 1 no answer or broken, 2 usage, 3 wrong rules or board (or a file or
    stream that cannot be used), 4 limit reached, 5 an error of puzzlelang itself, 130 interrupted, 141 nobody reads
    what is printed.
    """  # noqa: D205
    gc.set_threshold(COLLECT_AFTER)
    load_msgspec()
    from puzzlelang.cli import streams

    try:
        streams.prepare()
        from puzzlelang.cli.main import run

        code = run(sys.argv[1:])
        sys.stdout.flush()
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        code = INTERRUPTED
    except streams.Unwritable as error:
        from puzzlelang.cli import output

        code = output.unwritable(error)
    gc.freeze()  # else the end of the process searches all objects for cycles, which took 20 ms of 130
    sys.exit(code)


if __name__ == "__main__":
    main()
