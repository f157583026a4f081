"""`python -m tests.bench.editor [FILE…]`: how long the language server takes for an answer, after each edit anew.

Each round changes one character of a rule file, and then asks one request of each kind about a place nearby.  The first
of them analyses the text, as it is in an editor.  Prints milliseconds of CPU time by kind, and the share of answers
within 50 ms.  Needs the extra `editor`.
"""

import random
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from lsprotocol import types as lsp

from puzzlelang import resources
from puzzlelang.editor import answers, conversion
from puzzlelang.editor.server import make_server

ROUNDS = 60

LIMIT = 50.0
"""Milliseconds within which an answer seems to come at once."""

Request = Callable[[Any, lsp.TextDocumentIdentifier, lsp.Position], object]

WHOLE = lsp.Range(lsp.Position(0, 0), lsp.Position(9_999, 0))

REQUESTS: dict[str, Request] = {
    "completion": lambda server, here, place: answers.complete(server, lsp.CompletionParams(here, place)),
    "hover": lambda server, here, place: answers.hover(server, lsp.HoverParams(here, place)),
    "signature help": lambda server, here, place: answers.signature_help(server, lsp.SignatureHelpParams(here, place)),
    "definition": lambda server, here, place: answers.definition(server, lsp.DefinitionParams(here, place)),
    "highlights": lambda server, here, place: answers.highlights(server, lsp.DocumentHighlightParams(here, place)),
    "symbols": lambda server, here, place: answers.document_symbols(server, lsp.DocumentSymbolParams(here)),
    "folding": lambda server, here, place: answers.folding(server, lsp.FoldingRangeParams(here)),
    "tokens": lambda server, here, place: answers.semantic_tokens(server, lsp.SemanticTokensParams(here)),
    "inlay hints": lambda server, here, place: answers.inlay_hints(server, lsp.InlayHintParams(here, WHOLE)),
    "lenses": lambda server, here, place: answers.code_lenses(server, lsp.CodeLensParams(here)),
    "formatting": lambda server, here, place: answers.formatting(
        server, lsp.DocumentFormattingParams(here, lsp.FormattingOptions(2, True))
    ),
}


def measured(path: Path, rounds: int = ROUNDS) -> dict[str, list[float]]:
    """Milliseconds of CPU time of each answer by kind; the kinds come first in turns."""
    server = make_server()
    text, uri, chance = path.read_text(encoding="utf-8"), path.as_uri(), random.Random(1)
    here = lsp.TextDocumentIdentifier(uri)
    server.documents.analysis(server.documents.put(uri, text))
    result: dict[str, list[float]] = {name: [] for name in REQUESTS}
    names = list(REQUESTS)
    for number in range(rounds):
        at = chance.randrange(len(text))
        document = server.documents.put(uri, text[:at] + chance.choice('ab (.:"\n') + text[at:])
        place = conversion.position(document.lines.position(at + 1))
        turn = number % len(names)
        for name in (*names[turn:], *names[:turn]):
            began = time.process_time()
            REQUESTS[name](server, here, place)
            result[name].append(1000 * (time.process_time() - began))
    return result


def main() -> None:
    """Print a table for each file; by default the longest of the library, and one of usual length."""
    paths = [Path(name).resolve() for name in sys.argv[1:]]
    for path in paths or [resources.library() / name for name in ("variant-sudoku.rules", "magnets.rules")]:
        result = measured(path)
        print(f"{path.name}, {ROUNDS} edits, ms of CPU time")
        for name, times in result.items():
            high = statistics.quantiles(times, n=20)[-1]
            print(f"  {name:15} median {statistics.median(times):6.1f}   95 % {high:6.1f}   most {max(times):6.1f}")
        every = sorted(one for times in result.values() for one in times)
        within = sum(one <= LIMIT for one in every) / len(every)
        print(f"  all answers: 95 % within {statistics.quantiles(every, n=20)[-1]:.1f} ms; {within:.1%} within 50 ms")


if __name__ == "__main__":
    main()
