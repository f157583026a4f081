// What the page is about: rules (a genre of the library, or a text), a board, notes on it, and what they were before.

import { Sheet } from "./sheets.js";

const MOST = 500; // states that can be undone

const PARTS = ["genre", "rules", "sheet", "notes"];

const NOTHING = { genre: "", rules: "", sheet: new Sheet({ text: "" }), notes: "" };

const alike = (one, other) => PARTS.every((key) => one[key] === other[key] || (key === "sheet" && one.sheet.isWritten && one.sheet.text === other.sheet.text));

export class Store extends EventTarget {
  constructor() {
    super();
    this.states = [NOTHING];
    this.at = 0;
  }

  get now() { return this.states[this.at]; }

  // What a request says of the rules.
  get by() { return by(this.now); }

  // Go on to another state; `over`: it takes the place of the last one, as with letters typed one after another.
  // `board` is the text of another sheet; with it another work `begins`, before which nothing is undone.
  set({ board, ...change }, { over = false, source = "", begins = false } = {}) {
    const { now } = this;
    const next = { ...now, ...change, ...(board === undefined ? {} : { sheet: new Sheet({ text: board }) }) };
    const same = alike(next, now);
    if (begins) this.states = [NOTHING, same ? now : next];
    else if (same) return;
    else {
      const keep = over && this.at > 0 ? this.at : this.at + 1;
      this.states = [...this.states.slice(0, keep), next].slice(-MOST);
    }
    this.at = this.states.length - 1;
    this.tell(source);
  }

  step(by) {
    const at = this.at + by;
    if (at < 0 || at >= this.states.length || (at === 0 && !this.states[0].sheet.text && !this.states[0].rules)) return false;
    this.at = at;
    this.tell("history");
    return true;
  }

  // Sheets were written: states that turn out to be like the one before go.
  written() {
    const { now } = this;
    this.states = this.states.filter((one, at, all) => at === 0 || !alike(one, all[at - 1]));
    const at = this.states.indexOf(now);
    this.at = at >= 0 ? at : this.states.findLastIndex((one) => alike(one, now));
    this.tell("written");
  }

  tell(source) { this.dispatchEvent(new CustomEvent("change", { detail: source })); }
}

export const by = ({ genre, rules }) => (genre ? { genre } : { rules });
