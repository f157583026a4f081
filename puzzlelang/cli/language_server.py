"""The command `language-server`."""

from puzzlelang.cli import output
from puzzlelang.cli.clicks import click
from puzzlelang.diagnostics.record import fail


@click.command("language-server")
def language_server_() -> int:
    """Serve an editor by the language server protocol, on standard input and output, until it ends.

    Editors start this command themselves. Examples and boards run in separate processes with limits.
    """
    try:
        from puzzlelang.editor import server
    except ModuleNotFoundError as error:
        hint = "install it with `pip install 'puzzlelang[editor]'`"
        raise fail("E380", f"the package {error.name} is not installed", hint=hint) from None
    server.serve()
    return output.FINE
