// The page: what belongs together.

import { Refusal, ask, get, later, stream, whileWaiting } from "./api.js";
import { prepare } from "./transport.js";
import { Board, isChosenFirst } from "./board.js";
import { Kept, storage } from "./kept.js";
import { COLOURS, Clock, noted, read as notesOf } from "./play.js";
import { Patterns } from "./patterns.js";
import { Questions } from "./questions.js";
import { RulesText } from "./rules.js";
import { packed, unpacked } from "./share.js";
import { Sheet, changed, differing, namesOf, said, seen, unwritten, writtenText } from "./sheets.js";
import { Samples } from "./samples.js";
import { Start } from "./start.js";
import { Store, by } from "./state.js";

const $ = (id) => document.getElementById(id);
const MOST_TOGETHER = 100; // changes that the service takes at once
const FEW_KEYS = 4; // values of one letter that stand in a row; more of them are a keypad
const MANY_NUMBERS = 12; // of more numbers there are keys for the digits, which make up a number
const DIGITS = [..."1234567890"];
const LATER = ["gone", "busy", "too many"]; // why what is asked for is had later
const PAUSE = 60; // milliseconds without a key after which rules are looked at, and all is kept
const FIRST = "tents";
const USES = ["play", "set", "write"];
const USE = "puzzlelang.use";
const NOTES = { name: "notes", sort: "cell", holds: "note", steps: [] }; // what is touched while the pencil is in hand
const BEGINNING = `puzzle "My puzzle"
board rectangle
given clue : cells to number?
find  mark : set of cells  as "#"

rule clue "{c.clue} marks lie around {c}":
  every c in cells with c.clue: count(mark & around(c)) = c.clue
`;
const NAMES = {
  link: "address of this page", text: "board text", json: "JSON", svg: "SVG picture", png: "PNG picture", print: "print, or PDF", rules: "rules file",
  lia: "SMT-LIB", dimacs: "DIMACS", puzzlink: "puzz.link address", pzprv3: "file of puzz.link", penpa: "penpa-edit address", fpuzzles: "f-puzzles address",
  tatham: "game ID of Simon Tatham's puzzles", sudokupad: "SudokuPad address",
  kudamono: "Kudamono address", puzzleteam: "task of puzzle-sudoku.com and its sisters", walls: "tuples of hints and walls", line: "Sudoku in one line",
  killer: "killer Sudoku in one line", non: ".non file of a nonogram", "fpuzzles-json": "f-puzzles JSON",
};

const store = new Store();
let genres = [];
let shown = null; // the picture and its controls
let view = null; // the sheet of an answer, null for one's own
let sentences = {}; // what is wrong at places
let roles = {};
let examples = [];
let linked = null; // the state that the address holds
let opened = false; // whether a link is being opened
const kept = new Kept(storage("localStorage"), storage("sessionStorage"));
const clock = new Clock($("clock"));
const dark = matchMedia("(prefers-color-scheme: dark)");

const board = new Board($("picture"), touch, near, (places, digit) => { if (use === "play") note(places, digit); });
const editor = new RulesText(
  $("editor"),
  {
    analyse: (text, offset) => ask("analyse", { rules: text, offset }),
    rename: (text, offset, name) => ask("rename", { rules: text, offset, name }),
  },
  typed,
  (text) => { $("rules-state").textContent = text; },
);
const questions = new Questions({
  body: async () => { const board = await written(); return { ...store.by, board }; },
  view: (text, pointed) => { if (text !== null) view = new Sheet({ text }); roles = pointed; redraw(); },
  own: () => { if (view || Object.keys(roles).length) { view = null; roles = {}; sentences = {}; redraw(); } },
  take: (text) => { forget(); store.set({ board: text }, { source: "take" }); },
  play: () => use === "play" && { name: "Play this", run: (text) => { begin(); put({ board: text, notes: "" }, true); } },
  say: (reply) => { sentences = reply; },
  rule,
  solved,
  next: () => (use === "play" && done ? [{ name: "New board", run: () => document.querySelector("[data-ask=generate]").click() }, { name: "All puzzles", run: () => $("home").click() }] : []),
});
const beginning = new Start({
  ask: async (names) => (await ask("covers", { genres: names, dark: dark.matches })).covers,
  choose: (name) => { setUse("play"); guarded(choose(name)); },
  search: async (text) => (await ask("search", { text: text.slice(0, 100) })).genres.map((one) => one.name),
  again: (work) => guarded(again(work)),
});
const patterns = new Patterns({
  ask: async (genre) => (await ask("patterns", { genre, dark: dark.matches })).patterns,
  failed: (error) => questions.tell(error.message, true),
});

const samples = new Samples({
  ask: (start) => ask("examples", { ...store.by, start, dark: dark.matches }),
  choose: (one) => guarded(unless(ask("read", { ...store.by, text: one.board }), (reply) => put({ board: reply.board, notes: "" }))),
  goTo: (line) => guarded(editor.goTo(line, 1)),
  failed: (error) => { if (!(error instanceof Refusal)) throw error; }, // mistakes stand under the rules already
});

// ----------------------------------------------------------------------------------------- uses: play, set and write

let use = "play";

// What the page is for now; all uses have the same board.
function setUse(name) {
  use = name;
  $("uses").querySelector(`[value=${name}]`).checked = true;
  document.querySelector("main").dataset.use = name;
  if (name === "write") guarded(editor.open());
  try { localStorage.setItem(USE, name); } catch { /* then it begins with playing */ }
  if (name !== "play") pencil(false);
  $("making").open = name !== "play";
  // Who sets a board begins with its size, who plays with the rules.
  if (name === "set") $("in-words").before($("making"), $("singles"));
  else $("patterns").after($("making"), $("singles"));
  if (!shown) return;
  forget();
  redraw();
  if (name === "set") layer = "";
  layers(shown.controls);
  glance();
}

function showStart() {
  keep();
  $("genre").value = "";
  document.querySelector("main").hidden = true;
  beginning.show(kept.all().filter((work) => work.changed));
  document.title = "puzzlelang";
  window.scrollTo(0, 0);
}

function leaveStart() {
  if (!beginning.shown) return;
  hideStart();
  history.pushState({ board: true }, "", location.href);
}

function hideStart() {
  beginning.hide();
  document.querySelector("main").hidden = false;
  window.scrollTo(0, 0); // the list was scrolled to the puzzle, the board begins at its top
}

// Back leads from a board to the list of puzzles, forward to the board again; addresses with a board are opened elsewhere.
addEventListener("popstate", ({ state }) => {
  if (location.hash.length > 8) return;
  if (!state?.board) showStart();
  else if (store.now.rules) { hideStart(); named(); redraw(); }
});

// What a change of the board is looked at for: that it is solved, or how many answers it has.
function glance() {
  if (use === "set" && $("answers").checked) questions.count();
  else if ($("live").checked || shown?.drawn || !store.now.sheet.isWritten) questions.watch($("live").checked);
}

// ------------------------------------------------------------------------------------------ clock, pencil and trial

let moves = 0; // edits since the board was there
let done = false; // whether it was said to be solved
let trial = null; // what was there when a trial began: { sheet, notes, marks }
let noting = false; // whether the pencil is in hand

function solved() {
  if (use !== "play" || !moves) return "";
  clock.stop();
  done = true;
  return ` ${clock.text}, ${moves} move${moves === 1 ? "" : "s"}.`;
}

// Another board, or one that goes on.
function anew({ seconds = 0, moves: before = 0 } = {}) {
  moves = before;
  done = false;
  clock.set(seconds);
  endTrial();
  pencil(false);
}

// What lies over the picture: notes, what is drawn on trial, and marks that the picture does not have yet.
function overlay() {
  const sheet = view || store.now.sheet;
  const has = shown && isAbout(shown.by) ? shown : null;
  const there = sheet.marks || has?.marks || {};
  const marks = seen(there, shown?.controls || []);
  const pictured = has && seen(has.marks, has.controls);
  const notes = Object.entries(notesOf(store.now.notes));
  const over = notes.filter(([, one]) => one.colour).map(([place, one]) => ({ place, kind: `tint-${one.colour}` }));
  if (trial && has && !view) over.push(...differing(seen(trial.marks, has.controls), marks).map(({ place }) => ({ place, kind: "tried" })));
  const finds = (shown?.controls || []).filter((one) => one.role === "find");
  over.push(...notes.filter(([place, one]) => one.marks && !said(there, finds, place)).map(([place, one]) => ({ place, kind: "marks", text: one.marks })));
  if (has) over.push(...board.marks.put(pictured, marks, differing(pictured, marks), has.controls).map((place) => ({ place, kind: "waits" })));
  if (!sheet.isWritten) for (const { change } of unwritten(sheet)) if (change.places && !board.marks.isPlaceByPlace(change.name)) over.push(...change.places.map((place) => ({ place, kind: "waits" })));
  board.lay(over);
}

function pencil(on) {
  if (noting === on) return;
  noting = on;
  $("pencil").setAttribute("aria-pressed", String(on));
  brush = null;
  if (shown) values();
}

function note(touched, value) {
  const places = COLOURS.includes(value) || !value ? touched : unfixed(touched);
  if (value === null || !places.length) return;
  store.set({ notes: noted(store.now.notes, places, value) }, { source: "note" });
  if (!done) clock.start();
}

function beginTrial() {
  if (!shown) return;
  trial = { sheet: store.now.sheet, notes: store.now.notes, marks: store.now.sheet.marks || shown.marks };
  tryButtons();
}

function endTrial() {
  if (!trial) return;
  trial = null;
  tryButtons();
  overlay();
}

function tryButtons() {
  $("try").setAttribute("aria-pressed", String(trial !== null));
  $("try").hidden = trial !== null;
  for (const id of ["try-keep", "try-drop"]) $(id).hidden = trial === null;
}

function dropTrial() {
  const { sheet, notes } = trial;
  endTrial();
  store.set({ sheet, notes }, { source: "take" });
}

// ---------------------------------------------------------------------------------------------------- the picture

let served = null; // what the picture shows, or cannot show: { by, sheet, roles, dark }
let tag = ""; // of the kit that the board has
let together = MOST_TOGETHER; // changes that are asked for at once

const isAbout = (one) => JSON.stringify(one) === JSON.stringify(store.by);

// What is to be seen, as soon as the service is asked.
const wanted = () => ({ by: store.by, sheet: view || store.now.sheet, roles, dark: dark.matches });

const isServed = (what) => served !== null && served.sheet === what.sheet && JSON.stringify({ ...served, sheet: 0 }) === JSON.stringify({ ...what, sheet: 0 });

let busy = false;
let work = null; // what is under way while it is busy

// Have all changes written and the picture drawn: one request after another, each about all that was done in the meantime.
function draw() {
  if (busy) return work;
  busy = true;
  work = catchUp();
  return work;
}

async function catchUp() {
  try {
    for (;;) {
      const { now } = store;
      const what = wanted();
      if (served === null && !now.sheet.isWritten && writtenText(now.sheet).trim()) await show({ ...what, sheet: unwritten(now.sheet)[0].before });
      else if (!now.sheet.isWritten) await write(now);
      else if (!isServed(what) && what.sheet.text.trim()) await show(what);
      else break;
    }
  } finally {
    busy = false; // at once, as what is done from now on needs another turn
  }
  if (!wanted().sheet.text.trim()) $("picture").classList.add("stale");
}

const redraw = () => guarded(draw());

async function show(what) {
  try {
    accept(await ask("draw", { ...what.by, board: what.sheet.text, roles: what.roles, dark: what.dark, seen: tag }), what);
  } catch (error) {
    served = what;
    if (isAbout(what.by) && (view || store.now.sheet) === what.sheet) refuse(error);
  }
}

// Have changes written.  Whatever keeps the service from it, they wait here.
async function write({ sheet, ...state }) {
  const sheets = unwritten(sheet).slice(0, together);
  const text = sheets[0].before.text;
  const what = { by: by(state), sheet: sheets.at(-1), roles: {}, dark: dark.matches };
  let reply;
  try {
    reply = await ask("edit", { ...what.by, board: text, changes: sheets.map((one) => one.change), dark: what.dark, seen: tag });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (LATER.includes(error.reason)) await later(error.message);
    else if (sheets.length > 1) together = 1; // to find the one that is refused
    else {
      sheets[0].write(text);
      store.written();
      questions.tell(error.message, true);
    }
    return;
  }
  together = MOST_TOGETHER;
  sheets.forEach((one, at) => one.write(reply.boards[at]));
  const refused = new Set(reply.refused.map((one) => one.change));
  if (refused.size) for (const one of sheets) one.marks = null; // they were not what was thought
  moves += sheets.length - refused.size;
  if (isAbout(what.by) && !view) accept(reply, what);
  store.written();
  if (refused.size) questions.tell(reply.refused.at(-1).message, true);
}

// The text of the board, with all that was done.
async function written() {
  while (!store.now.sheet.isWritten) await draw();
  return store.now.sheet.text;
}

function accept(reply, what) {
  const before = shown;
  if (!isAbout(what.by)) return;
  shown = { ...reply, by: what.by };
  what.sheet.marks = reply.marks;
  served = what;
  if (reply.kit) ({ tag } = reply.kit);
  document.querySelector("main").classList.remove("undrawn");
  complain("board-problems", []);
  board.show(reply.svg, reply.kit, `${reply.title}, ${reply.rows} rows, ${reply.columns} columns`);
  overlay();
  $("board-heading").textContent = `${reply.title} ${reply.rows}x${reply.columns}`;
  for (const name of ["rows", "columns"]) if (before?.[name] !== reply[name]) $(name).value = reply[name]; // else somebody may be at it
  if (pointed[0]) near(...pointed); // what stands there may be gone
  say(reply.sentences);
  layers(reply.controls);
  forms(reply.forms);
}

function refuse(error) {
  if (!(error instanceof Refusal)) throw error;
  $("picture").classList.add("stale");
  const own = error.diagnostics.filter((item) => item.file !== "board" && item.file?.endsWith(".rules"));
  if (own.length) return; // they stand under the rules
  complain("board-problems", error.diagnostics.length ? error.diagnostics : [{ message: error.message, help: "", severity: "error", line: null }]);
}

function complain(id, diagnostics, go) {
  $(id).replaceChildren(...diagnostics.slice(0, 20).map((item) => {
    const line = document.createElement("li");
    line.className = item.severity;
    const text = `${item.line ? `Line ${item.line}: ` : ""}${item.message}${!item.help ? "" : item.help.includes("\n") ? `\n${item.help}` : ` (${item.help})`}`;
    if (go && item.line) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = text;
      button.addEventListener("click", () => go(item));
      line.append(button);
    } else line.textContent = text;
    return line;
  }));
}

let pointed = ["", ""]; // what was pointed at last, with a word before it

function near(place, where = "") {
  pointed = [place, where];
  const stands = shown && said((view || store.now.sheet).marks || shown.marks, shown.controls, place);
  const text = [where + place, stands, ...(sentences[place] || [])].filter(Boolean).join(": ");
  if ($("place").textContent !== text) $("place").textContent = text;
}

// ------------------------------------------------------------------------------------------------------- controls

let layer = "";
let brush = null;

const MANY_LAYERS = 15;

// Of many layers show those of the board and the chosen one; the rest are in a list.
function fewer(placed) {
  const shut = (one) => placed.length > MANY_LAYERS && one.name !== layer && !one.used;
  placed.forEach((one, at) => {
    const label = $("layers").children[at];
    label.hidden = shut(one);
    label.firstChild.checked = one.name === layer;
  });
  const rest = placed.filter(shut);
  $("more").hidden = rest.length === 0;
  $("more").replaceChildren(new Option(`more (${rest.length})…`, ""), ...rest.map((one) => new Option(one.name, one.name)));
}

function chooseLayer(name) {
  layer = name;
  brush = null;
  board.choose([]);
  fewer(offered(shown.controls));
  values();
}

// What a click can change: who plays changes nothing that is given.
const offered = (controls) => controls.filter((one) => one.sort && (use !== "play" || one.role === "find"));

function layers(controls) {
  const placed = offered(controls);
  const signature = JSON.stringify(placed.map((one) => [one.name, one.role, one.steps]));
  const finds = placed.filter((one) => one.role === "find");
  const givens = placed.filter((one) => one.role === "given");
  const set = use === "set" && (givens.find((one) => one.used) || givens[0]);
  if (!placed.some((one) => one.name === layer)) layer = set ? set.name : ((store.now.genre || shown.drawn) && finds[0] ? finds[0] : placed[0])?.name || "";
  if ($("layers").dataset.signature !== signature) {
    $("layers").dataset.signature = signature;
    $("layers").replaceChildren(...placed.map((one) => {
      const label = document.createElement("label");
      label.className = one.role;
      label.title = one.role === "find" ? "to be found: what you draw" : "given: what the board says";
      const input = document.createElement("input");
      Object.assign(input, { type: "radio", name: "layer", value: one.name, checked: one.name === layer });
      input.addEventListener("change", () => chooseLayer(one.name));
      label.append(input, one.name);
      return label;
    }));
    brush = null;
  }
  fewer(placed);
  singles(use === "play" ? [] : controls.filter((one) => !one.sort));
  values();
}

const current = () => (noting ? NOTES : shown?.controls.find((one) => one.name === layer && one.sort) || null);

// What can be noted: digits or letters of what is to be found, and colours.
function noteButtons() {
  const marks = [...new Set(shown.controls.filter((one) => one.role === "find" && one.sort === "cell").flatMap((one) => one.steps || []))];
  const small = marks.filter((one) => /^[\p{L}\p{N}]$/u.test(one)).slice(0, 12);
  const press = (text, run) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = text;
    button.addEventListener("click", run);
    return button;
  };
  const onChosen = (value) => () => { if (board.chosen.length) note(board.chosen, value); else questions.tell("Choose a cell first."); };
  const colours = COLOURS.map((colour) => {
    const button = press(colour, () => { brush = brush === colour ? null : colour; values(); });
    button.className = `tint tint-${colour}`;
    button.brush = colour;
    return button;
  });
  return [...small.map((mark) => press(mark, onChosen(mark))), ...colours, press("no notes", onChosen(""))];
}

// A value goes to the chosen places; if there are none, it is what is put down from now on.
function give(value) {
  if (value !== null && board.picking && board.chosen.length) touch(board.chosen, value, false);
  else {
    brush = value === brush ? null : value;
    if (value === null) board.choose([]);
    values();
  }
}

// A digit goes to the chosen places as if it were typed, so that a second one soon after it makes up a number with it.
function press(digit) {
  if (board.picking && board.chosen.length) board.type(board.cursor, digit);
  else give(digit);
}

// The values that can be put down, and stepping through them.
function values() {
  const control = current();
  board.use(control, brush);
  // The same buttons stay: one that is pressed while an edit is answered would be gone before it is let go.
  const { name, role, holds, steps: offers } = control || {};
  const signature = JSON.stringify([name, role, holds, offers, noting && shown.controls.map((one) => [one.name, one.steps])]);
  if ($("brush").dataset.signature !== signature) {
    $("brush").dataset.signature = signature;
    $("keys").textContent = howTo(control);
    const focus = [...$("brush").children].indexOf(document.activeElement);
    $("brush").replaceChildren(...(noting ? noteButtons() : valueButtons(control)));
    $("brush").classList.toggle("keypad", (offers || []).filter((step) => step.length === 1 && step !== "?").length > FEW_KEYS || noting);
    if (focus >= 0) $("brush").children[focus]?.focus();
  }
  for (const one of $("brush").children) {
    if (one.brush !== undefined) one.setAttribute("aria-pressed", String(brush === one.brush));
    if (one.tagName === "INPUT" && one !== document.activeElement) one.value = brush || "";
  }
}

// How the mouse and the keyboard draw, in a few words.
function howTo(control) {
  const { name, holds, sort } = control || {};
  const keys = "Arrow keys move, Delete erases.";
  if (!control) return "";
  if (noting) return "Choose cells with a click or a drag, then press a digit, a letter or a colour. None of it is part of the answer.";
  if (control.rectangular) return `Drag from corner to corner of one ${name}; a right click takes it away. ${keys}`;
  if (holds === "region" && control.role === "given") return `Drag over some cells of a ${name} to part them off, or out of a ${name} to enlarge it; a click parts off one cell. ${keys}`;
  if (["region", "group", "path"].includes(holds)) return `Drag over the cells of one ${holds === name ? holds : `${holds} (${name})`}; a right click takes it away. ${keys}`;
  if (isChosenFirst(control)) return `Click a cell, or drag over several, then press a value or type it. ${keys}${use === "play" && holds === "number" && sort === "cell" ? " Shift with a digit notes it." : ""}`;
  const several = ["link", "border"].includes(sort) ? "drag along the way of several" : "drag over several";
  if (holds !== "member") return `Each click gives the next value, a right click the one before; ${several}. ${keys}`;
  const no = control.steps.includes("false") ? ` A second click, or a right click, says “no ${name}”.` : "";
  return `Click for one ${name}, ${several}.${no} ${keys} Shift with an arrow key draws.`;
}

function valueButtons(control) {
  const every = (control?.steps || []).filter((step) => step !== "");
  const byDigits = control?.holds === "number" && every.length > MANY_NUMBERS;
  const steps = byDigits ? [...DIGITS, ...every.filter((step) => Number.isNaN(Number(step)))] : every.slice(0, 24);
  const names = control?.holds === "member" ? { true: control.name, false: `no ${control.name}` } : { false: "empty" };
  const one = (value, text) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = text;
    button.brush = value;
    if (value !== null) button.dataset.value = value;
    else button.classList.add("tool");
    if (value === "") button.classList.add("tool");
    button.addEventListener("click", () => (byDigits && DIGITS.includes(value) ? press(value) : give(value)));
    return button;
  };
  const whole = ["region", "group", "path"].includes(control?.holds);
  const tools = control ? [one(null, whole ? `one ${control.holds}` : isChosenFirst(control) ? "choose" : "by turns")] : [];
  if (steps.length > 1) tools.push(...steps.map((step) => one(step, names[step] || step)));
  if (control && (control.holds !== "region" || control.role === "find")) tools.push(one("", "erase"));
  if (["list", "number"].includes(control?.holds) && (control.holds === "list" || steps.length > 9 || !steps.length)) {
    const input = document.createElement("input");
    Object.assign(input, { size: 8, placeholder: control.holds === "list" ? "1 2 3" : "number" });
    input.setAttribute("aria-label", "Value to put down");
    input.classList.toggle("spare", byDigits); // there are keys for the same
    input.addEventListener("change", () => {
      give(input.value.trim());
      if (brush === null) input.value = ""; // it went to chosen places
    });
    tools.push(input);
  }
  return tools;
}

function singles(fields) {
  if ($("singles").contains(document.activeElement)) return;
  $("singles").replaceChildren(...fields.map((one) => {
    const label = document.createElement("label");
    label.htmlFor = `single-${one.name}`;
    label.textContent = one.name;
    const options = (one.steps || []).filter(Boolean);
    const input = document.createElement(options.length && one.holds === "name" ? "select" : "input");
    if (input.tagName === "SELECT") input.append(...options.map((step) => new Option(step, step)));
    input.id = label.htmlFor;
    input.value = one.value || "";
    if (input.tagName === "INPUT") input.placeholder = one.usual || "";
    input.addEventListener("change", () => edit({ name: one.name, value: input.value }));
    const pair = document.createElement("span");
    pair.className = "pair";
    pair.append(label, input);
    return pair;
  }));
}

function forms(outside) {
  const wanted = ["link", ...outside, "text", "json", "svg", "png", "print", "rules", "lia", "dimacs"];
  if ($("form").dataset.wanted === String(wanted)) return;
  $("form").dataset.wanted = String(wanted);
  $("form").replaceChildren(...wanted.map((form) => new Option(NAMES[form] || form, form)));
}

// -------------------------------------------------------------------------------------------------------- editing

function touch(touched, value, back, whole = false) {
  if (noting) { note(touched, value); return; }
  if (whole) { outline(touched, back || value === ""); return; }
  const places = use === "play" && value !== "" ? unfixed(touched, layer) : touched;
  if (layer && places.length) edit({ name: layer, places, value, back, ...images() }, board.marks.isPlaceByPlace(layer) ? current() : null);
}

// One region from cells, or none with `away`: of regions that it meets nothing is left.
function outline(cells, away) {
  const labels = (store.now.sheet.marks || shown.marks)[layer] || {};
  const met = new Set(cells.map((cell) => labels[cell]).filter((label) => label && label !== "false"));
  const left = Object.keys(labels).filter((cell) => met.has(labels[cell]) && !cells.includes(cell));
  const gone = away ? [...cells, ...left] : left;
  if (gone.length) edit({ name: layer, places: gone, value: null, back: true }, current());
  if (!away) edit({ name: layer, places: cells, value: null, back: false }, current(), gone.length > 0);
}

// The places whose value is not given; of one find, or of all.
function unfixed(places, name = "") {
  const givens = shown.controls.filter((one) => one.fixes && (!name || one.fixes === name));
  return places.filter((place) => givens.every((one) => namesOf(one, [place]).every((name) => ["?", undefined].includes(shown.marks[one.name]?.[name]))));
}

// Whoever sets clues in a symmetry draws their images as well.
function images() {
  const wanted = use === "set" && $("images").checked && $("symmetry").value !== "none";
  return wanted && current()?.role === "given" ? { symmetry: $("symmetry").value } : {};
}

// A change is there at once, and waits to be written.  `over`: it is undone with the one before.
function edit(change, control = null, over = false) {
  forget();
  const finds = (shown?.controls || []).filter((one) => one.role === "find").map((one) => one.name);
  store.set({ sheet: changed(store.now.sheet, change, control, finds) }, { over, source: "edit" });
  if (use === "play" && !done) clock.start();
  if (change.places) near(change.places.at(-1));
  redraw();
}

// What comes of an answer, unless what it is about is gone when it comes.
async function unless(answer, act) {
  const begun = store.now;
  const reply = await answer;
  return store.now === begun ? act(reply) : undefined;
}

// ---------------------------------------------------------------------------------------------------------- rules

let pause = 0;
let looking = 0;

function typed(text) {
  store.set({ genre: "", rules: text }, { over: store.now.genre === "" && recently(), source: "editor" });
  clearTimeout(pause);
  pause = setTimeout(look, PAUSE);
}

let last = 0;
function recently() {
  const before = last;
  last = performance.now();
  return last - before < 1000;
}

async function look() {
  const mine = ++looking;
  try {
    const reply = await ask("analyse", store.by);
    if (mine !== looking) return;
    editor.show(reply.diagnostics);
    complain("problems", reply.diagnostics, (item) => guarded(editor.goTo(item.line, item.column)));
    const count = reply.diagnostics.length;
    $("rules-state").textContent = count ? `${count} mistake${count > 1 ? "s" : ""}` : `${reply.title}: no mistakes`;
    if (!count) {
      prove(reply.title);
      if (store.now.sheet.isWritten && !store.now.sheet.text.trim()) await blank();
      else redraw();
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    $("rules-state").textContent = error.message;
  }
}

const TRYING = { pause: 400, seconds: 10 }; // milliseconds before the examples are tried, and how long that may take
let proving = false;
let proved = null; // { rules, result } of the last time

// Whether the examples of one's own rules hold, a moment after each change; never two at once.
async function prove(title) {
  const { genre, rules } = store.now;
  if (genre) return;
  if (proved?.rules === rules) { judge(title, proved.result); return; }
  if (proving) return; // whoever is at it looks again
  proving = true;
  try {
    await new Promise((done) => setTimeout(done, TRYING.pause));
    if (rules !== store.now.rules) return;
    const total = rules.match(/^[ \t]*example\b/gm)?.length || 0;
    let done = 0;
    const see = (line) => { if (line.kind === "example" && rules === store.now.rules) $("rules-state").textContent = `${title}: no mistakes; ${done += 1} of ${total} examples tried…`; };
    proved = { rules, result: (await stream("lint", { rules, seconds: TRYING.seconds }, see)).result };
    if (rules === store.now.rules && !store.now.genre) judge(title, proved.result);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (rules === store.now.rules) $("rules-state").textContent = `${title}: the examples were not tried: ${error.message}`;
  } finally {
    proving = false;
    if (rules !== store.now.rules) look();
  }
}

function judge(title, { examples: tried, diagnostics }) {
  samples.judge(tried.map((one) => one.holds));
  editor.show(diagnostics);
  complain("problems", diagnostics, (item) => guarded(editor.goTo(item.line, item.column)));
  const of = (holds) => tried.filter((one) => one.holds === holds).length;
  const count = (number, what) => `${number} ${what}${number === 1 ? "" : "s"}`;
  const warnings = diagnostics.filter((item) => item.severity === "warning").length;
  const summary = of(false) ? [`${of(false)} of ${count(tried.length, "example")} ${of(false) === 1 ? "is" : "are"} wrong`] : ["no mistakes"];
  if (!of(false) && of(true)) summary.push(`${count(of(true), "example")} hold${of(true) === 1 ? "s" : ""}`);
  if (of(null)) summary.push(`${count(of(null), "example")} took too long`);
  if (warnings) summary.push(count(warnings, "warning"));
  $("rules-state").textContent = `${title}: ${summary.join(", ")}`;
}

// The rows and columns that somebody typed; null while there is no board.
function typedSize() {
  const fields = [$("rows"), $("columns")];
  return shown && fields.every((field) => field.checkValidity()) ? fields.map((field) => Number(field.value)) : null;
}

function blank(size) {
  return unless(ask("blank", { ...store.by, ...(size ? { size } : {}) }), (reply) => store.set({ board: reply.board }));
}

let opening = 0;

// Rules of the library, with a board: `text`, else one to play, or for who writes rules the first example; `work` was kept.
async function choose(name, text = null, work = null) {
  const mine = ++opening;
  const reply = await ask("show", { genre: name });
  const first = text === null ? (use === "write" ? null : reply.first) ?? reply.examples[0]?.board : "";
  const read = first ? await ask("read", { genre: name, text: first }).catch(() => null) : null;
  const start = text || (read?.board ?? (await ask("blank", { genre: name })).board);
  if (mine !== opening) return false; // something else was chosen in the meantime
  begin(work);
  list(reply.examples);
  patterns.about(name, reply.patterns);
  put({ genre: name, rules: reply.text, board: start, notes: work?.notes || "" }, true);
  return true;
}

// Another work begins, or one that was kept goes on.
function begin(work = null) {
  keep();
  ++opening;
  [layer, brush] = ["", null]; // nothing is in hand, even if it has the same values
  served = null; // its picture says what can be in hand
  pointed = ["", ""];
  $("place").textContent = "";
  board.choose([]);
  if (!opened && linked) unlink();
  if (work) kept.take(work);
  else kept.leave();
  earlier();
  leaveStart();
  if (use === "play") window.scrollTo(0, 0); // the board is to be seen
  anew(work || {});
}

// How players read a rule, with its number in the list of them; the name of one that is not there.
function rule(name) {
  const at = shown ? shown.rules.indexOf(name) : -1;
  return at < 0 ? `Rule: ${name}.` : `Rule ${at + 1}: ${shown.sentences[at].replace(/<([^<>]+)>/g, "$1")}`;
}

// The rules as players read them.
function say(sentences) {
  if ($("sentences").dataset.shown === String(sentences)) return;
  $("sentences").dataset.shown = String(sentences);
  $("sentences").replaceChildren(...sentences.map((sentence) => {
    const line = document.createElement("li");
    // What each place says for itself stands in `<…>`.
    line.append(...sentence.split(/<([^<>]+)>/).map((part, at) => {
      if (at % 2 === 0) return part;
      const name = document.createElement("em");
      name.textContent = part;
      return name;
    }));
    return line;
  }));
  $("in-italics").hidden = !$("sentences").querySelector("em");
}

// Rules and board at once; if they are there already, what was asked about them goes.  Where another work `begins`,
// nothing before it can be undone, and the board of other rules is not seen while the new one is on its way.
function put(state, begins = false) {
  forget();
  const before = store.now;
  store.set(state, { begins });
  if (store.now === before) redraw();
  else if (JSON.stringify(by(before)) !== JSON.stringify(store.by)) {
    board.hide();
    document.querySelector("main").classList.add("undrawn"); // nor what could be drawn on it
    $("board-heading").textContent = titled(store.now);
  }
}

function forget() {
  view = null;
  roles = {};
  sentences = {};
  questions.clear();
}

// Rules of one's own.
function own(rules, text = "", work = null) {
  begin(work);
  list([]);
  patterns.about("", false);
  put({ genre: "", rules, board: text, notes: work?.notes || "" }, true);
}

async function search(text) {
  const { sure, genres: matches } = await ask("search", { text: text.slice(0, 100) });
  if (sure) return choose(matches[0].name);
  const said = `The library has no “${text}”.${matches.length ? " Did you mean one of these?" : ""}`;
  return questions.offer(said, matches.map((one) => ({ name: one.title, run: () => guarded(choose(one.name)) })));
}

function list(items) {
  examples = items;
  $("example").replaceChildren(new Option(items.length ? "choose…" : "none", ""), ...items.map((one, at) => new Option(one.title, String(at))));
  $("example").disabled = !items.length;
}

// --------------------------------------------------------------------------------------------------------- dialog

function dialog(title, note, text, action) {
  $("dialog-title").textContent = title;
  $("dialog-note").textContent = note;
  $("dialog-text").value = text;
  $("dialog-do").textContent = action.name;
  $("dialog-do").onclick = action.run;
  $("dialog-save").hidden = !action.file;
  $("dialog-save").onclick = () => download(action.file, new Blob([$("dialog-text").value], { type: "text/plain" }));
  $("dialog-text").hidden = action.textless === true;
  $("dialog-open").hidden = !action.opens;
  $("dialog-form").hidden = !action.shares;
  if (!$("dialog").open) $("dialog").showModal();
  if (action.shares || action.textless) return;
  $("dialog-text").focus();
  $("dialog-text").select();
}

function download(name, blob) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

const copy = {
  name: "Copy",
  async run() {
    $("dialog-text").select();
    try { await navigator.clipboard.writeText($("dialog-text").value); } catch { document.execCommand("copy"); }
    $("dialog-do").textContent = "Copied";
  },
};

async function paste(text) {
  try {
    const hash = /#\/?([\w-]{8,})$/.exec(text.trim());
    if (hash && text.startsWith(location.origin)) { $("dialog").close(); return await open(hash[1]); }
    const own = store.by.genre || store.by.rules ? store.by : {};
    const reply = await ask("read", { text, ...own });
    if (reply.rules) own(reply.rules);
    else if (reply.genre && reply.genre !== store.now.genre) await choose(reply.genre, reply.board);
    else { begin(); put({ board: reply.board, notes: "" }, true); }
    $("dialog").close();
    questions.tell("Read.");
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    $("dialog-note").textContent = error.diagnostics.map((item) => `${item.message}${item.help ? `: ${item.help}` : ""}`).join(" · ") || error.message;
  }
  return undefined;
}

let sharing = 0;
const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];
const HERE = "It holds the rules and the board, and works on this computer while puzzlelang runs. To send the board to others, choose another form above.";
const ANYWHERE = "It holds the rules and the board, as they are now. Whoever has the address can open it.";
const ENDINGS = { lia: "smt2", text: "txt", link: "txt" };

// The board in any form that there is; what is shown of an answer goes with it.
async function share(form) {
  const ending = ENDINGS[form] || (["svg", "png", "json", "rules", "dimacs"].includes(form) ? form : "txt");
  const name = `${store.now.genre || "puzzle"}.${ending}`;
  const mine = ++sharing;
  const shown = (note, text, action = copy) => { if (mine === sharing) dialog("Share and save", note, text, { file: name, ...action, shares: true }); };
  try {
    if (form === "link") return shown(LOOPBACK.includes(location.hostname) ? HERE : ANYWHERE, await address());
    if (form === "rules") return shown("", store.now.rules);
    if (form === "lia" || form === "dimacs") {
      shown("Working…", "");
      const reply = await questions.ask("export", { form });
      return shown(reply?.text ? "For other solvers." : $("status").textContent, reply?.text || "");
    }
    const { text } = await ask("convert", { ...store.by, board: view ? view.text : await written(), form: ["png", "print"].includes(form) ? "svg" : form });
    if (form === "png") return shown("A picture, for chats and documents.", "", { name: "Download", file: "", textless: true, run: async () => download(name, await png(text)) });
    if (form === "print") return shown("One page with title, board and rules. Printers are often a PDF file as well.", "", { name: "Print…", file: "", textless: true, run: () => printed(text) });
    return shown("", text.trimEnd() + (form === "text" || form === "svg" ? "\n" : ""));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return shown(error.message, "");
  }
}

// The address of this page with rules and board; the page has it from now on.
async function address() {
  const board = await written();
  const link = `${location.origin}${location.pathname}#${await packed({ ...store.now, board })}`;
  history.replaceState(history.state, "", link);
  linked = store.now;
  return link;
}

// A page of paper: light whatever the screen is, and the board as large as the paper.
async function printed(svg) {
  const picture = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  const title = document.createElement("h1");
  title.textContent = shown?.title || "";
  $("sheet").replaceChildren(title, document.importNode(picture, true), $("sentences").cloneNode(true));
  $("sheet").querySelector("ol").removeAttribute("id");
  $("dialog").close();
  window.print();
}

async function png(svg) {
  const image = new Image();
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  image.src = url;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [2 * image.naturalWidth, 2 * image.naturalHeight];
  const ink = canvas.getContext("2d");
  ink.fillStyle = "#fff";
  ink.fillRect(0, 0, canvas.width, canvas.height);
  ink.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(url);
  return new Promise((done) => canvas.toBlob(done));
}

// ---------------------------------------------------------------------------------------------------------- start

async function open(hash) {
  const state = await unpacked(hash);
  if (!state) return false;
  opened = true; // what a link holds is not kept before somebody changes it
  try {
    if (!state.genre) own(state.rules, state.board);
    else if (!(await choose(state.genre, state.board))) return true;
    if (!fixedUse) setUse("play");
  } finally {
    opened = false;
  }
  linked = store.now;
  if (works().length) questions.tell("What you had before is under “Earlier”.");
  return true;
}

// -------------------------------------------------------------------------------------------------------- storage

// Works of earlier, without the present one.
const works = () => kept.all().filter((work) => work.changed && work.id !== kept.id);

const titled = ({ genre, rules }) => genres.find((one) => one.name === genre)?.title || genre || /^puzzle\s+"([^"]*)"/m.exec(rules)?.[1] || "own rules";

let unsaved = null; // the state that is to be kept, and whether somebody made it so
let soon = 0;
let warned = false;

// The address no longer tells what is there, so a reload shows what is kept.
function unlink() {
  linked = null;
  if (location.hash) history.replaceState(history.state, "", location.pathname + location.search);
}

function remember(detail) {
  if (opened || store.now === linked) return;
  if (linked) unlink();
  unsaved = { state: store.now, changed: unsaved?.changed || !["", "history", "written"].includes(detail) };
  clearTimeout(soon);
  soon = setTimeout(keep, PAUSE);
}

function keep() {
  clearTimeout(soon);
  if (!unsaved) return;
  const { state, changed: byHand } = unsaved;
  unsaved = null;
  const changes = state.sheet.isWritten ? [] : unwritten(state.sheet).map((one) => one.change);
  if (kept.save({ ...state, board: writtenText(state.sheet), changes }, titled(state), byHand, clock.seconds, moves) || !byHand || warned) return;
  warned = true;
  questions.tell("This browser keeps nothing: a reload loses the board.", true);
}

const DAY = 86_400_000;

function when(time) {
  const at = new Date(time);
  const clock = at.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  return Date.now() - time < DAY ? clock : `${at.toLocaleDateString()} ${clock}`;
}

function earlier() {
  const saved = works();
  $("earlier").replaceChildren(new Option("Earlier…", ""), ...saved.map((work) => new Option(`${work.title}, ${when(work.time)}`, work.id)));
}

// A work that was kept, as it is by now.
async function again({ id }) {
  const work = kept.read(id);
  if (!work) return;
  if (!work.genre) own(work.rules, work.board, work);
  else if (!(await choose(work.genre, work.board, work))) return;
  for (const change of work.changes) edit(change); // what the service did not write in time
}

const named = () => { document.title = store.now.genre ? `${titled(store.now)} – puzzlelang` : "puzzlelang"; };

store.addEventListener("change", ({ detail }) => {
  const { genre, rules, sheet } = store.now;
  if (detail !== "editor") editor.text = rules;
  if (sheet.isWritten && $("board").value !== sheet.text) $("board").value = sheet.text;
  $("rules-heading").textContent = genre ? "Rules (of the library)" : "Rules";
  $("undo").disabled = store.at <= 1;
  $("redo").disabled = store.at >= store.states.length - 1;
  named();
  remember(detail);
  const elsewhere = !["edit", "note", "written"].includes(detail);
  if (elsewhere) {
    $("genre").value = genres.find((one) => one.name === genre)?.title || (rules ? "" : $("genre").value); // else somebody may be typing there
    board.drop();
    forget();
  }
  overlay();
  if (detail === "note" || detail === "written") return;
  if (elsewhere) {
    if (served && isAbout(served.by) && writtenText(sheet).trim()) redraw();
    else if (detail !== "editor") look();
    samples.about(genre || rules);
  }
  if (detail === "take" && use !== "set") questions.watch($("live").checked);
  else if (detail === "edit" || use === "set") glance();
});

$("genre-form").addEventListener("submit", (event) => event.preventDefault());
$("genre").addEventListener("change", () => { if ($("genre").value.trim()) guarded(search($("genre").value.trim())); });
$("genre").addEventListener("focus", () => $("genre").select());
$("example").addEventListener("change", () => {
  const one = examples[Number($("example").value)];
  if (one) guarded(unless(ask("read", { ...store.by, text: one.board }), (reply) => { begin(); put({ board: reply.board, notes: "" }, true); }));
});
$("earlier").addEventListener("pointerdown", earlier);
$("earlier").addEventListener("focus", earlier);
$("earlier").addEventListener("change", () => {
  const work = kept.read($("earlier").value);
  if (work) guarded(again(work).then(earlier));
});
for (const one of $("uses").querySelectorAll("input")) one.addEventListener("change", () => { leaveStart(); setUse(one.value); if (!store.now.rules) guarded(choose(FIRST)); });
const fresh = () => { own(BEGINNING); setUse("write"); guarded(editor.focus()); };
$("home").addEventListener("click", () => {
  if (beginning.shown) return;
  unlink();
  history.pushState({ start: true }, "", location.href);
  showStart();
});
$("fresh").addEventListener("click", fresh);
$("start-write").addEventListener("click", fresh);
$("start-paste").addEventListener("click", () => $("paste").click());
$("pencil").addEventListener("click", () => pencil(!noting));
$("try").addEventListener("click", beginTrial);
$("try-keep").addEventListener("click", endTrial);
$("try-drop").addEventListener("click", dropTrial);
$("answers").addEventListener("change", () => { if ($("answers").checked && !view) questions.count(); else questions.clear(); });
$("paste").addEventListener("click", () => dialog("Paste a board or rules", "A link (puzz.link, penpa-edit), a game ID, a saved file, board text or a rules file.", "", { name: "Read it", opens: true, run: () => paste($("dialog-text").value) }));
$("share").addEventListener("click", () => { $("form").value = "link"; guarded(share("link")); });
$("form").addEventListener("change", () => guarded(share($("form").value)));
$("dialog-file").addEventListener("change", async () => {
  const [file] = $("dialog-file").files;
  if (file) guarded(paste(await file.text()));
  $("dialog-file").value = "";
});
addEventListener("dragover", (event) => { if (event.dataTransfer?.types.includes("Files")) event.preventDefault(); });
addEventListener("afterprint", () => $("sheet").replaceChildren());
addEventListener("drop", async (event) => {
  const [file] = event.dataTransfer?.files || [];
  if (!file) return;
  event.preventDefault();
  $("paste").click();
  guarded(paste(await file.text()));
});
$("close-result").addEventListener("click", () => { questions.page.own(); questions.clear(); });
$("another").addEventListener("click", () => document.querySelector("[data-ask=generate]").click());
$("fill").addEventListener("click", () => questions.ask("generate", { symmetry: $("symmetry").value, rating: $("rating").value, seed: Math.floor(Math.random() * 2 ** 31) }));
$("undo").addEventListener("click", () => store.step(-1));
$("redo").addEventListener("click", () => store.step(1));
document.addEventListener("keydown", (event) => {
  const typing = event.composedPath().some((one) => one.tagName === "INPUT" || one.tagName === "TEXTAREA" || one.id === "editor");
  if (!(event.ctrlKey || event.metaKey) || typing) return;
  const by = event.key === "z" && !event.shiftKey ? -1 : event.key === "y" || (event.key.toLowerCase() === "z" && event.shiftKey) ? 1 : 0;
  if (by) { event.preventDefault(); store.step(by); }
});
$("format").addEventListener("click", () => guarded(unless(ask("format", store.by), (reply) => {
  if (reply.text !== store.now.rules) store.set({ genre: "", rules: reply.text });
  $("rules-state").textContent = "in the standard form";
})));
$("more").addEventListener("change", () => { if ($("more").value) chooseLayer($("more").value); });
$("players").addEventListener("click", () => guarded(ask("show", store.by).then((reply) => {
  const said = reply.players.rules.map((rule, at) => `${at + 1}. ${rule.sentence}.`).join("\n");
  dialog(reply.players.title, "The rules in players' words.", said, copy);
})));
$("board").addEventListener("input", () => { store.set({ board: $("board").value }, { over: recently(), source: "text" }); });
$("size-form").addEventListener("submit", (event) => { event.preventDefault(); edit({ size: [Number($("rows").value), Number($("columns").value)] }); });
$("blank").addEventListener("click", () => guarded(blank(typedSize())));
$("clear").addEventListener("click", () => edit({ clear: true }));
$("live").addEventListener("change", () => { if ($("live").checked && !view) questions.watch(true); });
for (const one of document.querySelectorAll("[data-ask]")) {
  one.addEventListener("click", () => {
    const name = one.dataset.ask;
    const typed = typedSize();
    if (name === "generate" && shown && !typed) { $("size-form").reportValidity(); return; }
    const size = typed ? { size: typed } : {};
    const [symmetry, rating, seed] = [$("symmetry").value, $("rating").value, Math.floor(Math.random() * 2 ** 31)];
    questions.ask(name, { generate: { board: "", ...size, symmetry, rating, seed }, minimise: { symmetry } }[name] || {});
  });
}
dark.addEventListener("change", () => { redraw(); beginning.redraw(); patterns.redraw(); samples.redraw(); });
addEventListener("pagehide", keep);
// Where the browser keeps nothing, all would be lost.
addEventListener("beforeunload", (event) => { if (warned && moves) event.preventDefault(); });
addEventListener("visibilitychange", keep);
addEventListener("hashchange", () => { if (location.hash.length > 8) start(location.hash); });

function guarded(promise) {
  return promise.catch((error) => questions.tell(error.message, true));
}

// What a link holds comes first, then what was kept, then an example.
async function start(hash) {
  let wrong = "";
  try {
    if (await open(hash)) return;
  } catch (error) {
    wrong = error.message;
  }
  const work = store.now.rules ? null : kept.last();
  if (work) {
    await guarded(again(work));
    if (store.now.rules && work.changed) questions.tell("Your last board is back.");
  }
  if (!store.now.rules && (fixedUse || wrong)) await guarded(choose(FIRST));
  if (!store.now.rules) showStart();
  if (wrong) questions.tell(wrong, true);
}

whileWaiting((text) => { $("waiting").textContent = text; });
prepare();
get("words").then((reply) => editor.learn(reply.words)).catch(() => {});
get("genres").then((reply) => {
  genres = reply.genres;
  beginning.list(genres);
  const titles = new Set(genres.map((one) => one.title));
  const others = (one) => one.others.filter((name) => !titles.has(name)).map((name) => new Option(`${one.title}, ${one.category}`, name));
  $("genres").replaceChildren(...genres.flatMap((one) => [new Option(one.category, one.title), ...others(one)]));
  if (document.activeElement !== $("genre")) $("genre").value = genres.find((one) => one.name === store.now.genre)?.title || "";
  named();
}).catch((error) => questions.tell(error.message, true));
// The use that the address asks for, else that of last time.
const fixedUse = USES.find((name) => name === new URLSearchParams(location.search).get("use")) || "";
const lastUse = () => { try { return localStorage.getItem(USE); } catch { return ""; } };
setUse(fixedUse || USES.find((name) => name === lastUse()) || "play");
start(location.hash);
