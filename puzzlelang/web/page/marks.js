// Marks that are drawn here until the service's picture of them comes: those that differ are hidden, others stamped on.
//
// A stamp is a value's picture at one place, which is moved to others of the same shape.  Regions have the fill of a
// cell and the line of a wall; values of regions and groups stand at cells.  What has no stamp is tinted where it was touched.

const SVG = "http://www.w3.org/2000/svg";
const ALIKE = 0.7; // how far apart numbers of two places of the same shape may be, in pixels of the picture
const ANY = ""; // stands for all labels of regions

// The corners of a place, as one list of numbers.
function numbers(one) {
  if (one.localName === "polygon") return one.getAttribute("points").split(/[ ,]/).map(Number);
  const [x, y, width, height] = ["x", "y", "width", "height"].map((name) => Number(one.getAttribute(name)));
  return [x, y, x + width, y, x + width, y + height, x, y + height];
}

// The way from one place to another of the same shape, as [x, y]; null if their shapes differ.
function wayTo(one, other) {
  const [from, to] = [numbers(one), numbers(other)];
  if (from.length !== to.length) return null;
  const way = [to[0] - from[0], to[1] - from[1]];
  return from.every((number, at) => Math.abs(to[at] - number - way[at % 2]) < ALIKE) ? way : null;
}

// The sides of a cell, each with a name that is the same for both cells that have it.
function sides(one) {
  const coordinates = numbers(one);
  const corners = coordinates.flatMap((x, at) => (at % 2 ? [] : [[Math.round(x), Math.round(coordinates[at + 1])]]));
  return corners.map((corner, at) => {
    const ends = [corner, corners[(at + 1) % corners.length]].map(String).sort();
    return { name: ends.join(" "), ends };
  });
}

// The values of a find that are given or drawn; none while nothing is drawn.
function known({ name }, controls, wanted) {
  if (!wanted[name]) return {};
  const all = [name, ...controls.filter((one) => one.fixes === name).map((one) => one.name)].flatMap((one) => Object.entries(wanted[one] || {}));
  return Object.fromEntries(all.filter(([, value]) => value !== "false" && value !== "?"));
}

export class Marks {
  constructor() {
    this.svg = null;
    this.stamps = {};
    this.hidden = [];
    this.added = [];
    this.ways = new Map();
    this.parsed = new Map();
  }

  // There is another kit: other places, and other looks of values.
  take(stamps) {
    this.stamps = stamps;
    this.ways.clear();
    this.parsed.clear();
  }

  // There is another picture, with these places.
  show(svg, targets) {
    [this.svg, this.targets, this.hidden, this.added] = [svg, targets, [], []];
    this.there = null;
  }

  isPlaceByPlace(name) { return name in this.stamps; }

  // Draw what `wanted` has where it differs from what the picture `has`, at `places` as of `differing`; `controls` tell
  // what is given.  The places that have no stamp are returned.
  put(has, wanted, places, controls) {
    for (const one of this.hidden) one.style.removeProperty("display");
    for (const one of this.added) one.remove();
    [this.hidden, this.added] = [[], []];
    if (!this.svg || !places.length) return [];
    const kinds = new Map(controls.map((one) => [one.name, one]));
    const spots = new Map();
    for (const { name, place } of places) if (this.isPlaceByPlace(name) && kinds.has(name)) spots.set(`${kinds.get(name).role} ${place}`, [kinds.get(name).role, place]);
    const missing = [];
    for (const [role, place] of spots.values()) {
      const values = controls.filter((one) => one.role === role && wanted[one.name]?.[place] !== undefined);
      const stamped = values.filter((one) => this.isPlaceByPlace(one.name));
      const parts = stamped.map((one) => this.parts(one, has, wanted[one.name], place));
      if (parts.includes(null) || !this.targets.has(place)) missing.push(place);
      else {
        this.hide(role, place, stamped.length < values.length);
        for (const [layer, element] of parts.flat()) this.add(layer, element);
      }
    }
    const walled = controls.filter((one) => (one.holds === "region" || one.parted) && one.role === "find" && this.isPlaceByPlace(one.name));
    if (walled.some((one) => places.some(({ name }) => name === one.name))) {
      this.hide("find", "");
      for (const one of walled) this.walls(one, one.parted ? known(one, controls, wanted) : wanted[one.name] || {});
    }
    return missing;
  }

  // The elements at each place; with `above` only those above the ground, as regions that are given have no stamps.
  hide(role, place, above = false) {
    if (!this.there) {
      this.there = new Map();
      for (const one of this.svg.querySelectorAll("[data-found], [data-given]")) {
        const { found, given } = one.dataset;
        const key = found === undefined ? `given ${given}` : `find ${found}`;
        this.there.set(key, [...(this.there.get(key) || []), one]);
      }
    }
    const ground = above && this.svg.querySelector('[data-layer="ground"]');
    for (const one of this.there.get(`${role} ${place}`) || []) {
      if (ground && one.compareDocumentPosition(ground) & Node.DOCUMENT_POSITION_FOLLOWING) continue;
      one.style.display = "none";
      this.hidden.push(one);
    }
  }

  add(layer, element) {
    this.svg.querySelector(`[data-layer="${layer}"]`).before(element);
    this.added.push(element);
  }

  // What a value looks like at a place, as pairs of layer and element; null if that is not known.
  parts({ name, holds }, has, values, place) {
    const region = holds === "region";
    const samples = this.stamps[name][region ? ANY : values[place]];
    if (!samples || !this.targets.has(place)) return null;
    const [sample, way] = this.way(samples, place);
    if (!sample) return null;
    const parts = samples[sample].filter(([layer]) => !region || layer === "ground").map(([layer, text]) => [layer, this.moved(text, way)]);
    if (region) this.colour(parts, has[name] || {}, values[place]);
    return parts;
  }

  // The sample of the same shape, and the way from there.
  way(samples, place) {
    const names = Object.keys(samples);
    const key = `${names} ${place}`;
    if (!this.ways.has(key)) {
      const target = this.targets.get(place);
      const ways = (names.includes(place) ? [place] : names).map((sample) => [sample, this.targets.has(sample) && wayTo(this.targets.get(sample), target)]);
      this.ways.set(key, ways.find(([, way]) => way) || [null, null]);
    }
    return this.ways.get(key);
  }

  moved(text, [x, y]) {
    const group = document.createElementNS(SVG, "g");
    group.setAttribute("transform", `translate(${x} ${y})`);
    if (!this.parsed.has(text)) this.parsed.set(text, new DOMParser().parseFromString(`<svg xmlns="${SVG}">${text}</svg>`, "image/svg+xml").documentElement);
    group.append(...[...this.parsed.get(text).childNodes].map((one) => document.importNode(one, true)));
    return group;
  }

  // The fill of a region that is there already.
  colour(parts, labels, label) {
    const other = Object.keys(labels).find((place) => labels[place] === label);
    const fill = other && this.svg.querySelector(`[data-found="${other}"]`)?.getAttribute("fill");
    if (fill) for (const [, group] of parts) for (const one of group.children) one.setAttribute("fill", fill);
  }

  // Lines between cells that do not belong together; where values part them, only between those that have one.
  walls({ name, parted }, labels) {
    const line = Object.values(this.stamps[name][ANY] || {}).flat().find(([layer]) => layer === "lines");
    if (!line) return;
    const owners = new Map();
    for (const [place, one] of this.targets) {
      if (one.dataset.sort === "cell") for (const side of sides(one)) owners.set(side.name, { ...side, labels: [...(owners.get(side.name)?.labels || []), labels[place]] });
    }
    const cut = [...owners.values()].filter((side) => side.labels.length === 2 && side.labels[0] !== side.labels[1] && !(parted && side.labels.includes(undefined)));
    if (!cut.length) return;
    const group = this.moved(line[1], [0, 0]);
    const [path, ...others] = group.children;
    for (const one of others) one.remove();
    path.setAttribute("d", cut.map(({ ends }) => `M${ends[0]}L${ends[1]}`).join(""));
    this.add("lines", group);
  }
}
