// The picture of a board: where somebody points, draws and types.  It knows places by their names only.

const TYPING = 900; // milliseconds in which one more key belongs to the same value

const LARGER = 1.6; // how much small boards are enlarged at most
const COMFORT = 520; // pixels that a picture may have without scrolling

const TARGETS = {
  cell: ["cell"], region: ["cell"], link: ["link", "cell"], border: ["border"], corner: ["corner"], line: ["line"], view: ["view"],
};

export class Board {
  // `touch(places, value, back)` hears what somebody wants changed, `near(place)` what is pointed at.
  constructor(element, touch, near) {
    this.element = element;
    this.touch = touch;
    this.near = near;
    this.control = null;
    this.brush = null;
    this.cursor = "";
    this.typed = { text: "", at: 0 };
    this.way = null;
    element.addEventListener("pointerdown", (event) => this.down(event));
    element.addEventListener("pointermove", (event) => this.move(event));
    element.addEventListener("pointerup", (event) => this.up(event));
    element.addEventListener("pointercancel", () => this.drop());
    element.addEventListener("contextmenu", (event) => event.preventDefault());
    element.addEventListener("keydown", (event) => this.key(event));
    element.addEventListener("focus", () => this.moveTo(this.cursor || this.first()));
  }

  show(svg, label) {
    const parsed = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
    if (parsed.nodeName !== "svg") return;
    const picture = document.importNode(parsed, true);
    picture.setAttribute("aria-hidden", "true");
    picture.removeAttribute("role");
    for (const kind of ["way", "cursor"]) {
      const mark = document.createElementNS("http://www.w3.org/2000/svg", kind === "way" ? "polyline" : "rect");
      mark.setAttribute("class", kind);
      picture.append(mark);
    }
    const { width, height } = picture.viewBox.baseVal;
    picture.style.width = `${Math.round(width * Math.max(1, Math.min(LARGER, COMFORT / Math.max(width, height))))}px`;
    this.element.replaceChildren(picture);
    this.element.classList.remove("stale");
    this.element.setAttribute("aria-label", label);
    this.aim();
    if (this.cursor && this.find(this.cursor)) this.mark(this.cursor);
    else this.cursor = "";
  }

  get svg() { return this.element.querySelector("svg"); }

  all() { return [...this.element.querySelectorAll("[data-place]")]; }

  sorts() { return TARGETS[this.control?.sort] || []; }

  wanted() { return this.all().filter((one) => this.sorts().includes(one.dataset.sort)); }

  find(place) { return this.wanted().find((one) => one.dataset.place === place); }

  first() { return this.wanted()[0]?.dataset.place || ""; }

  use(control, brush) {
    this.control = control;
    this.brush = brush;
    this.aim();
    if (this.cursor && !this.find(this.cursor)) this.cursor = "";
  }

  // Only what the control is about can be pointed at; what lies above it lets through.
  aim() {
    const sorts = this.sorts();
    for (const one of this.all()) one.classList.toggle("out", !sorts.includes(one.dataset.sort));
  }

  at(event, sort) {
    const root = this.element.getRootNode();
    return root.elementsFromPoint(event.clientX, event.clientY).find(
      (one) => one.dataset?.place && this.element.contains(one) && (sort ? one.dataset.sort === sort : this.sorts().includes(one.dataset.sort)),
    );
  }

  down(event) {
    const found = this.at(event);
    if (!found || event.button > 2) return;
    const cell = this.control.sort === "link" ? this.at(event, "cell") : null;
    this.way = { first: found.dataset.place, places: [], back: event.button === 2 || event.shiftKey };
    this.visit(cell || found);
    this.element.setPointerCapture(event.pointerId);
  }

  visit(one) {
    const { places } = this.way;
    const name = one.dataset.place;
    if (places.at(-1) === name) return;
    const steps = this.control.sort === "link";
    if (steps && places.at(-2) === name) places.pop();
    else if (!places.includes(name) || steps) places.push(name);
    if (places.length > 1) this.trace();
  }

  trace() {
    const points = this.way.places.map((name) => this.all().find((one) => one.dataset.place === name)).filter(Boolean).map((one) => {
      const box = one.getBBox();
      return `${box.x + box.width / 2},${box.y + box.height / 2}`;
    });
    this.svg.querySelector(".way").setAttribute("points", points.join(" "));
  }

  move(event) {
    const found = this.way && this.control.sort === "link" ? this.at(event, "cell") : this.at(event);
    if (found) this.near(found.dataset.place);
    if (found && this.way) this.visit(found);
  }

  up(event) {
    if (!this.way) return;
    const { first, places, back } = this.way;
    this.drop();
    this.cursor = first;
    this.mark(first);
    const dragged = places.length > 1;
    // A click between two cells means the link there, a drag the links along the way.
    this.touch(dragged ? places : [first], this.brush, back || event.shiftKey);
  }

  drop() {
    this.way = null;
    this.svg?.querySelector(".way").setAttribute("points", "");
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
    this.cursor = place;
    this.typed.text = "";
    this.mark(place);
    this.near(place);
  }

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
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const cursor = this.cursor || this.first();
    const isCell = this.find(cursor)?.dataset.sort === "cell";
    if (ways[event.key]) {
      const line = this.control.sort === "link" && isCell;
      const next = this.beside(cursor, ...ways[event.key], line ? "cell" : "");
      if (next && event.shiftKey && (line || this.control.holds === "region" || this.brush !== null)) this.touch([cursor, next], this.brush, false);
      if (next) this.moveTo(next);
    } else if (event.key === " " || event.key === "Enter") {
      this.touch([cursor], this.brush, event.shiftKey);
    } else if (event.key === "Delete" || event.key === "Backspace") {
      this.typed.text = "";
      this.touch([cursor], "", this.control.holds === "region");
    } else if (event.key.length === 1) {
      if (!this.type(cursor, event.key)) return;
    } else return;
    event.preventDefault();
  }

  type(cursor, key) {
    const { holds, steps = [] } = this.control;
    if (holds === "member") {
      const value = { x: "false", "*": "true", "#": "true", 1: "true", 0: "false" }[key.toLowerCase()];
      if (value && steps.includes(value)) this.touch([cursor], value, false);
      return Boolean(value);
    }
    const now = performance.now();
    const before = now - this.typed.at < TYPING ? this.typed.text : "";
    this.typed = { text: before + key, at: now };
    if (holds === "name" || holds === "direction") {
      const start = this.typed.text.toLowerCase();
      const found = steps.find((step) => step && step.toLowerCase().startsWith(start)) || (key === "x" && steps.includes("false") ? "false" : "");
      if (found) this.touch([cursor], found, false);
      return Boolean(found);
    }
    if (holds === "number" && key === "x" && steps.includes("false")) { this.touch([cursor], "false", false); return true; }
    if (holds === "region") { if (!/\w/.test(key)) return false; this.touch([cursor], key, false); return true; }
    if (!/[0-9?*, ]/.test(key)) return false;
    this.touch([cursor], this.typed.text.trim(), false);
    return true;
  }
}
