// Where somebody begins: all genres as pictures, by kind, and what they had before.

const AT_ONCE = 8; // pictures asked for together
const PAUSE = 250; // milliseconds without a key after which other spellings are looked for

const make = (name, className, text = "") => {
  const element = document.createElement(name);
  element.className = className;
  element.textContent = text;
  return element;
};

// How widely a genre is known: formats with boards of it, and other names, but no more of these than of formats.
const renown = (one) => one.formats + Math.min(one.others.length, one.formats);

const plain = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

export class Start {
  // `ask(genres)` resolves to pictures by name, `search(text)` to names of genres that may be meant; `choose(name)` hears
  // which genre somebody takes, `again(work)` which earlier work.
  constructor({ ask, choose, search, again }) {
    this.element = document.getElementById("start");
    this.cards = document.getElementById("cards");
    this.kinds = document.getElementById("kinds");
    this.filter = document.getElementById("filter");
    this.goingOn = document.getElementById("going-on");
    this.none = document.getElementById("no-card");
    this.askForCovers = ask;
    this.choose = choose;
    this.search = search;
    this.again = again;
    this.kind = "";
    this.wanted = [];
    this.asking = false;
    this.early = false; // whether somebody chose before the list was there
    this.seen = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        this.seen.unobserve(target);
        this.wanted.push(target);
      }
      this.draw();
    }, { rootMargin: "200px" });
    this.filter.addEventListener("input", () => this.sift());
    this.filter.addEventListener("keydown", (event) => { if (event.key === "Enter" && this.filter.value.trim()) this.take(); });
  }

  get shown() { return !this.element.hidden; }

  list(genres) {
    this.genres = genres;
    if (this.shown) this.fill();
  }

  // The cards, once they are seen: there are hundreds.
  fill() {
    const { genres } = this;
    const kinds = [...new Set(genres.map((one) => one.category))].sort();
    this.kinds.replaceChildren(...["", ...kinds].map((kind) => {
      const chip = make("button", "chip", kind || "all");
      chip.type = "button";
      chip.dataset.kind = kind;
      chip.addEventListener("click", () => { this.kind = kind; this.sift(); });
      return chip;
    }));
    this.cards.replaceChildren(...[...genres].sort((a, b) => renown(b) - renown(a) || a.title.localeCompare(b.title)).map((one) => {
      const item = make("li", "");
      const card = make("button", "card");
      card.type = "button";
      card.dataset.genre = one.name;
      card.append(make("span", "cover"), make("span", "title", one.title));
      card.addEventListener("click", () => this.choose(one.name));
      item.append(card);
      item.find = [one.title, one.name, ...one.others].map(plain);
      item.kind = one.category;
      this.seen.observe(card);
      return item;
    }));
    this.sift();
    if (this.early) this.take();
  }

  // Only what the filter and the kind let through.
  sift() {
    const text = plain(this.filter.value);
    let count = 0;
    for (const item of this.cards.children) {
      item.hidden = Boolean((this.kind && item.kind !== this.kind) || (text && !item.find.some((name) => name.includes(text))));
      if (!item.hidden) count += 1;
    }
    for (const chip of this.kinds.children) chip.setAttribute("aria-pressed", String(chip.dataset.kind === this.kind));
    this.none.textContent = count || !this.genres ? "" : "No puzzle has a name like this.";
    clearTimeout(this.pause);
    if (!count && text) this.pause = setTimeout(() => this.guess(this.filter.value), PAUSE);
  }

  // The first card; that of a list that is on its way as soon as it is there.
  take() {
    const first = [...this.cards.children].find((item) => !item.hidden);
    this.early = !this.genres;
    if (first) this.choose(first.querySelector(".card").dataset.genre);
  }

  // Names spelt another way.
  async guess(text) {
    const names = await this.search(text).catch(() => []);
    if (text !== this.filter.value || !names.length) return;
    for (const item of this.cards.children) item.hidden = !names.includes(item.querySelector(".card").dataset.genre);
    this.none.textContent = "No puzzle has this very name; these may be meant.";
  }

  show(works) {
    this.goingOn.replaceChildren(...works.slice(0, 5).map((work) => {
      const card = make("button", "", `Go on with ${work.title}`);
      card.type = "button";
      card.addEventListener("click", () => this.again(work));
      return card;
    }));
    this.element.hidden = false;
    if (this.genres && !this.cards.children.length) this.fill();
  }

  hide() { this.element.hidden = true; }

  // Fetch the pictures of cards that came into view, some at a time.
  async draw() {
    if (this.asking) return;
    this.asking = true;
    try {
      while (this.wanted.length) {
        const cards = this.wanted.splice(0, AT_ONCE);
        const covers = await this.askForCovers(cards.map((card) => card.dataset.genre));
        for (const card of cards) this.put(card, covers[card.dataset.genre]);
      }
    } catch {
      this.wanted = []; // the names are there; whoever opens the list again sees the rest
    } finally {
      this.asking = false;
    }
  }

  put(card, svg) {
    if (!svg) return;
    const picture = make("img", "");
    picture.alt = "";
    picture.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
    card.querySelector(".cover").replaceChildren(picture);
  }

  // Draw all pictures anew, as for a dark page.
  redraw() {
    this.wanted = [];
    for (const card of this.cards.querySelectorAll(".card")) {
      this.seen.unobserve(card);
      this.seen.observe(card);
    }
  }
}
