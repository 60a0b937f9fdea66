// Advice: what a best player without hindsight expects, and the best ways to decide, in words.

import { button, h } from "./dom.js";

const AIMS = [
  ["points", "most points"],
  ["win", "to win"],
  ["tier 2", "tier 2 or better"],
  ["tier 3", "tier 3 or better"],
  ["tier 4", "tier 4"],
];

// The part of the hints that asks for advice; `state` keeps the aim, the answer and the ghost.
export function adviceCard(state, ask, show, busy) {
  const aim = h(
    "select",
    { id: "advice-aim", onchange: (event) => (state.aim = event.target.value) },
    AIMS.map(([value, words]) => h("option", { value, selected: value === state.aim }, words)),
  );
  return h(
    "div",
    { class: "advice" },
    h("h3", {}, "Advice"),
    h("p", { class: "quiet-text" }, "The best turn from what you can see now. It uses no hidden cards."),
    h(
      "div",
      { class: "row" },
      h("label", { for: "advice-aim" }, "Aim"),
      aim,
      button("Advise me", ask, { id: "advise", disabled: busy }),
    ),
    state.found && adviceView(state, show),
  );
}

function adviceView({ found, shown }, show) {
  return h(
    "div",
    { class: "reply", id: "advice-reply" },
    h("p", {}, h("b", {}, `${found.words}. `), mark(found)),
    h("p", { class: "quiet-text" }, found.knows),
    h(
      "ol",
      { class: "choices" },
      found.choices.map((choice, index) =>
        h(
          "li",
          {},
          h("p", {}, choice.words),
          h("p", { class: "quiet-text" }, choice.value.map((line, at) => [at > 0 && h("br"), line])),
          choice.ghost && button("Show it on the map", () => show(index), { "aria-pressed": String(shown === index), class: "quiet", id: `advice-show-${index}` }),
        ),
      ),
    ),
    found.rest && h("p", { class: "quiet-text" }, found.rest),
  );
}

function mark({ sure, proven }) {
  return h("span", { class: `sure ${proven ? "proven" : "open"}` }, `${proven ? "\u2713" : "?"} ${sure}`);
}
