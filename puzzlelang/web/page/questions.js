// Questions to the board, and what is shown of their answers.

import { Refusal, stream } from "./api.js";

const PAUSE = 300; // milliseconds without a change after which a board is looked at
const GLANCE = 10; // seconds that this may take
const PATIENT = 60; // and once more, if they were too few

const make = (name, text = "", attributes = {}) => {
  const element = document.createElement(name);
  element.textContent = text;
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
};

const button = (text, action) => {
  const element = make("button", text, { type: "button" });
  element.addEventListener("click", action);
  return element;
};

// Whether a checked drawing is an answer; what is not drawn on a page is empty.
const finished = (result) => result.status === "right" || result.emptied === true;

const all = (places, role) => Object.fromEntries(places.map((place) => [place, role]));

export class Questions {
  // `page` has `body()`, which resolves to what a question is about; `view(board, roles)` shows a board; `own()` one's own again;
  // `take(board)` makes a board one's own; `play()`, for who plays, has a `name`, and with `run(board)` another board begins; `say(sentences)` tells what is wrong at places; `rule(name)` is how players read a rule; `solved()` what a player needed, and `next()` what they may do then, each with a `name` and `run()`.
  constructor(page) {
    this.page = page;
    this.status = document.getElementById("status");
    this.shown = document.getElementById("shown");
    this.stop = document.getElementById("stop");
    this.running = null;
    this.glancing = null; // a check in the background, see `glance`
    this.turn = 0; // grows whenever answers under way lose their meaning
    this.pause = 0;
    this.stop.addEventListener("click", () => this.running?.abort());
  }

  // End a question without a word: what it is about is gone, and what comes of it late is dropped.
  end() {
    const { running } = this;
    this.running = null;
    this.turn += 1;
    clearTimeout(this.pause);
    this.stop.disabled = true;
    running?.abort();
  }

  tell(text, kind = "") {
    const [first, ...more] = text.split("\n");
    this.status.replaceChildren(...(text ? [make("b", first)] : []), ...(more.length ? [`\n${more.join("\n")}`] : []));
    this.status.classList.toggle("wrong", kind === true || kind === "wrong");
    this.status.classList.toggle("fine", kind === "fine");
  }

  clear() {
    this.end();
    this.tell("");
    this.shown.replaceChildren();
  }

  // Something said, and buttons for what may have been meant.
  offer(text, choices) {
    this.clear();
    this.tell(text, true);
    this.choices("What may be meant", choices);
  }

  choices(label, choices) {
    if (!choices.length) return;
    const group = make("div", "", { class: "group", role: "group", "aria-label": label });
    group.append(...choices.map((one) => button(one.name, one.run)));
    this.shown.append(group);
  }

  async ask(name, extra = {}) {
    this.end();
    this.glancing?.abort();
    const control = new AbortController();
    const mine = () => this.running === control;
    this.running = control;
    this.stop.disabled = false;
    this.shown.replaceChildren();
    this.page.own();
    this.tell("Asking…");
    try {
      const body = await this.page.body();
      if (!mine()) return null;
      const last = await stream(name, { ...body, ...extra }, (line) => { if (mine()) this.see(line); }, control.signal);
      if (!mine()) return null;
      this.answered(name, last);
      return last.result;
    } catch (error) {
      if (error.name !== "AbortError" && !(error instanceof Refusal)) throw error;
      if (mine()) this.tell(error instanceof Refusal ? error.message : "Stopped.", error instanceof Refusal);
      return null;
    } finally {
      if (mine()) { this.running = null; this.stop.disabled = true; }
    }
  }

  // Check the board in the background, a moment after the last change: that it is solved is said, all else only if `all`.
  watch(all) {
    clearTimeout(this.pause);
    this.pause = setTimeout(() => this.glance(all), PAUSE);
  }

  // One check at a time, as one that is broken off costs more than one that is not heard.
  async glance(all, seconds = GLANCE) {
    if (this.glancing) return this.watch(all);
    let again = false;
    const control = new AbortController();
    const { turn } = this;
    const heard = () => turn === this.turn && !this.running;
    this.glancing = control;
    try {
      const body = await this.page.body();
      if (!heard()) return undefined;
      const last = await stream("check", { ...body, seconds }, () => {}, control.signal);
      again = last.result.status === "unknown";
      if (heard() && (all || finished(last.result))) this.answered("check", last);
    } catch (error) {
      if (error.name !== "AbortError" && !(error instanceof Refusal)) throw error;
      again = error.reason === "time limit";
      if (all && heard() && error instanceof Refusal) this.tell(error.message, true);
    } finally {
      this.glancing = null;
    }
    if (again && heard() && seconds < PATIENT) return this.glance(all, PATIENT);
    return undefined;
  }

  // Count the answers in the background, a moment after the last change: none, the only one, or where several differ.
  count() {
    clearTimeout(this.pause);
    this.pause = setTimeout(() => this.compare(), PAUSE);
  }

  async compare() {
    if (this.glancing) return this.count();
    const control = new AbortController();
    const { turn } = this;
    const heard = () => turn === this.turn && !this.running;
    this.glancing = control;
    try {
      const body = await this.page.body();
      if (!heard()) return undefined;
      this.tell("Counting the answers…");
      const { result } = await stream("solve", { ...body, seconds: GLANCE }, () => {}, control.signal);
      if (!heard()) return undefined;
      const words = { none: "No answer.", only: "Exactly one answer.", several: "Several answers; they differ where it is marked." };
      this.tell(words[result.status] || "How many answers there are is not known yet.", { none: "wrong", only: "fine" }[result.status]);
      this.page.view(null, all(result.differ || [], "differs"));
    } catch (error) {
      if (error.name !== "AbortError" && !(error instanceof Refusal)) throw error;
      if (heard()) this.tell(error instanceof Refusal ? error.message : "", true);
    } finally {
      this.glancing = null;
    }
    return undefined;
  }

  see(line) {
    if (line.kind === "progress") this.tell(line.text);
    else if (line.kind === "answer") { this.tell("An answer. Is there another?"); this.page.view(line.board, {}); }
    else if (line.kind === "accepted") this.wait(line.waiting);
    else if (line.kind === "board") this.page.view(line.board, {});
  }

  // Where a question stands in the queue.
  wait(before) {
    const others = before === 1 ? "1 question is" : `${before} questions are`;
    this.tell(before === undefined ? "Working…" : before ? `Waiting: ${others} before this one…` : "Waiting: this question is the next…");
  }

  answered(name, { text, result }) {
    const solved = name === "check" && finished(result);
    const short = result.why ? text.split("\n")[0] : text;
    const summary = name === "check" ? short.replace(/; not yet satisfied: [^.]*/, "") : short; // that is a list below
    this.tell(solved ? `Solved!${this.page.solved() || ` ${summary}`}` : summary, solved ? "fine" : ["none", "broken"].includes(result.status) ? "wrong" : "");
    this.shown.replaceChildren();
    const show = { solve: "showAnswers", facts: "showDrawing", check: "showVerdict", hint: "showHint", path: "showPath", rate: "showRating", minimise: "showDrawing", generate: "showBoards" }[name];
    if (show) this[show](result);
    if (solved) this.choices("What to do now", this.page.next());
  }

  // Buttons of which one is pressed, each showing a board.
  choice(label, views, take = { name: "Keep this", run: (board) => this.page.take(board) }) {
    const group = make("div", "", { class: "group", role: "group", "aria-label": label });
    const press = (index) => {
      [...group.children].forEach((one, at) => { if (at < views.length) one.setAttribute("aria-pressed", String(at === index)); });
      this.page.view(views[index].board, views[index].roles || {});
      this.chosen = views[index];
    };
    views.forEach((view, index) => group.append(button(view.name, () => press(index))));
    group.append(button(take.name, () => take.run(this.chosen.board)));
    group.append(button("Back to mine", () => { this.page.own(); this.clear(); }));
    this.shown.append(group);
    press(0);
  }

  showAnswers({ answers, differ, why, together }) {
    if (answers.length > 1) {
      const roles = all(differ, "differs");
      this.choice("Answers", answers.map((answer, index) => ({ name: `Answer ${index + 1}`, board: answer.text, roles })));
    } else if (answers.length) this.choice("Answer", [{ name: "Answer", board: answers[0].text }]);
    if (why) this.cases(why, together);
  }

  // Cases that contradict each other, below each how it leads there, numbered in the order in which that is found.
  cases(conflicts, together) {
    const roles = all(conflicts.flatMap((item) => item.cells), "wrong");
    this.page.view(null, roles);
    this.shown.append(make("p", "These cannot all be true:"));
    this.list("Cases that cannot all be true", conflicts.map((item) => {
      const where = Object.values(item.bindings).filter((place) => !item.sentence.includes(place)).join(" and ");
      const text = `${item.rule}: ${item.sentence}${where ? ` (${where})` : ""}`;
      const lines = item.lines.map((line) => `\n    ${line.number}. ${line.text}`);
      return { text: text + lines.join(""), roles: all(item.cells, "wrong") };
    }));
    if (together) this.shown.append(make("p", `Together: ${together}.`));
  }

  // Sentences; each points out its places while it has the focus or the pointer.
  list(label, items) {
    const list = make("ul", "", { "aria-label": label });
    for (const { text, roles } of items) {
      const item = make("li");
      const point = () => this.page.view(null, roles);
      const one = button(text, point);
      one.addEventListener("focus", point);
      one.addEventListener("pointerenter", point);
      item.append(one);
      list.append(item);
    }
    this.shown.append(list);
  }

  showDrawing({ board }) { if (board) this.choice("Result", [{ name: "Result", board }]); }

  // Who plays one new board begins with it at once: the one before is kept.
  showBoards({ boards }) {
    const play = this.page.play();
    if (play && boards.length === 1) {
      const said = this.status.textContent;
      play.run(boards[0]);
      this.tell(said);
    } else if (boards.length) this.choice("Boards", boards.map((board, index) => ({ name: `Board ${index + 1}`, board })), play || undefined);
  }

  showVerdict(result) {
    this.findings(finished(result) ? [] : result.rules);
    if (finished(result) || result.status !== "open" || "completable" in result) return;
    this.shown.append(button("Can it be completed?", () => this.ask("check", { deep: true })));
  }

  findings(rules) {
    const broken = rules.filter((item) => item.broken !== false);
    const open = rules.filter((item) => item.broken === false);
    const sentences = {};
    for (const item of broken) for (const cell of item.cells) (sentences[cell] ||= []).push(item.sentence);
    this.page.say(sentences);
    this.page.view(null, all(Object.keys(sentences), "wrong"));
    if (broken.length) this.list("Broken rules", broken.map((item) => ({ text: `${item.rule}: ${item.sentence}`, roles: all(item.cells, "wrong") })));
    if (!open.length) return;
    const more = make("details");
    more.append(make("summary", `Not yet satisfied: ${open.length}`));
    const before = this.shown;
    this.shown = more;
    this.list("Rules that are not yet satisfied", open.map((item) => ({ text: `${item.rule}: ${item.sentence}`, roles: all(item.cells, "undecided") })));
    this.shown = before;
    this.shown.append(more);
  }

  // Where to look: the cells of a pattern, else those that the rules of a step are about.
  near(step) { return step.places || step.cases.flatMap((item) => item.cells); }

  roles(step) {
    return {
      ...all(this.near(step), "supports"),
      ...all(step.reads.map((fact) => fact.place), "reads"),
      ...all(step.follows.map((fact) => fact.place), "forces"),
    };
  }

  showHint(result) {
    if (result.status === "none") return this.tell("There is no answer. “Solve” says why.", true);
    if (result.broken) return this.findings(result.broken);
    if (result.blamed) return this.blamed(result.blamed);
    const step = result.steps.at(-1);
    if (!step) return undefined;
    const rules = [...new Set(step.cases.map((item) => item.sentence))];
    const group = make("div", "", { class: "group", role: "group", "aria-label": "Hint" });
    const names = [...new Set(step.cases.map((item) => item.rule))];
    const where = all(this.near(step), "supports");
    const pattern = Boolean(step.places);
    // What a player is told at first is little, and more each time they ask: the technique, the place, all of it.
    const stages = [
      () => { this.tell(pattern ? `Pattern: ${step.technique}.` : `Technique: ${step.technique === "plain rule" ? "one rule alone" : step.technique}.${names.map((name) => `\n${this.page.rule(name)}`).join("")}`); this.page.view(null, {}); },
      () => { this.tell(`Look here: ${pattern ? step.places.join(" ") : rules.join("; ")}`); this.page.view(null, where); },
      () => { this.tell(result.steps.map((one) => one.text.join("\n    ")).join("\n")); this.page.view(step.board, this.roles(step)); },
    ];
    let stage = 0;
    const more = button("Show me more", () => {
      stage += 1;
      stages[stage]();
      more.disabled = stage === stages.length - 1;
    });
    group.append(more, button("Take the step", () => this.page.take(step.board)), button("Next hint", () => { this.page.take(step.board); this.ask("hint"); }), button("Back to mine", () => { this.page.own(); this.clear(); }));
    stages[0]();
    this.shown.append(group);
    return undefined;
  }

  // What cannot be, and only for those who want to know it the proof.
  blamed(facts) {
    const [first, ...why] = this.status.textContent.split("\n");
    this.tell(first, true);
    this.page.view(null, all(facts.map((fact) => fact.place), "wrong"));
    if (!why.length) return;
    const more = button("Show why", () => { this.tell([first, ...why].join("\n"), true); more.remove(); });
    this.shown.append(more);
  }

  showPath(result) {
    const { steps } = result;
    if (result.status === "none") return this.tell("There is no answer. “Solve” says why.", true);
    if (result.broken) return this.findings(result.broken);
    if (!steps.length) return undefined;
    const label = make("label", "Step ", { for: "step" });
    const slider = make("input", "", { id: "step", type: "range", min: 1, max: steps.length, value: 1 });
    const words = make("pre", "", { "aria-live": "polite" });
    const show = () => {
      const at = Number(slider.value) - 1;
      words.textContent = `${at + 1} of ${steps.length}: ${steps[at].text.join("\n    ")}`;
      slider.setAttribute("aria-valuetext", `step ${at + 1} of ${steps.length}`);
      this.page.view(steps[at].board, this.roles(steps[at]));
    };
    slider.addEventListener("input", show);
    const group = make("div", "", { class: "group" });
    const go = (by) => () => { slider.value = Number(slider.value) + by; show(); };
    group.append(button("Before", go(-1)), button("After", go(1)), button("Keep this", () => this.page.take(steps[Number(slider.value) - 1].board)), button("Back to mine", () => { this.page.own(); this.clear(); }));
    this.shown.append(label, slider, group, words);
    show();
    return undefined;
  }

  showRating({ hardest }) { if (hardest) this.page.view(null, this.roles(hardest)); }
}
