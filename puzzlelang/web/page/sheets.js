// A board as somebody draws it.  What they change is there at once; the service writes its text later.  It knows no browser.
//
// `marks` are what stands there, `{ declaration: { place: value } }`, as far as that is known; values are texts as a
// change has them.

export class Sheet {
  // Either a `text`, or what was there `before` and the `change` that leads from it to this one.
  constructor({ text = null, marks = null, before = null, change = null }) {
    Object.assign(this, { text, marks, before, change });
  }

  get isWritten() { return this.text !== null; }

  // The service wrote it.
  write(text) { Object.assign(this, { text, before: null, change: null }); }
}

// The sheets that the service has not written yet, up to this one.
export function unwritten(sheet) {
  const chain = [];
  for (let at = sheet; !at.isWritten; at = at.before) chain.unshift(at);
  return chain;
}

// The text of the last one that is written.
export const writtenText = (sheet) => (sheet.isWritten ? sheet : unwritten(sheet)[0].before).text;

// The sheet after a change.  What it looks like is known if its `control` is about places one by one, or if all `finds` go.
export function changed(before, change, control, finds) {
  const same = (marks) => new Sheet({ before, change, marks });
  if (!before.marks) return same(null);
  if (change.clear) return same(Object.fromEntries(Object.entries(before.marks).filter(([name]) => !finds.includes(name))));
  if (!control) return same(before.marks);
  const { name, holds } = control;
  const values = before.marks[name] || {};
  if (holds === "region") return same({ ...before.marks, [name]: painted(values, change) });
  const places = namesOf(control, change.places);
  if (!places.length) return same(before.marks);
  const value = change.value ?? following(control, values[places[0]], change.back);
  if (value === null) return same(before.marks);
  // What is seen is what is asked for.
  const marks = { ...before.marks, [name]: put(control, values, places, value) };
  return new Sheet({ before, change: { ...change, value, back: false }, marks });
}

// What has the values of touched places: these, or the regions or groups that they mean.
export const namesOf = ({ meant }, places) => (meant ? [...new Set(places.flatMap((place) => meant[place] || []))] : places);

// The same marks by the places where they are seen: values of regions and groups stand at some of their cells.
export function seen(marks, controls) {
  const result = { ...marks };
  for (const { name, shown } of controls) {
    if (!shown || !marks[name]) continue;
    result[name] = {};
    for (const [whole, value] of Object.entries(marks[name])) {
      for (const cell of shown[whole] || []) result[name][cell] = cell in result[name] ? `${result[name][cell]} ${value}` : value;
    }
  }
  return result;
}

// The value after this one, or before it, among those that one can step through.
function following({ steps = [] }, now = "", back = false) {
  if (!steps.length) return null;
  return steps[(Math.max(steps.indexOf(now), 0) + (back ? steps.length - 1 : 1)) % steps.length];
}

function put({ role }, values, places, value) {
  const after = { ...values };
  for (const place of places) {
    if (value === "" || (value === "false" && role === "given")) delete after[place];
    else after[place] = value;
  }
  return after;
}

// Labels of regions: cells join the region of the first one, a single cell becomes a region of its own.
function painted(values, { places, value = null, back = false }) {
  const labels = Object.fromEntries(Object.entries(values).filter(([, label]) => label !== "false"));
  for (const place of places) {
    if (back || value === "") delete labels[place];
    else labels[place] = value || (places.length > 1 && labels[places[0]]) || unused(labels);
  }
  return labels;
}

function unused(labels) {
  const taken = new Set(Object.values(labels));
  const letters = [..."abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  for (let number = 0; ; number += 1) {
    const free = letters.map((letter) => (number ? `${letter}${number}` : letter)).find((label) => !taken.has(label));
    if (free) return free;
  }
}

// Where two marks say different things: `[{ name, place }]`.
export function differing(marks, others) {
  const changes = [];
  for (const name of new Set([...Object.keys(marks), ...Object.keys(others)])) {
    const [one, other] = [marks[name] || {}, others[name] || {}];
    for (const place of new Set([...Object.keys(one), ...Object.keys(other)])) if (one[place] !== other[place]) changes.push({ name, place });
  }
  return changes;
}

// What stands at a place, in words: `clue 3`, `no tent`.
export function said(marks, controls, place) {
  const words = ({ name, holds }, value) => (value === "false" ? `no ${name}` : holds === "member" ? name : `${name} ${value}`);
  const values = (control) => namesOf(control, [place]).map((name) => marks?.[control.name]?.[name]).filter((value) => value !== undefined);
  return controls.flatMap((one) => values(one).map((value) => words(one, value))).join(", ");
}
