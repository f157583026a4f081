// Shows the puzzles whose names hold all words that are typed; if there are none, those whose rules do.
"use strict";

(() => {
  const form = document.querySelector("form[role=search]");
  const field = document.getElementById("search");
  const found = document.getElementById("found");
  const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const cards = [...document.querySelectorAll("li[data-names]")].map((element) => ({
    element,
    names: plain(element.dataset.names),
    rules: plain(element.dataset.rules),
  }));
  const kinds = document.querySelector(".kinds");
  const sections = [...document.querySelectorAll("section.kind-of")];

  function show() {
    const words = plain(field.value).split(/\s+/).filter(Boolean);
    const among = (key) => cards.filter((card) => words.every((word) => card[key].includes(word)));
    let shown = among("names");
    let told = "";
    if (!shown.length) {
      shown = among("rules");
      told = shown.length ? " by their rules" : "";
    }
    const kept = new Set(shown);
    for (const card of cards) card.element.hidden = !kept.has(card);
    for (const section of sections) section.hidden = !section.querySelector("li:not([hidden])");
    kinds.hidden = words.length > 0; // some would lead to what is hidden
    found.textContent = words.length ? `${shown.length || "No"} puzzle${shown.length === 1 ? "" : "s"} found${told}` : "";
    return shown;
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const [first] = show();
    if (first && field.value.trim()) first.element.querySelector("a").click();
  });
  field.addEventListener("input", show);
  window.addEventListener("pageshow", show);
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && document.activeElement !== field && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      field.focus();
    }
  });
  form.hidden = false;
  show();
})();
