"""Colours of rules elsewhere: Pygments, and the TextMate grammar of editors, against the classes of our own tokens."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from puzzlelang.editor.tokens import tokens
from puzzlelang.files import read_text
from puzzlelang.syntax import keywords
from puzzlelang.typed.words import vocabulary
from tests import library

FOLDER = library.ROOT / "grammar" / "vscode"
GRAMMAR = json.loads((FOLDER / "rules.tmLanguage.json").read_text(encoding="utf-8"))


@library.sweep_files
def test_pygments_gives_each_token_its_class(path: Path) -> None:
    lexer = pytest.importorskip("puzzlelang.editor.pygments_lexer")
    text = read_text(path).text
    result = list(lexer.RulesLexer().get_tokens_unprocessed(text))
    assert "".join(part for _, _, part in result) == text
    kinds = {start: kind for start, kind, _ in result}
    for start, _, kind in tokens(text):
        assert kinds[start] is lexer.KINDS[kind]


def test_the_grammar_of_editors_has_all_words() -> None:
    result = {item["name"].split(".")[0]: item["match"] for item in GRAMMAR["patterns"] if "match" in item}
    words = sorted(set(vocabulary.words()) - set(keywords.MEANINGS))
    assert result["keyword"].endswith(rf"\b(?:{'|'.join(sorted(keywords.MEANINGS))})\b")
    assert result["support"] == rf"\b(?:{'|'.join(words)})\b"


def test_the_extension_names_what_is_there() -> None:
    manifest = json.loads((FOLDER / "package.json").read_text(encoding="utf-8"))
    contributes = manifest["contributes"]
    (language,), (grammar,), (snippets,) = (contributes[key] for key in ("languages", "grammars", "snippets"))
    for file in (manifest["main"], language["configuration"], grammar["path"], snippets["path"]):
        assert (FOLDER / file).is_file(), file
    assert grammar["scopeName"] == GRAMMAR["scopeName"]
    from puzzlelang.editor.suggesting import SNIPPETS

    written = json.loads((FOLDER / snippets["path"]).read_text(encoding="utf-8"))
    assert {item["prefix"]: "\n".join(item["body"]) for item in written.values()} == SNIPPETS


SCOPES = {"comment": "comment", "string": "text", "constant": "number", "keyword": "keyword", "support": "word",
          "variable": "name", "punctuation": "sign"}  # fmt: skip

CHECK = """
const fs = require("fs"), path = require("path");
const tm = require("vscode-textmate"), onig = require("vscode-oniguruma");
const wasm = fs.readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm")).buffer;
(async () => {
  await onig.loadWASM(wasm);
  const registry = new tm.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (p) => new onig.OnigScanner(p), createOnigString: (s) => new onig.OnigString(s) }),
    loadGrammar: async () => tm.parseRawGrammar(fs.readFileSync(process.argv[2], "utf8"), process.argv[2]),
  });
  const grammar = await registry.loadGrammar("source.rules");
  for (const file of process.argv.slice(3)) {
    let stack = tm.INITIAL, found = [], at = 0;
    for (const line of fs.readFileSync(file, "utf8").split("\\n")) {
      const told = grammar.tokenizeLine(line, stack);
      stack = told.ruleStack;
      for (const one of told.tokens) {
        const scope = one.scopes[1];
        if (scope) found.push([at + one.startIndex, at + one.endIndex, scope.split(".")[0]]);
      }
      at += line.length + 1;
    }
    console.log(JSON.stringify(found));
  }
})();
"""


@pytest.mark.tools
def test_the_grammar_of_editors_gives_each_token_its_class(tmp_path: Path) -> None:
    modules = os.environ.get("NODE_PATH", "")
    if not shutil.which("node") or not any(
        (Path(one) / "vscode-textmate").is_dir() for one in modules.split(":") if one
    ):
        pytest.skip("node with vscode-textmate and vscode-oniguruma in NODE_PATH")
    script = tmp_path / "check.js"
    script.write_text(CHECK, encoding="utf-8")
    paths = list(library.FILES.values())
    command = ["node", str(script), str(FOLDER / "rules.tmLanguage.json"), *map(str, paths)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    for path, line in zip(paths, done.stdout.splitlines(), strict=True):
        text = read_text(path).text
        scopes = {start: (end, scope) for start, end, scope in json.loads(line)}
        for start, end, kind in tokens(text):
            first = len(text[:start].encode("utf-16-le")) // 2
            last, scope = scopes[first]
            assert SCOPES[scope] == kind.value, (path.name, text[start:end])
            if "\n" not in text[start:end]:
                assert last >= first + len(text[start:end].encode("utf-16-le")) // 2, (path.name, text[start:end])
