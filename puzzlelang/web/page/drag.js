// Where a drag leads: the points that a pointer passes to the places that somebody means.  It knows no browser.
//
// Boxes are `{ place, x, y, width, height }`, on lattices other than squares also with the `corners` of a polygon in
// the box, and those of borders and links with their `ends`.  Points between two that are told are passed as well, so fast drags with
// few of them mean the same as slow ones.

const FINE = 0.05; // how far apart points are looked at, in widths of a cell
const AT = 0.45; // how far beside a dot the pointer has arrived there
const CROSSING = 0.65; // and how far along both ways together: beyond lies the middle between four dots
const START = 0.3; // how near a dot a drag begins there, and no longer on a border
const BESIDE = 0.35; // how far from a border still means it
const ACROSS = 0.25; // and how far from the border between two cells still means their link
const CLEAR = 0.1; // how far from the end of a border a click must be to mean it
const PART = 0.35; // how much of a border means it where a drag that began on one ends
const MEETING = 0.8; // how much of a place means it while others are dragged over: its corners do not
const CLEARLY = 0.15; // how much nearer a drag must come to one dot than to another

const middle = (box) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
const apart = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);

// Points from one to another, the last included.
function* passed(from, to, step) {
  const count = Math.max(1, Math.ceil(apart(from, to) / step));
  for (let at = 1; at <= count; at += 1) yield { x: from.x + ((to.x - from.x) * at) / count, y: from.y + ((to.y - from.y) * at) / count };
}

// What lies between dots: borders between corners, or links between the middles of cells.
export class Net {
  constructor(boxes, sort) {
    this.links = sort === "link";
    this.unit = boxes.length ? Math.max(boxes[0].width, boxes[0].height) : 1;
    this.dots = new Map();
    this.edges = boxes.map((box) => this.edge(box));
    for (const edge of this.edges) for (const dot of edge.ends) dot.edges.push(edge);
  }

  edge(box) {
    const level = (box.width > box.height) !== this.links; // a box lies along its border
    const { x, y } = middle(box);
    const [dx, dy] = level ? [this.unit / 2, 0] : [0, this.unit / 2];
    return { place: box.place, level, x, y, ends: [this.dot(x - dx, y - dy), this.dot(x + dx, y + dy)] };
  }

  key(x, y) { return `${Math.round((2 * x) / this.unit)},${Math.round((2 * y) / this.unit)}`; }

  dot(x, y) {
    const key = this.key(x, y);
    if (!this.dots.has(key)) this.dots.set(key, { x, y, edges: [] });
    return this.dots.get(key);
  }

  // The dot next to a point; dots lie a unit apart.
  near(point) {
    const [first] = this.dots.values();
    if (!first) return null;
    const snap = (at, from) => from + Math.round((at - from) / this.unit) * this.unit;
    return this.dots.get(this.key(snap(point.x, first.x), snap(point.y, first.y))) || null;
  }

  // The dot at which a point has arrived.
  at(point) {
    const dot = this.near(point);
    if (!dot) return null;
    const [dx, dy] = [Math.abs(point.x - dot.x) / this.unit, Math.abs(point.y - dot.y) / this.unit];
    return Math.max(dx, dy) <= AT && dx + dy <= CROSSING ? dot : null;
  }

  between(one, other) { return one.edges.find((edge) => edge.ends.includes(other)) || null; }

  // The edge that a click means: a border beside the point, a link whose border is there; never one of several at a crossing.
  pick(point) {
    let best = null;
    let least = this.links ? ACROSS : BESIDE;
    for (const edge of this.edges) {
      const [dx, dy] = [Math.abs(point.x - edge.x) / this.unit, Math.abs(point.y - edge.y) / this.unit];
      const [along, aside] = edge.level !== this.links ? [dx, dy] : [dy, dx];
      if (along <= 0.5 - CLEAR && aside < least && aside <= 0.5 - along) [best, least] = [edge, aside];
    }
    return best;
  }
}

// Whether a point lies in a polygon: a ray to the right crosses its sides an odd number of times.
function isWithin(corners, { x, y }) {
  let within = false;
  corners.forEach((one, at) => {
    const other = corners[(at + 1) % corners.length];
    if ((one.y > y) !== (other.y > y) && x < one.x + ((y - one.y) / (other.y - one.y)) * (other.x - one.x)) within = !within;
  });
  return within;
}

// What lies between dots that stand anywhere, on lattices other than squares.
export class Mesh extends Net {
  constructor(boxes, sort) {
    super(boxes, sort);
    // How near a dot counts is measured by the shortest edge, so that no two dots are meant at once.
    this.unit = Math.min(...this.edges.map(({ ends: [one, other] }) => apart(one, other)));
  }

  edge({ place, corners, ends }) {
    return { place, corners, ends: ends.map(({ x, y }) => this.dot(x, y)) };
  }

  key(x, y) { return `${x},${y}`; }

  near(point) {
    let best = null;
    for (const dot of this.dots.values()) if (!best || apart(dot, point) < apart(best, point)) best = dot;
    return best && apart(best, point) <= this.unit ? best : null;
  }

  at(point) {
    const dot = this.near(point);
    return dot && apart(dot, point) <= AT * this.unit ? dot : null;
  }

  pick(point) {
    return this.edges.find(({ corners, ends: [one, other] }) => {
      const [dx, dy] = [other.x - one.x, other.y - one.y];
      const length = Math.hypot(dx, dy);
      const along = ((point.x - one.x) * dx + (point.y - one.y) * dy) / length ** 2;
      const aside = Math.abs((point.x - one.x) * dy - (point.y - one.y) * dx) / length;
      const near = this.links ? Math.abs(along - 0.5) <= ACROSS : aside <= BESIDE * this.unit && along >= CLEAR && along <= 1 - CLEAR;
      return near && isWithin(corners, point);
    }) || null;
  }
}

// A drag along a net.
export class Way {
  constructor(net, point) {
    this.net = net;
    this.last = this.begun = point;
    this.far = 0;
    this.chains = [[]]; // dots one after another; a new chain where nothing leads on
    this.first = net.pick(point);
    const dot = net.near(point);
    const on = !net.links && !(dot && apart(dot, point) <= START * net.unit) ? this.first : null;
    this.on = on; // the border on which it began, until it arrives at a dot
    this.middle = Boolean(on);
    if (dot && !on && (net.links || apart(dot, point) <= BESIDE * net.unit)) this.chains[0].push(dot);
    this.missed = new Map(); // how near it came to dots since the last one
  }

  go(point) {
    for (const one of passed(this.last, point, FINE * this.net.unit)) this.pass(one);
    this.last = point;
  }

  pass(point) {
    this.far = Math.max(this.far, apart(this.begun, point) / this.net.unit);
    const near = this.net.near(point);
    if (near) this.missed.set(near, Math.min(this.missed.get(near) ?? Infinity, apart(near, point)));
    const dot = this.net.at(point);
    const still = this.on && dot && apart(dot, point) > START * this.net.unit && this.net.pick(point) === this.on;
    if (dot && !still) this.arrive(dot);
  }

  arrive(dot) {
    const chain = this.chains.at(-1);
    const from = chain.at(-1);
    if (from === dot) {
      this.missed.clear();
      return;
    }
    if (this.on) {
      const [one, other] = this.on.ends;
      if (dot === one || dot === other) chain.push(dot === one ? other : one);
      this.on = null;
    } else if (from && !this.net.between(from, dot)) {
      const over = this.over(from, dot);
      if (over) this.step(over);
      else this.chains.push([]);
    }
    this.step(dot);
    this.missed.clear();
  }

  // The dot between two that a drag passed without quite arriving there, if it is clear which.
  over(from, dot) {
    const far = (one) => this.missed.get(one) ?? Infinity;
    const ways = from.edges.flatMap((edge) => edge.ends).filter((one) => one !== from && this.net.between(one, dot)).sort((a, b) => far(a) - far(b));
    if (!ways.length || far(ways[0]) === Infinity) return null;
    return ways.length === 1 || far(ways[1]) - far(ways[0]) > CLEARLY * this.net.unit ? ways[0] : null;
  }

  // Going back takes back.
  step(dot) {
    const chain = this.chains.at(-1);
    if (chain.at(-2) === dot) chain.pop();
    else chain.push(dot);
  }

  // The border on which it ends, if it began on one as well.
  part() {
    const from = this.chains.at(-1).at(-1);
    if (!this.middle || !from) return null;
    const edge = this.net.pick(this.last);
    return edge && edge.ends.includes(from) && apart(from, this.last) >= PART * this.net.unit ? edge : null;
  }

  get isDrag() { return this.far > START; }

  // The places, each once, in the order of the drag; of a click the one that it means.
  places() {
    if (!this.isDrag) return this.first ? [this.first.place] : [];
    const edges = this.chains.flatMap((chain) => chain.slice(1).map((dot, at) => this.net.between(chain[at], dot)));
    if (this.on && this.net.pick(this.last) === this.on) edges.push(this.on);
    edges.push(this.part());
    return [...new Set(edges.filter(Boolean).map((edge) => edge.place))];
  }

  // What it looks like so far: lines, each as points.
  lines() { return this.chains.filter((chain) => chain.length > 1); }
}

// Places that lie side by side, such as cells; `reach`: how far from its middle a box still means its place.
export class Spots {
  constructor(boxes, reach = 0.5) {
    this.boxes = boxes;
    this.reach = reach;
    this.unit = boxes.length ? Math.min(boxes[0].width, boxes[0].height) : 1;
  }

  // The place at a point; while dragging none where several meet.
  pick(point, dragging = false) {
    let best = null;
    let least = 2 * this.reach * (dragging ? MEETING : 1);
    for (const box of this.boxes) {
      if (box.corners) {
        if (this.means(box, point, dragging)) return box;
        continue;
      }
      const [dx, dy] = [Math.abs(point.x - box.x - box.width / 2) / box.width, Math.abs(point.y - box.y - box.height / 2) / box.height];
      if (Math.max(dx, dy) <= this.reach && dx + dy <= least) [best, least] = [box, dx + dy];
    }
    return best;
  }

  // Whether a point means a polygon; while dragging not at its rim.
  means({ corners }, point, dragging) {
    const part = dragging ? MEETING : 1;
    const x = corners.reduce((sum, one) => sum + one.x, 0) / corners.length;
    const y = corners.reduce((sum, one) => sum + one.y, 0) / corners.length;
    return isWithin(corners, { x: x + (point.x - x) / part, y: y + (point.y - y) / part });
  }
}

// A drag over such places.
export class Sweep {
  constructor(spots, point) {
    this.spots = spots;
    this.last = point;
    this.boxes = new Set();
    this.visit(spots.pick(point));
  }

  go(point) {
    for (const one of passed(this.last, point, FINE * this.spots.unit)) this.visit(this.spots.pick(one, true));
    this.last = point;
  }

  visit(box) { if (box) this.boxes.add(box); }

  get isDrag() { return this.boxes.size > 1; }

  places() { return [...this.boxes].map((box) => box.place); }

  lines() { return this.isDrag ? [[...this.boxes].map(middle)] : []; }
}

// A drag over such places that means all of the rectangle between its ends.
export class Stretch {
  constructor(spots, point) {
    this.spots = spots;
    this.first = this.last = spots.pick(point);
  }

  go(point) {
    const box = this.spots.pick(point);
    this.first ??= box;
    this.last = box || this.last;
  }

  get isDrag() { return this.first !== this.last; }

  // Left, top, right and bottom.
  get frame() {
    const ends = [this.first, this.last];
    return [Math.min(...ends.map(({ x }) => x)), Math.min(...ends.map(({ y }) => y)),
      Math.max(...ends.map(({ x, width }) => x + width)), Math.max(...ends.map(({ y, height }) => y + height))];
  }

  // The place where it began comes first.
  places() {
    if (!this.first) return [];
    const [left, top, right, bottom] = this.frame;
    const within = this.spots.boxes.filter((box) => box !== this.first && left <= middle(box).x && middle(box).x <= right && top <= middle(box).y && middle(box).y <= bottom);
    return [this.first, ...within].map((box) => box.place);
  }

  lines() {
    if (!this.isDrag) return [];
    const [left, top, right, bottom] = this.frame;
    return [[[left, top], [right, top], [right, bottom], [left, bottom], [left, top]].map(([x, y]) => ({ x, y }))];
  }
}
