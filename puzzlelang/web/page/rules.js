// The text of the rules.  The editor for it is fetched when somebody first sees it, as most people only play.

export class RulesText {
  // `parts` are what the editor is made of.
  constructor(...parts) {
    this.parts = parts;
    this.now = ""; // what the editor begins with: the text, known words, and mistakes
    this.words = [];
    this.diagnostics = [];
    this.editor = null;
    this.opening = null;
  }

  // Resolves to the editor, with all that was said before it was there.
  open() {
    this.opening ||= import("./editor.js").then(({ Editor }) => {
      this.editor = new Editor(...this.parts);
      this.editor.text = this.now;
      this.editor.learn(this.words);
      this.editor.show(this.diagnostics);
      return this.editor;
    }).catch(() => {
      this.opening = null; // whoever wants it again asks again
      throw new Error("The editor cannot be fetched. Is the service still running?");
    });
    return this.opening;
  }

  set text(text) {
    if (text !== this.now) this.diagnostics = [];
    this.now = text;
    if (this.editor) this.editor.text = text;
  }

  learn(words) {
    this.words = words;
    this.editor?.learn(words);
  }

  show(diagnostics) {
    this.diagnostics = diagnostics;
    this.editor?.show(diagnostics);
  }

  async goTo(line, column) { (await this.open()).goTo(line, column); }

  async focus() { (await this.open()).view.focus(); }
}
