// The examples of the rules as pictures, for whoever writes them: what each says, and whether it holds.

const PAUSE = 600; // milliseconds without a change of the rules after which they are drawn anew

const make = (name, text = "") => {
  const element = document.createElement(name);
  element.textContent = text;
  return element;
};

const STATES = { true: ["holds", "✓ holds"], false: ["wrong", "✗ is wrong"], null: ["open", "took too long"] };

export class Samples {
  // `ask(start)` resolves to `{ examples, count }` of the present rules from that example on; `choose(example)` hears which one
  // somebody takes, `goTo(line)` which line of the rules they want, `failed(error)` why there are none.
  constructor(page) {
    this.page = page;
    this.part = document.getElementById("samples");
    this.list = document.getElementById("sample-list");
    this.heading = this.part.querySelector("summary");
    this.name = "";
    this.old = true; // what is shown is not that of the rules
    this.turn = 0; // grows whenever what is under way loses its meaning
    this.held = []; // whether each example holds, once they were tried
    this.part.addEventListener("toggle", () => this.fill());
  }

  // These are the rules now, which `name` tells from others.
  about(name) {
    if (name === this.name) return;
    this.name = name;
    this.turn += 1;
    this.held = [];
    this.old = true;
    clearTimeout(this.pause);
    this.pause = setTimeout(() => this.fill(), PAUSE);
  }

  async fill() {
    if (!this.part.open || !this.old) return;
    const mine = ++this.turn;
    this.old = false;
    try {
      const boards = [];
      for (let count = 1; boards.length < count;) {
        const more = await this.page.ask(boards.length);
        if (mine !== this.turn) return;
        count = more.count;
        boards.push(...more.examples);
      }
      this.list.replaceChildren(...boards.map((one) => this.shown(one)));
      this.heading.textContent = `Examples as pictures (${boards.length})`;
      this.judge(this.held);
    } catch (error) {
      if (mine === this.turn) this.page.failed(error);
    }
  }

  // What came of trying them, in their order.
  judge(held) {
    this.held = held;
    held.forEach((holds, at) => {
      const state = this.list.children[at]?.querySelector(".state");
      if (!state) return;
      const [kind, text] = STATES[holds];
      state.className = `state ${kind}`;
      state.textContent = text;
    });
  }

  redraw() {
    this.old = true;
    this.fill();
  }

  shown(one) {
    const item = make("li");
    const card = make("button");
    card.type = "button";
    card.className = "card";
    const cover = make("span");
    cover.className = "cover";
    if (one.svg) {
      const image = make("img");
      image.alt = "";
      image.src = `data:image/svg+xml,${encodeURIComponent(one.svg)}`;
      cover.append(image);
    } else cover.textContent = "This board cannot be read.";
    card.append(cover, make("span", one.title), make("small", one.claims.join(", ")));
    card.addEventListener("click", () => this.page.choose(one));
    const line = make("button", `line ${one.line}`);
    line.type = "button";
    line.addEventListener("click", () => this.page.goTo(one.line));
    const state = make("span");
    state.className = "state";
    const foot = make("div");
    foot.append(state, line);
    item.append(card, foot);
    return item;
  }
}
