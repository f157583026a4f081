"""The command `web`."""

import contextlib
import functools
import os
import sys
from pathlib import Path

from puzzlelang import resources
from puzzlelang.cli import options, output
from puzzlelang.cli.clicks import click
from puzzlelang.cli.own_folder import OwnFolder
from puzzlelang.cli.streams import raw
from puzzlelang.diagnostics.record import fail

PORT = 8421

MOST_WORKERS = 64


@click.command("web")
@click.option("--host", default="127.0.0.1", show_default=True, metavar="ADDRESS", help="The address to listen on.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=PORT, show_default=True, help="The port; 0 for any free one."
)
@click.option("--public", is_flag=True, help="Let others use it, with tight limits. Needed for other hosts.")
@click.option("--site", multiple=True, metavar="NAME", help="A host name of the service; any with --public.")
@click.option("--workers", type=click.IntRange(1, MOST_WORKERS), metavar="N", help="Questions answered in parallel.")
@click.option("--open", "open_", is_flag=True, help="Open the page in a browser.")
@click.option(
    "--static", "folder", type=options.PathOption("folder"), metavar="FOLDER",
    help="Write the page as files for any web server: it runs wholly in the browser.",
)  # fmt: skip
@click.option(
    "--runtime", type=options.PathOption("folder"), metavar="FOLDER",
    help="The folder of Python for the browser; else npm and pip fetch it.",
)  # fmt: skip
@click.option("--force", is_flag=True, help="With --static: write into a folder with other files.")
def web_(
    host: str,
    port: int,
    public: bool,
    site: tuple[str, ...],
    workers: int | None,
    open_: bool,
    folder: Path | None,
    runtime: Path | None,
    force: bool,
) -> int:
    """Start the playground: a page to play, to set puzzles and to write rules, with all questions of the commands.

    It runs until it is interrupted, for this machine alone unless --public. Its log goes to standard error: a line of
    JSON for each request, without the request's content. --static starts nothing: it writes a folder.
    """
    if folder is not None:
        return _write_static(folder, runtime, force=force)
    if runtime is not None or force:
        raise click.UsageError("--runtime and --force go with --static.")
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


_FOLDER = OwnFolder("web --static", "page.files", r"(?:(?:page|python|kept(?:/[a-z]+)?)/)?[A-Za-z0-9_.-]+")


def _write_static(folder: Path, runtime: Path | None, *, force: bool) -> int:
    try:
        from puzzlelang.cli import browser_python
        from puzzlelang.web import static_site
    except ModuleNotFoundError as error:
        hint = "install it with `pip install 'puzzlelang[web]'`"
        raise fail("E380", f"the package {error.name} is not installed", hint=hint) from None
    _FOLDER.check(folder, force=force)
    genres = [path.stem for path in resources.library_files()]
    warnings: list[str] = []
    compile_ = functools.partial(browser_python.compiled, warn=warnings.append)
    result = static_site.static_site(browser_python.runtime(runtime), genres, output.show_progress, compile_)
    output.show_progress("")
    for warning in warnings:
        print(warning, file=raw(sys.stderr))
    _FOLDER.write(folder, result, force=force)
    print(f"wrote the page to {folder}; any web server can offer this folder")
    return output.FINE
