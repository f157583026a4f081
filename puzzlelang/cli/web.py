"""`web`."""

import contextlib
import functools
import os
import sys

from puzzlelang.cli import output
from puzzlelang.cli.clicks import click
from puzzlelang.diagnostics.record import fail

PORT = 8421

MOST_WORKERS = 64


@click.command("web")
@click.option("--host", default="127.0.0.1", show_default=True, metavar="ADDRESS", help="Where to listen.")
@click.option("--port", type=click.IntRange(0, 65535), default=PORT, show_default=True, help="0 for any that is free.")
@click.option("--public", is_flag=True, help="Others may use it: limits are tight. Needed for other hosts.")
@click.option("--site", multiple=True, metavar="NAME", help="A name under which it is reached; any with --public.")
@click.option("--workers", type=click.IntRange(1, MOST_WORKERS), metavar="N", help="Questions answered at once.")
@click.option("--open", "open_", is_flag=True, help="Open the page in a browser.")
def web_(host: str, port: int, public: bool, site: tuple[str, ...], workers: int | None, open_: bool) -> int:
    """Start the playground: a page to write rules, draw boards, and ask all that the commands answer.

    It runs until it is interrupted, on this machine alone unless --public. Its log goes to standard error, a line of
    JSON for each request, without what was asked.
    """
    try:
        from puzzlelang.web import guard, limits, serve
    except ModuleNotFoundError as error:
        hint = "install it with `pip install 'puzzlelang[web]'`"
        raise fail("E380", f"the package {error.name} is not installed", hint=hint) from None
    if not public and not serve.is_loopback(host):
        raise click.UsageError(f"'{host}' can be reached by others: add --public, which tightens the limits.")
    bounds = limits.PUBLIC_BOUNDS if public else limits.LOCAL_BOUNDS
    names = site if public else (*guard.LOOPBACK, host, *site)
    with serve.listening_socket(host, port) as listener:
        place = serve.address(host, listener)
        output.print_now(f"puzzlelang is at {place} until you press Ctrl-C")
        if open_:
            import webbrowser

            webbrowser.open(place)
        log = functools.partial(print, file=sys.stderr, flush=True)
        with contextlib.suppress(KeyboardInterrupt):  # that is how it ends
            serve.server(workers or max(2, os.cpu_count() or 2), bounds, names, log).run(sockets=[listener])
    return output.FINE
