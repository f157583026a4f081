// What the page is about: rules (a genre of the library, or a text), a board, notes on it, and what they were before.

const MOST = 500; // states that can be undone

export class Store extends EventTarget {
  constructor() {
    super();
    this.states = [{ genre: "", rules: "", board: "", notes: "" }];
    this.at = 0;
  }

  get now() { return this.states[this.at]; }

  // What a request says of the rules.
  get by() { return this.now.genre ? { genre: this.now.genre } : { rules: this.now.rules }; }

  // Go on to another state; `over`: it takes the place of the last one, as with letters typed one after another.
  set(change, { over = false, source = "" } = {}) {
    const next = { ...this.now, ...change };
    if (["genre", "rules", "board", "notes"].every((key) => next[key] === this.now[key])) return;
    const keep = over && this.at > 0 ? this.at : this.at + 1;
    this.states = [...this.states.slice(0, keep), next].slice(-MOST);
    this.at = this.states.length - 1;
    this.tell(source);
  }

  step(by) {
    const at = this.at + by;
    if (at < 0 || at >= this.states.length || (at === 0 && !this.states[0].board && !this.states[0].rules)) return false;
    this.at = at;
    this.tell("history");
    return true;
  }

  tell(source) { this.dispatchEvent(new CustomEvent("change", { detail: source })); }
}
