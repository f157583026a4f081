// The editor for rules: CodeMirror in a shadow root, where its styles need no exception of the content policy.

import {
  Compartment, EditorState, EditorView, HighlightStyle, StreamLanguage, autocompletion, bracketMatching, closeBrackets, closeBracketsKeymap,
  completionKeymap, defaultKeymap, drawSelection, highlightActiveLine, history, historyKeymap, hoverTooltip, keymap, lineNumbers,
  lintGutter, lintKeymap, setDiagnostics, syntaxHighlighting, tags,
} from "./codemirror.js";

const words = new Map(); // word -> { kind, meaning }

// A language of its own each time: a text is read again only for another one.
const language = () => StreamLanguage.define({
  startState: () => ({ long: false }),
  token(stream, state) {
    if (state.long) {
      if (stream.skipTo('"""')) { stream.match('"""'); state.long = false; } else stream.skipToEnd();
      return "string";
    }
    if (stream.eatSpace()) return null;
    if (stream.match('"""')) { state.long = true; return "string"; }
    if (stream.match(/^"[^"]*"?/)) return "string";
    if (stream.match(/^#.*/)) return "comment";
    if (stream.match(/^[0-9]+/)) return "number";
    const name = stream.match(/^[A-Za-z_][A-Za-z0-9_]*/);
    if (name) {
      const known = words.get(name[0]);
      return known ? (known.kind === "keyword" ? "keyword" : "atom") : "variableName";
    }
    stream.next();
    return null;
  },
  languageData: { commentTokens: { line: "#" } },
});

const colours = HighlightStyle.define([
  { tag: tags.keyword, color: "var(--word)", fontWeight: "bold" },
  { tag: tags.atom, color: "var(--word)" },
  { tag: tags.string, color: "var(--text)" },
  { tag: tags.comment, color: "var(--remark)", fontStyle: "italic" },
  { tag: tags.number, color: "var(--number)" },
]);

const kinds = { rule: "namespace", keyword: "keyword", word: "function" };

const theme = EditorView.theme({
  "&": { color: "var(--ink)", backgroundColor: "var(--paper)", fontSize: "0.9rem", maxHeight: "62vh" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "ui-monospace, monospace", minHeight: "14rem" },
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-gutters": { minHeight: "14rem", backgroundColor: "var(--panel)", color: "var(--soft)", border: "none" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "color-mix(in srgb, var(--mark) 45%, transparent)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "var(--mark)" },
  ".cm-tooltip": { backgroundColor: "var(--panel)", color: "var(--ink)", border: "1px solid var(--line)", maxWidth: "34rem" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { backgroundColor: "var(--accent)", color: "var(--on-accent)" },
  ".cm-note": { padding: "0.3rem 0.5rem", whiteSpace: "pre-wrap", fontSize: "0.85rem" },
});

// Offsets of the service count characters, those of the editor UTF-16 units.
const offset = (text, at) => Array.from(text.slice(0, at)).length;

// A snippet without its gaps: what stands in them is an example.
const plain = (snippet) => snippet.replace(/\$\{\d+\|([^,|]*)[^}]*\}/g, "$1").replace(/\$\{\d+:([^}]*)\}/g, "$1").replace(/\$\d+/g, "");

function place(doc, line, column) {
  const row = doc.line(Math.min(Math.max(line, 1), doc.lines));
  return Math.min(row.from + Array.from(row.text).slice(0, column - 1).join("").length, row.to);
}

export class Editor {
  // `service.analyse(text, offset)` and `service.rename(text, offset, name)` ask it; `changed(text)` hears of what a person typed, `say(text)` is
  // shown to them.
  constructor(parent, service, changed, say) {
    this.analyse = service.analyse;
    this.service = service;
    this.say = say;
    this.quiet = false;
    this.language = new Compartment();
    const root = parent.attachShadow({ mode: "open" });
    const inner = document.createElement("div");
    root.append(inner);
    const listen = EditorView.updateListener.of((update) => {
      if (update.docChanged && !this.quiet) changed(this.text);
    });
    this.view = new EditorView({
      root, parent: inner,
      state: EditorState.create({
        doc: "",
        extensions: [
          lineNumbers(), history(), drawSelection(), bracketMatching(), closeBrackets(), highlightActiveLine(), lintGutter(),
          this.language.of(language()), syntaxHighlighting(colours), theme, listen, EditorView.lineWrapping,
          EditorView.contentAttributes.of({ "aria-label": "Rules", spellcheck: "false", autocapitalize: "off" }),
          autocompletion({ override: [(context) => this.complete(context)] }),
          hoverTooltip((view, at) => this.hover(at)),
          keymap.of([
            { key: "F12", run: () => { this.goToDeclaration(); return true; } },
            { key: "F2", run: () => { this.rename(); return true; } },
            ...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap,
          ]),
        ],
      }),
    });
    this.view.scrollDOM.tabIndex = 0; // so that it can be scrolled by keyboard
  }

  get text() { return this.view.state.doc.toString(); }

  set text(text) {
    if (text === this.text) return;
    this.quiet = true;
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text } });
    this.quiet = false;
  }

  learn(items) {
    for (const item of items) words.set(item.word, item);
    this.view.dispatch({ effects: this.language.reconfigure(language()) }); // colours as they are now known
  }

  // Mistakes under the words; those of other files at the start.
  show(diagnostics) {
    const { doc } = this.view.state;
    const marks = diagnostics.map((item) => {
      const own = item.line !== null && item.file === "puzzle.rules" || item.line !== null && item.file?.endsWith(".rules");
      const from = own ? place(doc, item.line, item.column) : 0;
      const to = own ? Math.max(from, place(doc, item.end_line, item.end_column)) : 0;
      const message = item.message + (item.help ? `\n${item.help}` : "");
      const actions = own ? (item.fixes || []).map((fix) => ({ name: fix.title, apply: () => this.mend(fix) })) : [];
      return { from, to: to === from ? Math.min(from + 1, doc.length) : to, severity: item.severity, message, source: item.code, actions };
    });
    this.view.dispatch(setDiagnostics(this.view.state, marks));
  }

  // Make the edits of a fix, which were told of the text as it is.
  mend(fix) {
    const { doc } = this.view.state;
    const changes = fix.edits.map((edit) => ({
      from: place(doc, edit.line, edit.column), to: place(doc, edit.end_line, edit.end_column), insert: edit.text,
    }));
    this.view.dispatch({ changes });
    this.view.focus();
  }

  async goToDeclaration() {
    const at = this.view.state.selection.main.head;
    const definition = (await this.analyse(this.text, offset(this.text, at)).catch(() => null))?.definition;
    if (!definition) this.say("No name of your own stands here.");
    else if (definition.file && !definition.file.endsWith("puzzle.rules")) this.say(`That is declared in ${definition.file.split("/").pop()}.`);
    else this.goTo(definition.line, definition.column);
  }

  // Another name for the one at the cursor, in sentences and boards of examples as well.
  async rename() {
    const text = this.text;
    const at = offset(text, this.view.state.selection.main.head);
    const uses = (await this.analyse(text, at).catch(() => null))?.uses || [];
    if (!uses.length) { this.say("No name of your own stands here."); return; }
    const { doc } = this.view.state;
    const old = doc.sliceString(place(doc, uses[0].line, uses[0].column), place(doc, uses[0].end_line, uses[0].end_column));
    const name = window.prompt(`Another name for ${old}`, old);
    if (!name || name === old) return;
    try {
      const reply = await this.service.rename(text, at, name);
      if (text !== this.text) return;
      const { main } = this.view.state.selection;
      this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: reply.text } });
      this.view.dispatch({ selection: { anchor: Math.min(main.head, this.view.state.doc.length) } });
    } catch (error) {
      this.say(error.message);
    }
  }

  goTo(line, column) {
    const at = place(this.view.state.doc, line, column);
    this.view.dispatch({ selection: { anchor: at }, scrollIntoView: true });
    this.view.focus();
  }

  async complete(context) {
    const word = context.matchBefore(/[A-Za-z_][A-Za-z0-9_]*/);
    const dot = context.matchBefore(/\.[A-Za-z0-9_]*/);
    if (!word && !dot && !context.explicit) return null;
    const text = this.text;
    const analysis = await this.analyse(text, offset(text, context.pos)).catch(() => null);
    const options = (analysis?.suggestions || []).map((item) => ({
      label: item.word, type: kinds[item.kind] || "variable", detail: item.detail, info: item.docs || undefined, boost: kinds[item.kind] ? 0 : 2,
      apply: item.snippet ? plain(item.snippet) : undefined,
    })).filter((item, at, all) => all.findIndex((other) => other.label === item.label) === at);
    return { from: word ? word.from : dot ? dot.from + 1 : context.pos, options, validFor: /^[A-Za-z0-9_]*$/ };
  }

  async hover(at) {
    const { doc } = this.view.state;
    const line = doc.lineAt(at);
    const around = [...line.text.matchAll(/[A-Za-z_][A-Za-z0-9_]*/g)].find(
      (match) => line.from + match.index <= at && at <= line.from + match.index + match[0].length,
    );
    if (!around) return null;
    const text = this.text;
    const analysis = await this.analyse(text, offset(text, at)).catch(() => null);
    const word = words.get(around[0]);
    const note = analysis?.signature && !analysis.hover
      ? `${analysis.signature.label}\n${analysis.signature.docs}`
      : analysis?.hover
      ? `${analysis.hover.kind} ${analysis.hover.name}${analysis.hover.type ? ` : ${analysis.hover.type}` : ""}\n${analysis.hover.docs}`.trim()
      : word ? `${around[0]} (${word.kind})\n${word.meaning}` : "";
    if (!note) return null;
    const pos = line.from + around.index;
    return {
      pos, end: pos + around[0].length, above: true,
      create() {
        const dom = document.createElement("div");
        dom.className = "cm-note";
        dom.textContent = note;
        return { dom };
      },
    };
  }
}
