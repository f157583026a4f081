// What a player has beside the board: a clock, notes in cells, and a trial that can be dropped.

// How long somebody is at a board; it stands still while the page is not seen.
export class Clock {
  constructor(element, now = () => performance.now()) {
    this.element = element;
    this.now = now;
    this.before = 0; // seconds that are counted already
    this.since = null; // when it was started last
    setInterval(() => this.show(), 1000);
    document.addEventListener("visibilitychange", () => { if (document.hidden) this.pause(); else if (this.paused) this.start(); });
    this.paused = false;
  }

  get seconds() { return this.before + (this.since === null ? 0 : (this.now() - this.since) / 1000); }

  get text() { return clockText(this.seconds); }

  start() {
    this.paused = false;
    if (this.since === null) this.since = this.now();
  }

  stop() {
    this.before = this.seconds;
    this.since = null;
    this.paused = false;
    this.show();
  }

  pause() {
    if (this.since === null) return;
    this.stop();
    this.paused = true;
  }

  set(seconds) {
    this.stop();
    this.before = seconds;
    this.show();
  }

  show() { if (this.element.textContent !== this.text) this.element.textContent = this.text; }
}

export function clockText(seconds) {
  const whole = Math.floor(seconds);
  const two = (number) => String(number).padStart(2, "0");
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  return `${hours ? `${hours}:${two(minutes)}` : minutes}:${two(whole % 60)}`;
}

export const COLOURS = ["red", "orange", "yellow", "green", "blue", "violet"];

// Notes as a text, which is what is kept: `{ place: { marks, colour } }` as JSON, with empty ones left out.
export function noted(text, places, value) {
  const notes = read(text);
  const colour = COLOURS.includes(value);
  const all = colour && places.every((place) => notes[place]?.colour === value); // the same colour once more takes it away
  for (const place of places) {
    const { marks = "", colour: old = "" } = notes[place] || {};
    if (value === "") delete notes[place];
    else if (colour) notes[place] = { marks, colour: all ? "" : value };
    else notes[place] = { marks: toggled(marks, value), colour: old };
    if (notes[place] && !notes[place].marks && !notes[place].colour) delete notes[place];
  }
  return Object.keys(notes).length ? JSON.stringify(notes) : "";
}

export function read(text) {
  try {
    const parsed = JSON.parse(text || "{}");
    return parsed && typeof parsed === "object" ? parsed : {};
  } catch {
    return {};
  }
}

const toggled = (marks, mark) => (marks.includes(mark) ? marks.replace(mark, "") : [...marks, mark].sort().join(""));
