// How requests reach Python in this browser: two workers, one for what is answered at once, one for questions to boards.
// What is the same for everybody is in files, so that the first board is there before Python is.

const AT_ONCE = new Set(DOCUMENTS);
const GRACE = 10; // seconds beyond the time that a question may take
const LATEST = 3000; // milliseconds after which Python starts, whether or not something is shown
const LONGEST = 300; // seconds for a question that says no time

class Desk {
  constructor() {
    this.waiting = [];
    this.current = null;
    this.worker = null;
  }

  start() {
    if (this.worker) return;
    this.worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    this.worker.addEventListener("message", ({ data }) => this.hear(data));
    this.worker.addEventListener("error", () => this.fail("Python did not start in this browser."));
  }

  ask(task) {
    this.waiting.push(task);
    task.signal?.addEventListener("abort", () => this.drop(task), { once: true });
    this.next();
  }

  next() {
    if (this.current || !this.waiting.length) return;
    this.start();
    this.current = this.waiting.shift();
    const { name, body, seconds } = this.current;
    if (seconds) this.current.timer = setTimeout(() => this.late(), 1000 * (seconds + GRACE));
    this.worker.postMessage({ name, body });
  }

  hear({ line, last, status, broken, begun }) {
    if (begun) { this.begun?.(); return; }
    if (broken) { this.fail(broken); return; }
    const task = this.current;
    if (!task) return;
    task.hear(line, last, status);
    if (last) { clearTimeout(task.timer); this.current = null; this.next(); }
  }

  // End the worker, and with it what it does; the next request starts another one.
  stop() {
    this.worker?.terminate();
    this.worker = null;
    clearTimeout(this.current?.timer);
    this.current = null;
  }

  drop(task) {
    if (task === this.current) {
      this.stop();
      this.start(); // so that the next question does not wait for it
    } else this.waiting = this.waiting.filter((one) => one !== task);
    task.failed(new DOMException("stopped", "AbortError"));
    this.next();
  }

  late() {
    const task = this.current;
    this.stop();
    task.hear(JSON.stringify({ status: "refused", reason: "time", message: `There is no result within ${task.seconds} seconds.` }), true, 503);
    this.next();
  }

  fail(message) {
    this.broke?.();
    const tasks = [...(this.current ? [this.current] : []), ...this.waiting];
    this.waiting = [];
    this.stop();
    for (const task of tasks) task.hear(JSON.stringify({ status: "refused", reason: "gone", message }), true, 500);
  }
}

const editor = new Desk();
const questions = new Desk();

// Resolves as soon as Python runs, or could not.
export const settled = new Promise((done) => {
  editor.begun = () => { questions.start(); done(); };
  editor.broke = done;
});

// Python starts after what can be shown without it.
export function prepare() {
  setTimeout(() => editor.start(), LATEST);
}

const shown = () => requestAnimationFrame(() => setTimeout(() => editor.start()));

const file = async (place) => {
  const response = await fetch(new URL(`../${place}`, import.meta.url));
  if (!response.ok) throw new Error(place);
  return response;
};

let begins = { genre: "", found: null }; // the genre that somebody looks at, and what it begins with

function first(genre) {
  if (begins.genre !== genre) begins = { genre, found: file(`kept/first/${genre}.json`).then((response) => response.json()) };
  return begins.found;
}

// Answers that are files: what never changes, pictures of genres, and the board that a genre begins with.
async function kept(name, body) {
  const { genre, board, dark, roles, ...more } = body;
  if (name === "genres" || name === "words") return file(`kept/${name}.json`);
  if (name === "covers") {
    const found = await Promise.all(body.genres.map(async (one) => [one, await (await file(`kept/${dark ? "dark" : "light"}/${one}.svg`)).text()]));
    shown();
    return new Response(JSON.stringify({ status: "drawn", covers: Object.fromEntries(found) }));
  }
  if (!/^[a-z0-9-]+$/.test(genre || "") || !["show", "read", "draw", "analyse"].includes(name)) return null;
  const { show, analyse, read, dark: inDark, light } = await first(genre);
  if (name === "show") return new Response(JSON.stringify(show));
  if (name === "analyse" && more.offset === undefined) return new Response(JSON.stringify(analyse));
  if (name === "read" && more.text === show.first && !more.size) return new Response(JSON.stringify(read));
  if (name !== "draw" || board !== read.board || Object.keys(roles || {}).length) return null;
  shown();
  return new Response(JSON.stringify(dark ? inDark : light));
}

function answered(desk, task) {
  return new Promise((done, failed) => {
    desk.ask({ ...task, failed, hear: (line, last, status) => { if (last) done(new Response(line, { status })); } });
  });
}

function streamed(task) {
  return new Promise((done, failed) => {
    const encoder = new TextEncoder();
    let sink = null;
    const body = new ReadableStream({ start: (controller) => { sink = controller; } });
    questions.ask({
      ...task,
      failed: (error) => { sink.error(error); failed(error); },
      hear: (line, last) => {
        sink.enqueue(encoder.encode(`${line}\n`));
        if (last) sink.close();
      },
    });
    sink.enqueue(encoder.encode('{"kind":"accepted"}\n'));
    done(new Response(body));
  });
}

export async function send(name, options = {}) {
  const text = options.body || "{}";
  const body = JSON.parse(text);
  if (AT_ONCE.has(name)) {
    const found = await kept(name, body).catch(() => null);
    return found || answered(editor, { name, body: text, signal: options.signal });
  }
  return streamed({ name, body: text, signal: options.signal, seconds: body.seconds || LONGEST });
}
