// The page of puzzles: the one of today, and all of them with what was solved.

import { ask } from "./api.js";
import { button, h, replace } from "./dom.js";
import { open, trouble } from "./state.js";

const NAMES = { placement: "One placement", greedy: "Greed loses", yellow: "A life for a cube", door: "The blocked door", narrow: "A narrow escape" };

export class PuzzlePage {
  constructor(menu) {
    this.menu = menu;
    this.element = h("div", { class: "list-page" });
  }

  async enter() {
    try {
      this.#draw(await ask("list_puzzles"));
    } catch (error) {
      trouble(error);
    }
  }

  leave() {}

  async #play(name) {
    try {
      await open("puzzle", { name }, true);
      this.menu.go("play");
    } catch (error) {
      trouble(error);
    }
  }

  #draw({ puzzles, kinds, stars, today }) {
    const daily = puzzles.find((puzzle) => puzzle.name === today.name);
    const solved = puzzles.filter((puzzle) => puzzle.solved).length;
    replace(
      this.element,
      h(
        "section",
        { class: "hero" },
        h("h2", {}, "Puzzle of the day"),
        h("p", { class: "quiet-text" }, new Date(`${today.date}T12:00`).toLocaleDateString("en", { dateStyle: "full" })),
        h("p", {}, daily.question),
        h("div", { class: "row" }, button(daily.solved ? "Solved \u2713 Play it again" : `Play ${daily.name} ${"\u2605".repeat(daily.stars)}`, () => this.#play(daily.name), { class: "main", id: "daily" })),
      ),
      h("p", {}, `${solved} of ${puzzles.length} solved. Each answer is proven. Stars: ${stars.join("; ")}.`),
      Object.keys(kinds).map((kind) =>
        h(
          "section",
          { class: "kind" },
          h("h2", {}, NAMES[kind] ?? kind),
          h("p", { class: "quiet-text" }, `${kinds[kind][0].toUpperCase()}${kinds[kind].slice(1)}.`),
          h("ul", { class: "tiles" }, puzzles.filter((puzzle) => puzzle.kind === kind).map((puzzle) => this.#tile(puzzle))),
        ),
      ),
    );
  }

  #tile(puzzle) {
    const state = puzzle.solved ? "\u2713 solved" : puzzle.tried ? "\u2026 begun" : "";
    return h(
      "li",
      {},
      button(
        [
          h("b", {}, puzzle.name),
          h("span", { class: "stars", "aria-label": `${puzzle.stars} of ${5} stars`, role: "img" }, "\u2605".repeat(puzzle.stars) + "\u2606".repeat(5 - puzzle.stars)),
          h("span", {}, `${puzzle.target} points, ${puzzle.toLay} of ${puzzle.of} cards to place`),
          state && h("span", { class: puzzle.solved ? "mark solved" : "mark" }, state),
        ],
        () => this.#play(puzzle.name),
        { class: `puzzle-tile${puzzle.solved ? " done" : ""}` },
      ),
    );
  }
}
