// The techniques of a genre: patterns that hold wherever they stand, before and after.

const make = (name, text = "") => {
  const element = document.createElement(name);
  element.textContent = text;
  return element;
};

const picture = (svg, what) => {
  const image = make("img");
  image.alt = what;
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  return image;
};

export class Patterns {
  // `ask(genre)` resolves to the patterns of a genre; `failed(error)` hears why there are none.
  constructor({ ask, failed }) {
    this.part = document.getElementById("patterns");
    this.list = document.getElementById("pattern-list");
    this.ask = ask;
    this.failed = failed;
    this.genre = "";
    this.part.addEventListener("toggle", () => this.fill());
  }

  // Another genre; without patterns nothing is offered.
  about(genre, there) {
    this.genre = there ? genre : "";
    this.part.hidden = !this.genre;
    this.part.open = false;
    this.list.replaceChildren();
  }

  async fill() {
    if (!this.part.open || this.list.children.length) return;
    const mine = this.genre;
    try {
      const patterns = await this.ask(mine);
      if (mine === this.genre) this.list.replaceChildren(...patterns.map((one) => this.shown(one)));
    } catch (error) {
      this.failed(error);
    }
  }

  // Draw them anew, as for a dark page.
  redraw() {
    this.list.replaceChildren();
    this.fill();
  }

  shown(one) {
    const item = make("li");
    const pair = make("div");
    pair.classList.add(...one.open.map((side) => `open-${side}`));
    pair.append(picture(one.before, "before"), make("span", "→"), picture(one.after, "after"));
    item.append(make("span", one.name), pair, ...one.words.map((line) => make("small", `${line}.`)));
    return item;
  }
}
