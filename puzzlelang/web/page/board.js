// The picture of a board: where somebody points, draws and types.  It knows places by their names only.

import { Mesh, Net, Spots, Stretch, Sweep, Way } from "./drag.js";
import { stepFrom } from "./keys.js";
import { Marks } from "./marks.js";

const TYPING = 900; // milliseconds in which one more key belongs to the same value

const LARGER = 2.4; // how much small boards are enlarged at most
const COMFORT = 440; // pixels that a picture has at least without scrolling, if it is enlarged so much
const NARROW = "(max-width: 52rem)"; // as in the style: what is beside the board lies below it
const BESIDE = { wide: 170, narrow: 330 }; // pixels of the window's height that other things take
const ROUND_A_CORNER = 1.1; // how far from a corner still means it, in widths of its box

const TARGETS = {
  cell: ["cell"], region: ["cell"], link: ["link", "cell"], border: ["border"], corner: ["corner"], line: ["line"], view: ["view"],
};

const FEW = 3; // values that taps step through; of more of them a tap chooses the place, and a key the value

// Whether a tap chooses a place, to which a value is then given; else it puts something there.
export function isChosenFirst(control) {
  if (!control || control.sort === "link" || control.sort === "border") return false;
  if (control.holds === "note" || control.holds === "list") return true;
  const values = (control.steps || []).filter((step) => !["", "false", "?"].includes(step));
  return ["number", "name", "direction"].includes(control.holds) && (values.length > FEW || !values.length);
}

// The points of a polygon's attribute: `x,y x,y`.
const points = (text) => text.split(" ").map((pair) => pair.split(",").map(Number)).map(([x, y]) => ({ x, y }));

export class Board {
  // `touch(places, value, back, whole)` hears what somebody wants changed (`whole`: as a region without other cells),
  // `near(place)` what is pointed at, `note(places, digit)` what somebody only notes.
  constructor(element, touch, near, note) {
    this.element = element;
    this.touch = touch;
    this.near = near;
    this.note = note;
    this.control = null;
    this.brush = null;
    this.cursor = "";
    this.chosen = []; // places to which the next value goes
    this.dot = null; // the end of a border at which the keyboard is, see `walk`
    this.typed = { text: "", at: 0 };
    this.way = null; // a drag under way, see `down`
    this.ground = null; // what is pointed at, see `net`
    this.over = []; // what is laid over the picture, see `lay`
    this.marks = new Marks();
    this.targets = new Map(); // what can be touched, by place
    element.addEventListener("pointerdown", (event) => this.down(event));
    element.addEventListener("pointermove", (event) => this.move(event));
    element.addEventListener("pointerup", (event) => this.up(event));
    element.addEventListener("pointercancel", () => this.drop());
    // A browser takes a quick drag for a scroll, and the next tap anywhere for what ends it.
    element.addEventListener("touchmove", (event) => { if (event.touches.length === 1) event.preventDefault(); }, { passive: false });
    element.addEventListener("contextmenu", (event) => event.preventDefault());
    element.addEventListener("keydown", (event) => this.key(event));
    element.addEventListener("focus", () => {
      element.classList.toggle("keys", element.matches(":focus-visible"));
      this.moveTo(this.cursor || this.first());
    });
  }

  // Show a picture; without a new `kit` of places and stamps those of before stay, so that nothing under way is lost.
  show(svg, kit, label) {
    const parsed = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
    if (parsed.nodeName !== "svg") return;
    const picture = document.importNode(parsed, true);
    if (kit) this.begin(picture, kit);
    else this.replace(picture);
    const { width, height } = this.svg.viewBox.baseVal;
    this.svg.style.width = `${Math.round(width * Math.max(1, Math.min(LARGER, this.room() / Math.max(width, height))))}px`;
    this.marks.show(this.svg, this.targets);
    this.element.classList.remove("stale", "gone");
    this.element.setAttribute("aria-label", label);
    if (!kit) return;
    this.aim();
    this.trace();
    this.lay(this.over);
    if (this.cursor && this.find(this.cursor)) this.mark(this.cursor);
    else this.cursor = "";
    this.choose(this.chosen);
    if (this.dot && this.cursor && this.control?.sort === "border") this.markDot();
    else this.dot = null;
  }

  // What is there is of another board than the one to come: it keeps its room, and is not seen.
  hide() { this.element.classList.add("gone"); }

  // Another board: what can be touched lies above the picture, what marks it above that.
  begin(picture, { places, stamps }) {
    picture.setAttribute("aria-hidden", "true");
    picture.removeAttribute("role");
    const above = new DOMParser().parseFromString(`<svg xmlns="http://www.w3.org/2000/svg">${places}</svg>`, "image/svg+xml").documentElement;
    picture.append(document.importNode(above.firstElementChild, true));
    picture.lastElementChild.classList.add("places");
    for (const kind of ["way", "cursor"]) {
      const mark = document.createElementNS("http://www.w3.org/2000/svg", kind === "way" ? "path" : "rect");
      mark.setAttribute("class", kind);
      picture.append(mark);
    }
    this.element.replaceChildren(picture);
    this.targets = new Map(this.all().map((one) => [one.dataset.place, one]));
    this.marks.take(stamps);
  }

  // The same board with other marks.
  replace(picture) {
    const { svg } = this;
    const places = svg.querySelector(".places");
    while (svg.firstChild !== places) svg.firstChild.remove();
    places.before(...picture.childNodes);
    for (const name of ["width", "height", "viewBox"]) svg.setAttribute(name, picture.getAttribute(name));
  }

  // Pixels for a picture that is seen whole.
  room() { return Math.max(COMFORT, Math.min(innerHeight - BESIDE[matchMedia(NARROW).matches ? "narrow" : "wide"], this.element.parentElement.clientWidth - 20)); }

  get svg() { return this.element.querySelector("svg"); }

  all() { return [...this.element.querySelectorAll("[data-place]")]; }

  sorts() { return TARGETS[this.control?.sort] || []; }

  wanted() { return this.all().filter((one) => this.sorts().includes(one.dataset.sort)); }

  // Of several margins of a place the outermost, where what is to be found stands.
  find(place) { return this.wanted().findLast((one) => one.dataset.place === place); }

  first() { return this.wanted()[0]?.dataset.place || ""; }

  use(control, brush) {
    if (this.way && this.way.control.name !== control?.name) this.drop();
    this.control = control;
    this.brush = brush;
    this.aim();
    if (this.cursor && !this.find(this.cursor)) this.cursor = "";
    if (!this.cursor && this.element.getRootNode().activeElement === this.element) this.moveTo(this.first());
    this.choose(this.picking ? this.chosen : []);
  }

  // Whether taps choose places now.
  get picking() { return this.brush === null && isChosenFirst(this.control); }

  // Choose places, those of them that can be pointed at; they stay marked wherever the focus goes.
  choose(places) {
    const { svg } = this;
    const targets = new Map((places.length ? this.wanted() : []).map((one) => [one.dataset.place, one]));
    this.chosen = places.filter((place) => targets.has(place));
    if (!svg) return;
    for (const old of svg.querySelectorAll(".chosen")) old.remove();
    for (const place of this.chosen) svg.insertBefore(this.tint(targets.get(place)), svg.querySelector(".way")).setAttribute("class", "chosen");
  }

  // Lay marks over places: `{ place, kind, text }`, a text of small letters or else a tint, drawn by the style of its kind.
  lay(over) {
    this.over = over;
    const { svg } = this;
    if (!svg) return;
    for (const old of svg.querySelectorAll(".over")) old.remove();
    for (const { place, kind, text = "" } of over) {
      const target = this.targets.get(place);
      if (target) svg.insertBefore(text ? this.letters(target, text) : this.tint(target), svg.querySelector(".way")).setAttribute("class", `over ${kind}`);
    }
  }

  tint(target) {
    const copy = target.cloneNode(false);
    for (const name of [...copy.attributes].map((one) => one.name)) {
      if (!["x", "y", "width", "height", "points", "rx"].includes(name)) copy.removeAttribute(name);
    }
    return copy;
  }

  letters(target, text) {
    const { x, y, width, height } = target.getBBox();
    const size = Math.min(width, height) * Math.min(0.28, 1.5 / text.length);
    const words = document.createElementNS("http://www.w3.org/2000/svg", "text");
    words.textContent = text;
    for (const [name, value] of Object.entries({ x: x + width / 2, y: y + height * 0.08 + size * 0.8, "font-size": size, "text-anchor": "middle" })) words.setAttribute(name, value);
    return words;
  }

  // Only what the control is about can be pointed at; what lies above it lets through.
  aim() {
    const sorts = this.sorts();
    this.ground = null;
    for (const one of this.all()) one.classList.toggle("out", !sorts.includes(one.dataset.sort));
  }

  // What points and drags are held against: places side by side, or dots with what lies between them.
  net() {
    if (this.ground) return this.ground;
    const { sort } = this.control;
    const between = sort === "link" || sort === "border";
    const boxes = this.wanted().filter((one) => !between || one.dataset.sort === sort).map((one) => {
      const { place, ends } = one.dataset;
      if (one.localName === "polygon") {
        const { x, y, width, height } = one.getBBox();
        return { place, x, y, width, height, corners: points(one.getAttribute("points")), ends: ends && points(ends) };
      }
      const [x, y, width, height] = ["x", "y", "width", "height"].map((name) => Number(one.getAttribute(name)));
      return { place, x, y, width, height };
    });
    const Ground = boxes.some((box) => box.ends) ? Mesh : Net;
    this.ground = between ? new Ground(boxes, sort) : new Spots(boxes, sort === "corner" ? ROUND_A_CORNER : undefined);
    return this.ground;
  }

  // Where an event lies in the picture.
  point(event) {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    return { x: at.x, y: at.y };
  }

  // What lies below an event, such as a cell where links are drawn.
  under(event) {
    const below = this.element.getRootNode().elementsFromPoint(event.clientX, event.clientY);
    return below.find((one) => this.element.contains(one) && this.sorts().includes(one.dataset?.sort))?.dataset.place || "";
  }

  down(event) {
    if (this.way || !this.control || !this.svg || event.button > 2) return;
    const point = this.point(event);
    this.element.classList.remove("keys");
    const net = this.net();
    const Drag = net instanceof Net ? Way : this.control.rectangular ? Stretch : Sweep;
    const drag = new Drag(net, point);
    this.way = { drag, pointer: event.pointerId, control: this.control, back: event.button === 2 || event.shiftKey };
    this.element.setPointerCapture(event.pointerId);
  }

  move(event) {
    if (!this.control || !this.svg) return;
    const place = this.net().pick(this.point(event))?.place || this.under(event);
    if (place) this.near(place);
    if (this.way?.pointer !== event.pointerId) return;
    const events = event.getCoalescedEvents?.() || [];
    for (const one of events.length ? events : [event]) this.way.drag.go(this.point(one));
    this.trace();
  }

  up(event) {
    if (this.way?.pointer !== event.pointerId) return;
    const { drag, back } = this.way;
    drag.go(this.point(event));
    const places = drag.places();
    this.drop();
    if (!places.length) {
      if (!drag.isDrag) this.moveTo(this.under(event));
      return;
    }
    [this.cursor] = places;
    this.dot = null;
    this.mark(this.cursor);
    if (this.picking && !back) this.pick(places);
    else this.touch(places, this.brush, back || event.shiftKey, drag instanceof Stretch);
  }

  // A tap or a drag chooses the places on its way; a second tap leaves the place chosen, as a value is to follow.
  pick(places) {
    this.typed.text = "";
    this.choose(places);
    this.near(this.cursor);
  }

  trace() {
    const lines = this.way ? this.way.drag.lines() : [];
    const path = lines.map((line) => `M${line.map((point) => `${point.x} ${point.y}`).join("L")}`).join("");
    this.svg?.querySelector(".way").setAttribute("d", path);
  }

  // End a drag without a change.
  drop() {
    this.way = null;
    this.trace();
  }

  mark(place) {
    const one = this.find(place);
    const mark = this.svg?.querySelector(".cursor");
    if (!one || !mark) return;
    const box = one.getBBox();
    for (const [name, value] of Object.entries({ x: box.x + 2, y: box.y + 2, width: Math.max(box.width - 4, 4), height: Math.max(box.height - 4, 4) })) {
      mark.setAttribute(name, value);
    }
  }

  moveTo(place) {
    if (!place) return;
    this.dot = null;
    this.cursor = place;
    this.typed.text = "";
    this.mark(place);
    this.near(place);
  }

  // Along borders the keyboard goes from dot to border to dot; whether there was a step.
  walk(way, draw) {
    const net = this.net();
    const edge = this.dot ? null : net.edges.find((one) => one.place === this.cursor);
    const next = (this.dot || edge) && stepFrom({ dot: this.dot && net.dots.get(net.key(this.dot.x, this.dot.y)), edge }, way, draw);
    if (!next) return false;
    if (draw) this.touch([next.edge.place], this.brush, false);
    if (next.edge) this.moveTo(next.edge.place);
    if (!next.dot) return true;
    this.dot = next.dot;
    this.markDot();
    this.near(this.cursor, "end of ");
    return true;
  }

  markDot() {
    const size = this.net().unit / 4;
    const mark = this.svg?.querySelector(".cursor");
    for (const [name, value] of Object.entries({ x: this.dot.x - size / 2, y: this.dot.y - size / 2, width: size, height: size })) mark?.setAttribute(name, value);
  }

  // The link between two cells.
  linked(...cells) {
    const net = this.net();
    const [one, other] = cells.map((cell) => this.find(cell).getBBox()).map(({ x, y, width, height }) => net.near({ x: x + width / 2, y: y + height / 2 }));
    const link = one && other && net.between(one, other);
    return link ? [link.place] : cells;
  }

  // The places that a key means.
  meant(cursor) { return this.picking && this.chosen.includes(cursor) ? this.chosen : [cursor]; }

  // The nearest place in a direction: straight ahead counts most.
  beside(place, dx, dy, sort) {
    const from = this.find(place)?.getBBox();
    if (!from) return "";
    const middle = (box) => [box.x + box.width / 2, box.y + box.height / 2];
    const [x, y] = middle(from);
    let best = "";
    let least = Infinity;
    for (const one of sort ? this.all().filter((other) => other.dataset.sort === sort) : this.wanted()) {
      const [ox, oy] = middle(one.getBBox());
      const ahead = (ox - x) * dx + (oy - y) * dy;
      const aside = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
      const far = ahead + 3 * aside;
      if (ahead > 1 && aside <= ahead * 1.01 && far < least) [best, least] = [one.dataset.place, far];
    }
    return best;
  }

  key(event) {
    if (!this.control || event.ctrlKey || event.metaKey || event.altKey) return;
    this.element.classList.add("keys"); // only who uses keys needs to see where they are
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const cursor = this.cursor || this.first();
    const isCell = this.find(cursor)?.dataset.sort === "cell";
    const noted = event.shiftKey && isCell && this.control.holds === "number" && /^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1];
    if (noted) {
      this.note(this.meant(cursor), noted);
    } else if (ways[event.key] && this.control.sort === "border" && this.walk(ways[event.key], event.shiftKey)) {
      // it is done
    } else if (ways[event.key]) {
      const line = this.control.sort === "link" && isCell;
      const next = this.beside(cursor, ...ways[event.key], line ? "cell" : "");
      if (next && event.shiftKey && (line || ["region", "group", "path"].includes(this.control.holds) || this.brush !== null)) this.touch(line ? this.linked(cursor, next) : [cursor, next], this.brush, false);
      if (next && this.picking) this.choose(event.shiftKey ? [...new Set([...this.meant(cursor), next])] : [next]);
      if (next) this.moveTo(next);
    } else if (event.key === " " || event.key === "Enter") {
      if (!this.dot) this.touch(this.meant(cursor), this.brush, event.shiftKey);
    } else if (event.key === "Delete" || event.key === "Backspace") {
      this.typed.text = "";
      this.touch(this.meant(cursor), "", this.control.holds === "region");
    } else if (event.key === "Escape") {
      this.choose([]);
    } else if (event.key.length === 1) {
      if (!this.type(cursor, event.key)) return;
    } else return;
    event.preventDefault();
  }

  type(cursor, key) {
    const { holds, steps = [] } = this.control;
    const places = this.meant(cursor);
    if (holds === "group" || holds === "path") return false;
    if (holds === "note") { if (!/^[\p{L}\p{N}]$/u.test(key)) return false; this.touch(places, key, false); return true; }
    if (holds === "member") {
      const value = { x: "false", "*": "true", "#": "true", 1: "true", 0: "false" }[key.toLowerCase()];
      if (value && steps.includes(value)) this.touch(places, value, false);
      return Boolean(value);
    }
    const now = performance.now();
    const before = now - this.typed.at < TYPING ? this.typed.text : "";
    this.typed = { text: before + key, at: now };
    if (holds === "name" || holds === "direction") {
      const start = this.typed.text.toLowerCase();
      const match = steps.find((step) => step && step.toLowerCase().startsWith(start)) || (key === "x" && steps.includes("false") ? "false" : "");
      if (match) this.touch(places, match, false);
      return Boolean(match);
    }
    if (holds === "number" && key === "x" && steps.includes("false")) { this.touch(places, "false", false); return true; }
    if (holds === "region") { if (!/\w/.test(key)) return false; this.touch(places, key, false); return true; }
    if (!/[0-9?*, ]/.test(key)) return false;
    this.touch(places, this.typed.text.trim(), false);
    return true;
  }
}
