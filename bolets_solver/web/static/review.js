// Replay: step by step or by the slider, what each turn cost, the better line as a ghost.

import { say } from "./a11y.js";
import { follow } from "./api.js";
import { button, count, h } from "./dom.js";
import { drawGhost, progressCard } from "./hints.js";
import { changed, game, goTo, moment, trouble } from "./state.js";

export class Review {
  constructor(board) {
    this.board = board;
    this.on = false;
    this.at = 0;
    this.costs = null;
    this.of = null;
    this.running = null;
    this.progress = null;
    this.ghost = null; // which better turn is drawn: "hindsight" or "fair"
    this.fair = null; // mistakes and luck
  }

  get last() {
    return game.view.actions.length;
  }

  async open() {
    this.on = true;
    if (this.of !== game.view.link) {
      this.costs = null;
      this.fair = null;
      this.of = game.view.link;
    }
    await this.go(this.last);
  }

  close() {
    this.on = false;
    this.running?.abort();
    this.board.clear("better");
    changed();
  }

  // Show the moment after a number of steps.
  async go(at) {
    this.at = Math.max(0, Math.min(this.last, at));
    const wanted = this.at;
    try {
      const view = await moment(wanted);
      if (!this.on || wanted !== this.at) return;
      this.board.clear("marks", "ghost", "pen", "better");
      this.board.explain(null);
      this.board.show({ ...view, legal: {}, code: game.view.code });
      this.shown = view;
      const words = wanted ? game.view.actions[wanted - 1].words : "the beginning";
      say(`Step ${wanted} of ${this.last}: ${words}`);
      const better = this.ghost === "fair" ? this.#decision()?.ghost : this.#turn()?.better;
      if (better && this.ghost) drawGhost(this.board, better);
      changed("mode");
    } catch (error) {
      trouble(error);
    }
  }

  // The turn of which the shown step is a part.
  #turn() {
    return this.costs?.turns.find((turn) => this.at <= turn.actions) ?? null;
  }

  // The decision of which the shown step is a part.
  #decision() {
    if (!this.fair || !this.at) return null;
    const turns = game.view.actions.slice(0, this.at).filter((one) => one.action.includes(" @")).length;
    return this.fair.decisions.find((one) => one.turn === turns) ?? null;
  }

  weigh() {
    return this.#ask("review", {}, (found) => (this.costs = found), "The review is ready.");
  }

  judge(deep) {
    return this.#ask("mistakes", { deep }, (found) => (this.fair = found), "Mistakes and luck are shown.");
  }

  async #ask(name, body, take, said) {
    const running = new AbortController();
    this.running = running;
    this.progress = { what: "asking", seconds: 0 };
    changed("mode");
    try {
      const found = await follow(
        name,
        { position: game.view.position, ...body },
        (progress) => {
          this.progress = progress;
          changed("progress");
        },
        running.signal,
      );
      take(found);
      say(said);
    } catch (error) {
      trouble(error);
    } finally {
      this.running = null;
      this.progress = null;
      changed("mode");
    }
  }

  key(event) {
    const moves = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: this.last };
    if (!(event.key in moves)) {
      if (event.key === "Escape") this.close();
      return event.key === "Escape";
    }
    this.go(moves[event.key]);
    return true;
  }

  progressBar() {
    return this.progress && progressCard(this.progress, () => this.running?.abort());
  }

  card() {
    const words = this.at ? game.view.actions[this.at - 1].words : "The beginning";
    const slider = h("input", {
      type: "range", min: 0, max: this.last, value: this.at, id: "review-slider",
      "aria-label": "Step of the game", "aria-valuetext": `step ${this.at} of ${this.last}: ${words}`,
      oninput: (event) => this.go(Number(event.target.value)),
    });
    return h(
      "section",
      { class: "card review", "aria-label": "Review" },
      h("h2", {}, "Review"),
      h(
        "div",
        { class: "row stepping" },
        button("\u21e4", () => this.go(0), { "aria-label": "To the beginning (Home)", id: "review-first" }),
        button("\u2190", () => this.go(this.at - 1), { "aria-label": "A step back (left arrow)", id: "review-back" }),
        button("\u2192", () => this.go(this.at + 1), { "aria-label": "A step on (right arrow)", id: "review-on" }),
        button("\u21e5", () => this.go(this.last), { "aria-label": "To the end (End)", id: "review-last" }),
      ),
      slider,
      h("p", { class: "reply" }, h("b", {}, `${this.at} of ${this.last}`), ` ${words}`),
      h(
        "div",
        { class: "row" },
        !this.costs && !game.view.hidden && button("What did each turn cost?", () => this.weigh(), { disabled: Boolean(this.running) }),
        !this.fair && !game.view.hidden && button("Mistakes and luck", () => this.judge(false), { disabled: Boolean(this.running), id: "mistakes" }),
        this.at < this.last && this.at >= game.view.position.floor &&
          button("Play on from here", async () => {
            const { at } = this;
            this.close();
            await goTo(at);
          }, { class: "quiet" }),
        button("Back to the game", () => this.close(), { class: "quiet" }),
      ),
      this.costs && this.#costs(),
      this.fair && this.#fair(),
    );
  }

  // What each decision lost against the best without hindsight, and what the cards did.
  #fair() {
    const { fair } = this;
    const now = this.#decision();
    return h(
      "div",
      { class: "fair" },
      h("h3", {}, "Mistakes and luck"),
      h("p", { class: "quiet-text" }, `${fair.knows} All figures are exact.`),
      h("ol", { class: "costs" }, fair.decisions.map((one) => this.#decided(one, one === now))),
      fair.skipped > 0 && h(
        "p",
        { class: "quiet-text" },
        `${count(fair.skipped, "decision")} at the beginning not reviewed${fair.complete ? "" : ": the time was up"}. `,
        !fair.deep && fair.complete && button("Review them too", () => this.judge(true), { class: "link", disabled: Boolean(this.running) }),
      ),
      h("p", {}, `In all: mistakes ${fair.mistakes}, luck ${fair.luck}. ${fair.sum ?? ""}`),
    );
  }

  #decided(one, now) {
    const name = one.turn ? `Turn ${one.turn}: ${one.turnWords.split(" ")[0]}` : "Entrance";
    const to = one.turn ? this.#end(one.turn) : 1;
    const luck = one.gain ? `, ${one.gain > 0 ? "good" : "bad"} luck ${one.luck.replace("-", "\u2212")}` : "";
    return h(
      "li",
      { class: now ? "now" : "" },
      button(name, () => this.go(to), { class: "link" }),
      h("span", { class: `cost ${one.cost ? "some" : "none"}` }, `${one.cost ? `mistake ${one.mistake}` : "\u2713 no mistake"}${luck}`),
      now && one.better && h("p", { class: "better-words" }, `Better: ${one.betterWords ?? one.better}`),
      now && one.ghost && this.#ghostChoice("fair", "show the better turn", one.better),
    );
  }

  // The step at which a turn ends.
  #end(turn) {
    let seen = 0;
    const next = game.view.actions.findIndex((one) => one.action.includes(" @") && (seen += 1) > turn);
    return next < 0 ? this.last : next;
  }

  #ghostChoice(kind, words, code) {
    return h(
      "label",
      { class: "ghost-choice" },
      h("input", {
        type: "checkbox", checked: this.ghost === kind, id: `review-ghost-${kind}`,
        onchange: (event) => {
          this.ghost = event.target.checked ? kind : null;
          this.go(this.at);
        },
      }),
      `${words}: `, h("code", {}, code),
    );
  }

  #costs() {
    const { costs } = this;
    const all = [costs.entrance.cost, ...costs.turns.flatMap((turn) => [turn.cost.placement, turn.cost.trace])];
    const sum = all.includes(null) ? null : all.reduce((one, other) => one + other, 0);
    const now = this.#turn();
    const optimum = costs.optimum.points;
    return h(
      "div",
      {},
      h("p", {}, optimum === null ? "No game of this deal can be won (proven)." : `Optimum: ${count(optimum, "point")} ${costs.optimum.status === "optimal" ? "(proven)" : "(found, not proven)"}.`),
      h(
        "ol",
        { class: "costs" },
        h("li", {}, button(`Entrance, door ${costs.entrance.door}`, () => this.go(1), { class: "link" }), costMark(costs.entrance.cost, costs.entrance.better ? `door ${costs.entrance.better} was better` : "")),
        costs.turns.map((turn, index) =>
          h(
            "li",
            { class: turn === now ? "now" : "" },
            button(`Turn ${index + 1}: ${turn.turn.split(" ")[0]}`, () => this.go(turn.actions), { class: "link" }),
            costMark(total(turn), split(turn)),
            turn === now && turn.better && this.#ghostChoice("hindsight", "show the better line", turn.better.turn),
          ),
        ),
      ),
      h("p", { class: "quiet-text" }, `${sum === null ? "Some costs are not known within the limit" : `Lost against the best, in all: ${count(sum, "point")}`}. This is hindsight: it knows the whole order.`),
    );
  }
}

function total(turn) {
  const { placement, trace } = turn.cost;
  return placement === null || trace === null ? null : placement + trace;
}

function split(turn) {
  const parts = [];
  if (turn.cost.placement) parts.push(`placement ${turn.cost.placement}`);
  if (turn.cost.trace) parts.push(`trace ${turn.cost.trace}`);
  return parts.join(", ");
}

function costMark(cost, why) {
  if (cost === null) return h("span", { class: "cost open" }, "? not known");
  if (!cost) return h("span", { class: "cost none" }, "\u2713 costs nothing");
  return h("span", { class: "cost some" }, `\u2212${cost} ${cost === 1 ? "point" : "points"}${why ? ` (${why})` : ""}`);
}
