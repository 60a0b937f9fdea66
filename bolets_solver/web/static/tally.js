// The figures of the tracking card, and what was gathered card by card.

import { count, h } from "./dom.js";

// A row of signs that show a number without colour: filled and empty.
function pips(filled, all, sign, hollow, kind) {
  const signs = Array.from({ length: all }, (_, index) =>
    h("span", { class: `pip ${index < filled ? "full" : "empty"} ${kind}` }, index < filled ? sign : hollow),
  );
  return h("span", { class: "pips", "aria-hidden": "true" }, signs);
}

function figure(name, value, words, extra) {
  return h(
    "div",
    { class: "figure" },
    h("dt", {}, name),
    h("dd", {}, h("span", { class: "unseen" }, words), h("span", { "aria-hidden": "true" }, value), extra),
  );
}

export function figures(view) {
  const now = view.figures;
  const next = now.toNextRed === null ? "all red cubes earned" : `next red cube in ${now.toNextRed}`;
  const cubes = now.red + now.yellow;
  return h(
    "dl",
    { class: "figures", id: "figures" },
    figure("Points", String(now.points), `${count(now.points, "point")}, ${next}`, h("small", { "aria-hidden": "true" }, now.toNextRed === null ? "" : `red in ${now.toNextRed}`)),
    figure("Lives", "", `${now.lives} of ${now.mostLives}`, pips(now.lives, now.mostLives, "\u2665", "\u2661", "life")),
    figure(
      "Crows", "",
      `marker at ${now.marker}; ${count(now.inSight, "crow")} visible now; ${now.fatalCrows} lose the game`,
      [pips(now.marker, now.fatalCrows, "\u25c6", "\u25c7", "crow"), h("small", { "aria-hidden": "true" }, `${now.inSight} visible`)],
    ),
    figure(
      "Cubes", cubes ? "" : "\u2013",
      `${now.red} red and ${now.yellow} yellow in hand; ${now.yellowLeft} yellow to take`,
      [
        cubes > 0 && h(
          "span",
          { class: "cubes", "aria-hidden": "true" },
          Array.from({ length: now.red }, () => h("span", { class: "cube red" }, "R")),
          Array.from({ length: now.yellow }, () => h("span", { class: "cube yellow" }, "Y")),
        ),
        h("small", { "aria-hidden": "true" }, `${now.yellowLeft} yellow left`),
      ],
    ),
  );
}

const COLUMNS = [
  ["Card", (tally) => tally.face],
  ["Points", (tally) => tally.points],
  ["Hearts", (tally) => tally.hearts],
  ["Crows defeated", (tally) => tally.defeated],
  ["Cubes laid", (tally) => tally.laid],
  ["Red earned", (tally) => tally.red],
  ["Lives", (tally) => tally.lives],
  ["Crow marker", (tally) => tally.crows],
  ["Total", (tally) => tally.total],
];

export function tallyTable(view) {
  if (!view.tallies.length) return h("p", { class: "quiet-text" }, "Nothing is traced yet.");
  return h(
    "div",
    { class: "wide", tabindex: 0, role: "region", "aria-label": "Card by card" },
    h(
      "table",
      {},
      h("thead", {}, h("tr", {}, COLUMNS.map(([name]) => h("th", { scope: "col" }, name)))),
      h(
        "tbody",
        {},
        view.tallies.map((tally) =>
          h(
            "tr",
            { class: tally.updated ? "" : "open" },
            COLUMNS.map(([, value], index) =>
              index ? h("td", {}, String(value(tally) || "\u2013")) : h("th", { scope: "row" }, value(tally)),
            ),
          ),
        ),
      ),
    ),
  );
}
