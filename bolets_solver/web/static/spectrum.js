// The bonus mode: which scores the order of the game holds, and where one's own games stand.

import { say } from "./a11y.js";
import { follow } from "./api.js";
import { button, count, drawing, h, replace } from "./dom.js";
import { progressCard, sureMark } from "./hints.js";
import { game, trouble } from "./state.js";

export class SpectrumPage {
  constructor(menu) {
    this.menu = menu;
    this.element = h("div", { class: "list-page" });
    this.found = null;
    this.of = null;
    this.running = null;
  }

  enter() {
    if (this.of !== game.view?.code) this.found = null;
    this.#draw();
  }

  leave() {
    this.running?.abort();
  }

  async #study() {
    const running = new AbortController();
    this.running = running;
    this.of = game.view.code;
    try {
      this.found = await follow("spectrum", { position: game.view.position }, (progress) => this.#draw(progress), running.signal);
      say("The spectrum is drawn.");
    } catch (error) {
      trouble(error);
    } finally {
      this.running = null;
      this.#draw();
    }
  }

  #draw(progress) {
    const { view } = game;
    if (!view) {
      replace(this.element, h("p", {}, "Open or deal a game first."));
      return;
    }
    if (view.hidden) {
      replace(this.element, h("p", {}, "Not all cards of this game are known yet: the scores of its order are shown then."));
      return;
    }
    replace(
      this.element,
      h(
        "section",
        { class: "card" },
        h("h2", {}, "Scores of this order"),
        h("p", {}, view.order.join(" ")),
        h("p", { class: "quiet-text" }, "The bonus mode: one order played again and again. Which scores can be won is proven; what simulated players reach is not. It shows the optimum, so play first."),
        progress && progressCard(progress, () => this.running?.abort()),
        !this.running && h("div", { class: "row" }, button(this.found ? "Draw it again" : "Draw the spectrum", () => this.#study(), { class: "main", id: "study" })),
      ),
      this.found && !progress && this.#result(),
    );
  }

  #result() {
    const { found } = this;
    const picture = drawing(found.svg).firstElementChild;
    picture.setAttribute("class", "spectrum");
    const own = found.mine.length + found.lost;
    return h(
      "section",
      { class: "card" },
      h("p", {}, found.optimum.points === null ? "No won game is known. " : `Optimum: ${count(found.optimum.points, "point")} `, sureMark(found.optimum)),
      h("div", { class: "wide", tabindex: 0, role: "region", "aria-label": "Picture of the spectrum" }, picture),
      h("p", {}, own ? `Your finished games of this order: ${found.mine.length ? `won with ${found.mine.join(", ")}` : "none won"}${found.lost ? `, ${found.lost} lost` : ""}.` : "You have not finished a game of this order yet."),
      !found.complete && h("p", { class: "quiet-text" }, "The time limit was reached: scores marked ? are not settled."),
    );
  }
}
