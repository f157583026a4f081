"""The command line's way in: everything that escapes becomes an exit code."""

import sys

INTERRUPTED = 130


def main() -> None:
    """Run the command line and exit: 0 fine, 1 no answer or broken, 2 usage, 3 wrong rules or board, 4 limit reached,
    5 an error of puzzlelang itself, 130 interrupted.
    """  # noqa: D205
    try:
        from puzzlelang.cli.main import run

        sys.exit(run(sys.argv[1:]))
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        sys.exit(INTERRUPTED)


if __name__ == "__main__":
    main()
