// What somebody has before them, kept in the browser's storage: rules and board, with all that is drawn on it, notes and time.
//
// Each work has an entry of its own.  A reload of a page finds the work that it had; another page goes on with the latest
// one under a new name as soon as the two differ.  So no page writes over what another one wrote.

const PREFIX = "puzzlelang.work.";
const TAB = "puzzlelang.tab";
const MOST = 20; // works that are kept

const token = () => Math.random().toString(36).slice(2, 10);

export class Kept {
  // `storage` outlives the page, `tab` is that of one tab; either may be missing, full or refuse.
  constructor(storage, tab, now = () => Date.now()) {
    this.storage = storage;
    this.tab = tab;
    this.now = now;
    this.page = token();
    this.count = 0;
    [this.id, this.stamp, this.changed] = [token(), "", false];
  }

  // The work that comes is another one; one that nobody changed makes place for it.
  leave() {
    if (this.changed) [this.id, this.stamp, this.changed] = [token(), "", false];
  }

  // Go on with a work that was kept.
  take(work) {
    this.id = work.id;
    this.stamp = work.stamp;
    this.changed = work.changed;
    this.remember();
  }

  read(id) {
    try {
      const saved = JSON.parse(this.storage.getItem(PREFIX + id));
      const texts = ["stamp", "title", "genre", "rules", "board"];
      if (!saved || !texts.every((name) => typeof saved[name] === "string") || !Number.isFinite(saved.time)) return null;
      const notes = typeof saved.notes === "string" ? saved.notes : "";
      const seconds = Number.isFinite(saved.seconds) ? saved.seconds : 0;
      const moves = Number.isFinite(saved.moves) ? saved.moves : 0;
      const changes = Array.isArray(saved.changes) ? saved.changes : [];
      return { ...saved, notes, seconds, moves, changes, changed: saved.changed === true, id };
    } catch {
      return null;
    }
  }

  // All works, the latest first.
  all() {
    try {
      const keys = Array.from({ length: this.storage.length }, (_, at) => this.storage.key(at)).filter((key) => key.startsWith(PREFIX));
      return keys.map((key) => this.read(key.slice(PREFIX.length))).filter(Boolean).sort((a, b) => b.time - a.time);
    } catch {
      return [];
    }
  }

  // The work to go on with: that of this tab, else the latest that somebody changed.
  last() {
    let mine = "";
    try { mine = this.tab.getItem(TAB) || ""; } catch { /* then it is the latest */ }
    const all = this.all();
    return this.read(mine) || all.find((work) => work.changed) || all[0] || null;
  }

  // Keep the present state; whether that was possible.  `changes` are those of the board that its text does not have yet.
  // `changed`: somebody made it so; `seconds`: how long they are at it, in so many `moves`.
  save({ genre, rules, board, notes = "", changes = [] }, title, changed, seconds = 0, moves = 0) {
    const there = this.read(this.id);
    if (there && (there.stamp !== this.stamp || (there.genre !== genre && this.changed))) [this.id, this.changed] = [token(), false];
    const before = this.read(this.id);
    const same = ["genre", "board", "notes", ...(genre ? [] : ["rules"])].every((name) => before?.[name] === { genre, rules, board, notes }[name])
      && JSON.stringify(before.changes) === JSON.stringify(changes);
    if (same && (this.changed || !changed)) return true;
    this.changed ||= changed;
    this.count += 1;
    this.stamp = `${this.page}.${this.count}`;
    const text = JSON.stringify({ stamp: this.stamp, title, genre, rules: genre ? "" : rules, board, notes, changes, seconds, moves, changed: this.changed, time: this.now() });
    const written = this.write(PREFIX + this.id, text);
    if (written) this.remember();
    return written;
  }

  // What is older makes place if there is none.
  write(key, text) {
    const others = this.all().filter((work) => PREFIX + work.id !== key);
    try {
      for (const work of others.splice(MOST - 1)) this.storage.removeItem(PREFIX + work.id);
    } catch { /* then they stay */ }
    const gone = [];
    for (;;) {
      try {
        this.storage.setItem(key, text);
        return true;
      } catch {
        const oldest = others.pop();
        if (!oldest) break;
        gone.push([PREFIX + oldest.id, this.storage.getItem(PREFIX + oldest.id)]);
        this.storage.removeItem(PREFIX + oldest.id);
      }
    }
    for (const [name, content] of gone) this.storage.setItem(name, content); // none of it was in the way
    return false;
  }

  remember() {
    try { this.tab.setItem(TAB, this.id); } catch { /* then the latest is taken */ }
  }
}

// A storage of the browser, null where it allows none.
export function storage(name) {
  try { return window[name]; } catch { return null; }
}
