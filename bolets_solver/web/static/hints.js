// Hints in three steps, each asked for by itself; the way back; the optimum. Everything says
// whether it is proven. Leaving a question ends the solver's work on it.

import { say, toast } from "./a11y.js";
import { adviceCard } from "./advice.js";
import { follow } from "./api.js";
import { line } from "./board.js";
import { button, count, drawing, h, replace, s } from "./dom.js";
import { changed, game, goTo, redo, trouble } from "./state.js";

const STEPS = ["Which door", "How the card lies", "The whole line"];

export class Hints {
  constructor(board) {
    this.board = board;
    this.shown = null; // the hint of the shown moment
    this.running = null;
    this.progress = null;
    this.shownFor = null;
    this.advice = { aim: "points", found: null, shown: null };
  }

  show(view) {
    const moment = JSON.stringify([view.link, view.actions.length]);
    if (moment === this.shownFor) return;
    this.shownFor = moment;
    this.stop();
    this.shown = null;
    this.level = 0;
    this.note = null;
    this.advice = { ...this.advice, found: null, shown: null };
    this.board.clear("better");
  }

  stop() {
    this.running?.abort();
    this.running = null;
    this.progress = null;
  }

  async #ask(name, body) {
    this.stop();
    const running = new AbortController();
    this.running = running;
    this.progress = { what: "asking", seconds: 0 };
    changed("mode");
    try {
      return await follow(
        name,
        { position: game.view.position, ...body },
        (progress) => {
          if (this.running !== running) return;
          this.progress = progress;
          changed("progress");
        },
        running.signal,
      );
    } finally {
      if (this.running === running) {
        this.running = null;
        this.progress = null;
      }
      changed("mode");
    }
  }

  async hint(level) {
    try {
      const found = await this.#ask("hint", { level });
      this.shown = found;
      this.level = Math.max(this.level ?? 0, level);
      const sure = sureWords(found);
      say(`${found.text} ${sure} ${found.knows}`);
      if (found.ghost) drawGhost(this.board, found.ghost);
      changed("mode");
    } catch (error) {
      trouble(error);
    }
  }

  async advise() {
    try {
      const found = await this.#ask("advice", { aim: this.advice.aim });
      this.advice = { ...this.advice, found, shown: null };
      say(`${found.words}, ${found.sure}.`);
      changed("mode");
    } catch (error) {
      trouble(error);
    }
  }

  // Draw a way to decide over the map, or take it away again.
  #show(index) {
    this.advice.shown = this.advice.shown === index ? null : index;
    if (this.advice.shown === null) this.board.clear("better");
    else drawGhost(this.board, this.advice.found.choices[index].ghost);
    changed("mode");
  }

  async wayBack() {
    try {
      const found = await this.#ask("way_back");
      if (found.status === "impossible") this.#remark("No game of this deal can be won (proven).");
      else if (found.actions === null || !found.proven) this.#remark("That is not known within the limit.");
      else if (found.actions >= found.here) this.#remark(`The optimum, ${count(found.points, "point")}, is still possible from here (proven).`);
      else {
        const steps = found.here - found.actions;
        await goTo(found.actions);
        toast(`Back by ${count(steps, "step")}: from here the optimum, ${count(found.points, "point")}, was possible (proven).`, async () => {
          for (let done = 0; done < steps; done += 1) await redo();
        });
      }
    } catch (error) {
      trouble(error);
    }
  }

  async optimum() {
    try {
      const found = await this.#ask("optimum");
      if (found.status === "optimal") {
        const { over } = game.view;
        const mine = over?.won ? over.points : 0;
        const gap = found.points - mine;
        this.#remark(`The optimum is ${count(found.points, "point")} (proven)${over ? (gap ? `: ${gap} more than yours` : ": yours") : ""}.`);
      } else if (found.status === "impossible") this.#remark("No game of this deal can be won (proven).");
      else this.#remark(`Not known within the limit: ${found.points ?? "nothing"} found, at most ${found.bound ?? "?"}.`);
    } catch (error) {
      trouble(error);
    }
  }

  #remark(text) {
    this.note = text;
    say(text);
    changed("mode");
  }

  progressBar() {
    if (!this.progress) return null;
    return progressCard(this.progress, () => {
      this.stop();
      changed("mode");
    });
  }

  card(view) {
    const next = (this.level ?? 0) + 1;
    return h(
      "section",
      { class: "card hints", "aria-label": "Hints" },
      h("h2", {}, "Hints"),
      !view.over &&
        h(
          "div",
          { class: "steps" },
          STEPS.map((name, index) =>
            button(`${index + 1} ${name}`, () => this.hint(index + 1), {
              disabled: index + 1 > next || Boolean(this.running) || Boolean(view.legal.card),
              class: "step",
            }),
          ),
        ),
      this.shown && h("p", { class: "reply" }, this.shown.text, " ", sureMark(this.shown)),
      this.shown?.knows && h("p", { class: "quiet-text", id: "hint-knows" }, this.shown.knows),
      this.note && h("p", { class: "reply" }, this.note),
      h(
        "div",
        { class: "row" },
        !view.hidden && view.actions.length > view.position.floor &&
          button("Back to the last best moment", () => this.wayBack(), {
            class: "quiet", disabled: Boolean(this.running),
            title: "Back to the last moment from which the optimum was possible",
          }),
        view.over && !view.hidden && button("What was the optimum?", () => this.optimum(), { class: "quiet", disabled: Boolean(this.running) }),
      ),
      !view.over && !view.legal.card && adviceCard(this.advice, () => this.advise(), (index) => this.#show(index), Boolean(this.running)),
    );
  }
}

export function sureWords(found) {
  if (found.proven) return "Proven.";
  return found.bound === null ? "Not proven." : `Best found, not proven; at most ${found.bound}.`;
}

export function sureMark(found) {
  return h("span", { class: `sure ${found.proven ? "proven" : "open"}` }, found.proven ? "\u2713 proven" : "? not proven");
}

// Draw a turn of a better game over the map, apart from what was played.
export function drawGhost(board, ghost) {
  const parts = [];
  if (ghost.card) {
    const { face, rotation, x, y } = ghost.card;
    const { art, width, height } = game.faces[face].lies[rotation];
    const laid = game.view.cards.some((card) => card.face === face && card.rotation === rotation && card.box[0] === x && card.box[1] === y);
    parts.push(
      s(
        "g",
        { class: "better-card", transform: `translate(${x} ${y})` },
        !laid && drawing(art),
        s("rect", { class: "better-frame", width, height, rx: 0.12 }),
      ),
    );
  }
  if (ghost.way) parts.push(line(ghost.way, "better-casing"), line(ghost.way, "better-line"));
  for (const [x, y] of ghost.cubes ?? []) {
    parts.push(s("rect", { class: "better-cube", x: x + 0.15, y: y + 0.15, width: 0.7, height: 0.7, rx: 0.1 }));
  }
  replace(board.layers.better, ...parts);
}

export function progressCard(progress, stop) {
  const known = [];
  if (progress.best !== undefined && progress.best !== null) known.push(`best ${progress.best}`);
  if (progress.bound !== undefined && progress.bound !== null) known.push(`at most ${progress.bound}`);
  if (progress.lower !== undefined) known.push(`${progress.lower.toFixed(2)} to ${progress.upper.toFixed(2)}`);
  if (progress.states) known.push(`${progress.states.toLocaleString("en")} ${progress.lower === undefined ? "states" : "questions"}`);
  return h(
    "div",
    { class: "progress" },
    h("span", { class: "spinner", "aria-hidden": "true" }),
    h("span", {}, `${progress.what}, ${Math.round(progress.seconds)} s${known.length ? `: ${known.join(", ")}` : ""}`),
    button("Stop", stop, { class: "quiet" }),
  );
}
