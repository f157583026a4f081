"""Writes what `grammar/vscode/` has of words and snippets, from the tables of the language."""

import json
from pathlib import Path
from typing import Any

from puzzlelang.editor.suggesting import SNIPPETS
from puzzlelang.syntax import keywords
from puzzlelang.typed.words import vocabulary

FOLDER = Path(__file__).parent.parent / "grammar" / "vscode"


def files() -> dict[str, str]:
    """The generated files of the extension by name."""
    snippets = {
        word: {"prefix": word, "body": body.split("\n"), "description": f"a {word} statement"}
        for word, body in SNIPPETS.items()
    }
    return {"rules.tmLanguage.json": _json(_grammar()), "snippets.json": _json(snippets)}


def _json(value: Any) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


def _grammar() -> dict[str, Any]:
    reserved = "|".join(sorted(keywords.MEANINGS))
    words = "|".join(sorted(set(vocabulary.words()) - set(keywords.MEANINGS)))
    return {
        "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
        "name": "Rules",
        "scopeName": "source.rules",
        "fileTypes": ["rules"],
        "patterns": [
            {"name": "comment.line.number-sign.rules", "match": "#.*$"},
            {"name": "string.quoted.triple.rules", "begin": '"""', "end": '"""'},
            {"name": "string.quoted.double.rules", "match": r'"(?!"")(?:[^"\\]|\\.)*"|"[\\]"(?![^"]*")'},
            {"name": "keyword.control.rules", "match": rf"\bat\s+(?:least|most)\b|\b(?:{reserved})\b"},
            {"name": "support.function.rules", "match": rf"\b(?:{words})\b"},
            {"name": "variable.other.rules", "match": "[A-Za-z][A-Za-z0-9_]*"},
            {"name": "constant.numeric.rules", "match": "[0-9]+"},
            {"name": "punctuation.rules", "match": r"!=|<=|>=|\.\.|[=<>+\-*/&?:;,.(){}]"},
        ],
    }
