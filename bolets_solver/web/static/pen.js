// Drawing freely over the map: the server snaps the line, judges it, and offers the nearest legal
// one.

import { say, toast } from "./a11y.js";
import { ask } from "./api.js";
import { cross, line } from "./board.js";
import { button, count, h, replace, s } from "./dom.js";
import { changed, game, inLine, perform, trouble, undo } from "./state.js";

export class Pen {
  constructor(board) {
    this.board = board;
    this.on = false;
    this.points = null;
    this.id = null;
    this.offer = null;
    const { svg } = board;
    svg.addEventListener("pointerdown", (event) => this.#begin(event), { capture: true });
    svg.addEventListener("pointermove", (event) => this.#moved(event));
    svg.addEventListener("pointerup", (event) => this.#ended(event));
    svg.addEventListener("pointercancel", (event) => this.#cancelled(event));
  }

  show(view) {
    this.offer = null;
    if (!view.legal.trace) this.on = false;
    this.board.element.classList.toggle("drawing", this.on);
  }

  toggle(on = !this.on) {
    this.on = on && Boolean(game.view.legal.trace);
    this.offer = null;
    this.board.element.classList.toggle("drawing", this.on);
    this.board.clear("pen");
    this.board.explain(null);
    say(this.on ? "The pen is on: draw over the map" : "The pen is off");
    changed("mode");
  }

  #begin(event) {
    if (!this.on || this.id !== null || !event.isPrimary || event.button !== 0) return;
    event.preventDefault();
    event.stopPropagation();
    this.board.explain(null);
    this.board.clear("better");
    this.id = event.pointerId;
    this.board.svg.setPointerCapture(event.pointerId);
    this.points = [this.board.point(event)];
  }

  #moved(event) {
    if (event.pointerId !== this.id || !this.points) return; // a second finger never draws
    const events = event.getCoalescedEvents?.() ?? [];
    for (const each of events.length ? events : [event]) this.points.push(this.board.point(each));
    this.#draw();
  }

  #draw(kind = "pen-line") {
    const d = `M${this.points.map(([x, y]) => `${x.toFixed(3)} ${y.toFixed(3)}`).join("L")}`;
    replace(this.board.layers.pen, s("path", { class: "pen-casing", d }), s("path", { class: kind, d }));
  }

  #cancelled(event) {
    if (event.pointerId !== this.id) return;
    this.id = this.points = null;
    this.board.clear("pen");
  }

  async #ended(event) {
    if (event.pointerId !== this.id) return;
    this.id = null;
    if (this.points.length < 2) {
      this.points = null;
      return;
    }
    // the middles of tiles are whole numbers there
    const points = this.points.map(([x, y]) => [Number((x - 0.5).toFixed(3)), Number((y - 0.5).toFixed(3))]);
    await this.judge(points);
  }

  async judge(points) {
    try {
      const found = await inLine(() => ask("draw", { position: game.view.position, points }));
      if (!found.violation) {
        await perform(found.actions);
        toast(`Drawn: ${found.text}`, undoAll(found.actions.length));
        return;
      }
      this.#object(found);
    } catch (error) {
      trouble(error);
      this.board.clear("pen");
    }
  }

  #object(found) {
    const { violation, nearest } = found;
    if (this.points) this.#draw("pen-line wrong");
    const { pen } = this.board.layers;
    if (violation.tile) pen.append(cross(violation.tile));
    this.board.explain(violation.tile ?? game.view.here, violation.message, violation.rule);
    this.offer = { text: found.text, violation, nearest };
    if (nearest) pen.append(line(nearest.way, "better-line"));
    say(`Drawn: ${found.text}. ${violation.message}`);
    changed("mode");
  }

  // What was wrong with the line, and the nearest legal one.
  card() {
    if (!this.offer) return null;
    const { text, violation, nearest } = this.offer;
    const changes = nearest && count(nearest.changed, "change");
    return h(
      "section",
      { class: "card offer", "aria-label": "Your line" },
      h("p", {}, "Your line ", h("code", {}, text), ` breaks ${violation.rule}.`),
      nearest
        ? h(
            "p",
            {},
            `The nearest legal line (${changes}): `,
            h("code", {}, nearest.text),
            `, ${count(nearest.points, "point")} then.`,
          )
        : h("p", {}, "No legal line is near."),
      h(
        "div",
        { class: "row" },
        nearest &&
          button("Take the nearest line", () => {
            perform(nearest.actions, { back: nearest.back })
              .then(() => toast(`Drawn: ${nearest.text}`, undoAll(nearest.actions.length)))
              .catch(trouble);
          }),
        button("Leave it", () => {
          this.offer = null;
          this.board.clear("pen");
          this.board.explain(null);
          changed("mode");
        }, { class: "quiet" }),
      ),
    );
  }
}

const undoAll = (actions) => async () => {
  for (let done = 0; done < actions; done += 1) await undo();
};
