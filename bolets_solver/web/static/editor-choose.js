// Which deck to edit: the known ones, and a new one.

import { ask } from "./api.js";
import { button, count, h } from "./dom.js";
import { leftOpen, wrong } from "./editor-model.js";

const PLACES = {
  opened: "The deck you named",
  here: "In this folder",
  own: "Your own decks",
  shipped: "Decks that come with the program",
};

export function chooser({ decks, folders }, open, opened, back) {
  const unsaved = leftOpen();
  return [
    back && h("div", { class: "row" }, button("Back to the deck", back, { id: "back-to-deck" })),
    Object.entries(PLACES).map(([where, title]) => {
      const found = decks.filter((deck) => deck.where === where);
      return (
        found.length > 0 &&
        h(
          "section",
          {},
          h("h2", {}, title),
          where === "shipped" && h("p", { class: "quiet-text" }, "View one, or start from it: it is saved under another name."),
          h("ul", { class: "games" }, found.map((deck) => h("li", { class: "game-row" }, h("button", { type: "button", class: "game-open", "data-file": deck.file, onclick: () => open(deck.file) }, h("strong", {}, deck.title ?? deck.name), h("span", {}, deck.trouble ?? `${deck.faces === null ? "no TOML yet" : count(deck.faces, "face")}, ${deck.file}${unsaved.has(deck.file) ? " \u2014 with changes that are not saved" : ""}`))))),
        )
      );
    }),
    newDeck(folders, opened),
  ];
}

export function placeField(id, folders) {
  return h("div", { class: "field whole" }, h("label", { for: id }, "Where"), h("select", { id }, folders.map(({ where, folder }) => h("option", { value: where }, where === "here" ? `in this folder (${folder})` : `among your own (${folder})`))));
}

function newDeck(folders, opened) {
  const field = (id, label, attributes) => h("div", { class: "field" }, h("label", { for: id }, label), h("input", { id, autocomplete: "off", ...attributes }));
  const value = (id) => document.getElementById(id).value;
  const error = h("p", { class: "error", role: "alert" });
  const make = async () => {
    error.textContent = "";
    try {
      const cards = Number.parseInt(value("new-cards"), 10);
      opened(await ask("cards/new", { name: value("new-name").trim(), size: `${value("new-across")}x${value("new-down")}`, cards, border: value("new-border"), where: value("new-where") }));
    } catch (trouble) {
      if (trouble.name === "Error") wrong(trouble);
      error.textContent = trouble.message;
    }
  };
  return h(
    "section",
    { class: "card" },
    h("h2", {}, "A new deck"),
    h("p", { class: "quiet-text" }, "For the cards you own. Each card has two sides, A and B; the cottage is C."),
    h(
      "div",
      { class: "fields" },
      field("new-name", "Name: a-z, 0-9, -", { value: "my-cards", spellcheck: "false" }),
      field("new-cards", "Numbered cards", { type: "number", min: 1, max: 100, value: 7 }),
      field("new-across", "Tiles across, walls included", { type: "number", min: 3, max: 130, value: 5 }),
      field("new-down", "Tiles down, walls included", { type: "number", min: 3, max: 130, value: 7 }),
      h("div", { class: "field" }, h("label", { for: "new-border" }, "Walls and doors"), h("select", { id: "new-border" }, h("option", { value: "tiles" }, "are tiles of the rim"), h("option", { value: "edges" }, "are lines on the edge"))),
      placeField("new-where", folders),
    ),
    error,
    h("div", { class: "row" }, button("Make the deck", make, { class: "main", id: "new-deck" })),
  );
}
