// Tracing: by dragging from the path's head, by clicking where a slide ends, by arrow keys. Which
// slides there are comes from the server at each bump; a forbidden step is explained, not drawn.

import { say } from "./a11y.js";
import { cross, key, line, step, STEP } from "./board.js";
import { replace, s } from "./dom.js";
import { attempt, changed, game, perform, trouble } from "./state.js";

export class Tracer {
  constructor(board) {
    this.board = board;
    this.cubes = false; // whether a click lays a cube
    this.drag = null;
    board.handle.addEventListener("pointerdown", (event) => this.#begin(event));
  }

  show(view) {
    this.cubes = this.cubes && Boolean(view.legal.trace?.cubes.length);
    this.board.element.classList.toggle("laying-cubes", this.cubes);
    this.#marks(view);
  }

  // Where one may go: dotted ways, rings where slides end, arrows at doors.
  #marks(view) {
    const layer = this.board.layers.marks;
    const { legal } = view;
    if (legal.entrance) {
      replace(layer, ...legal.entrance.map((door) => doorMark(door.tile, door.heading, door.number)));
      return;
    }
    if (!legal.trace) {
      replace(layer);
      return;
    }
    if (this.cubes) {
      replace(layer, ...legal.trace.cubes.map(cubeMark));
      return;
    }
    const ways = legal.trace.slides.map((slide) => {
      const end = slide.tiles.at(-1);
      return s(
        "g",
        { class: `way${slide.fatal ? " fatal" : ""}` },
        line([view.here, ...slide.tiles], "way-line"),
        slide.doors.map((door) => s("circle", { class: "way-stop", cx: door.tile[0] + 0.5, cy: door.tile[1] + 0.5, r: 0.13 })),
        s("circle", { class: "way-end", cx: end[0] + 0.5, cy: end[1] + 0.5, r: 0.26 }),
      );
    });
    const doors = legal.trace.doors.map((door) => doorMark(door.tile, door.heading));
    const passed = legal.trace.slides.flatMap((slide) =>
      slide.doors.map((door) => doorMark(step(door.tile, door.heading), door.heading, null, true)),
    );
    replace(layer, ...ways, ...passed, ...doors);
  }

  toggleCubes(on = !this.cubes) {
    this.cubes = on;
    this.#marks(game.view);
    this.board.element.classList.toggle("laying-cubes", on);
    changed("mode");
  }

  // A tile was clicked, or chosen with Enter.
  choose(tile) {
    const { legal, here } = game.view;
    if (legal.entrance) {
      const door = legal.entrance.find((one) => key(one.tile) === key(tile));
      if (door) this.#do([door.action]);
      else say("Choose one of the doors.");
      return;
    }
    if (!legal.trace) return;
    if (this.cubes) {
      this.cubes = !legal.trace.cubes.some((one) => key(one) === key(tile)); // one at a time
      this.#do([`@${key(tile)}`]);
      return;
    }
    const actions = this.#way(game.view, tile);
    if (actions) this.#do(actions);
    else this.#forbid(game.view, tile, here);
  }

  // The actions that lead to a tile with one slide, through a door beside it too.
  #way(view, tile) {
    const { slides, doors } = view.legal.trace;
    const door = doors.find((one) => key(one.tile) === key(tile));
    if (door) return [door.action];
    for (const slide of slides) {
      const index = slide.tiles.findIndex((one) => key(one) === key(tile));
      if (index >= 0) return [`${slide.heading}${index + 1}`];
    }
    for (const slide of slides) {
      for (const beside of slide.doors) {
        if (key(step(beside.tile, beside.heading)) !== key(tile)) continue;
        const index = slide.tiles.findIndex((one) => key(one) === key(beside.tile));
        return [`${slide.heading}${index + 1}`, `>${beside.heading}`];
      }
    }
    return null;
  }

  #forbid(view, tile, from) {
    const heading = towards(from, tile);
    const why = heading && view.legal.trace.forbidden[heading];
    if (!why) {
      this.board.explain(tile, "A trace goes straight on until it bumps into something.");
      say("A trace goes straight on until it bumps into something.");
      return;
    }
    this.refuse(why, step(from, heading));
  }

  refuse(violation, otherwise) {
    const tile = violation.tile ?? otherwise;
    replace(this.board.layers.pen, cross(tile));
    this.board.explain(tile, violation.message, violation.rule);
    say(violation.message);
  }

  calm() {
    this.board.explain(null);
    this.board.clear("pen");
  }

  // An arrow key: as far as the slide goes, or (short) one tile; into a door that is there.
  arrow(heading, short) {
    const trace = game.view.legal.trace;
    if (!trace) return;
    this.calm();
    const door = trace.doors.find((one) => one.heading === heading);
    const slide = trace.slides.find((one) => one.heading === heading);
    if (door) this.#do([door.action]);
    else if (slide) this.#do([short ? `${heading}1` : slide.action]);
    else this.refuse(trace.forbidden[heading], game.view.here);
  }

  ahead() {
    this.#tried(game.view.legal.trace?.ahead);
  }

  yellow() {
    this.#tried(game.view.legal.trace?.yellow);
  }

  #tried(what) {
    if (!what) return;
    this.calm();
    if (what.legal) this.#do([what.action]);
    else this.refuse(what.violation, game.view.here);
  }

  #do(actions) {
    this.calm();
    perform(actions)
      .then((answer) => answer.violation && this.refuse(answer.violation, game.view.here))
      .catch(trouble);
  }

  // Dragging the head of the path

  #begin(event) {
    if (this.drag || !event.isPrimary || event.button !== 0 || !game.view.legal.trace) return;
    event.preventDefault();
    this.calm();
    const handle = this.board.handle;
    handle.setPointerCapture(event.pointerId);
    const signal = new AbortController();
    const listen = (name, work) => handle.addEventListener(name, work, { signal: signal.signal });
    this.drag = {
      id: event.pointerId,
      stop: () => signal.abort(),
      stack: [{ view: game.view, actions: [] }],
      last: game.view.here,
      queue: [],
      part: null,
      busy: false,
      ended: false,
    };
    listen("pointermove", (moved) => this.#moved(moved));
    listen("pointerup", (up) => this.#released(up));
    listen("pointercancel", (gone) => this.#rollBack(gone));
  }

  #moved(event) {
    const { drag } = this;
    if (!drag || event.pointerId !== drag.id) return; // a second finger never draws
    this.board.nudge(event, this.drag);
    const events = event.getCoalescedEvents?.() ?? [];
    for (const each of events.length ? events : [event]) {
      const tile = this.board.tile(each);
      for (const passed of between(drag.last, tile)) drag.queue.push(passed);
      drag.last = tile;
    }
    this.#work();
  }

  async #work() {
    const { drag } = this;
    if (!drag || drag.busy) return;
    drag.busy = true;
    try {
      while (drag.queue.length && this.drag === drag) await this.#enter(drag, drag.queue.shift());
    } catch (error) {
      trouble(error);
      this.#restore(drag);
    } finally {
      drag.busy = false;
    }
    if (this.drag === drag && drag.ended) this.#finish(drag);
  }

  // The finger is on a tile now.
  async #enter(drag, tile) {
    const top = drag.stack.at(-1);
    const back = drag.stack.findIndex((one) => key(one.view.here) === key(tile));
    if (back >= 0) {
      drag.stack.length = back + 1;
      drag.part = null;
      this.#preview(drag);
      return;
    }
    const along = drag.stack.findLastIndex((one, index) => index > 0 && passes(drag.stack[index - 1].view, one, tile));
    if (along > 0) {
      drag.stack.length = along; // back into an earlier slide
      this.#part(drag, this.#way(drag.stack.at(-1).view, tile), tile);
      return;
    }
    if (!top.view.legal.trace || drag.part?.entered) return;
    const actions = this.#way(top.view, tile);
    if (!actions) {
      // the finger strays: only a step aside from where the line is now is worth a word
      const from = drag.part?.tile ?? top.view.here;
      const heading = towards(from, tile);
      const why = heading && !drag.part && top.view.legal.trace.forbidden[heading];
      if (why && key(step(from, heading)) === key(tile)) this.refuse(why, tile);
      return;
    }
    this.calm();
    const [first] = actions;
    const slide = top.view.legal.trace.slides.find((one) => one.action === first);
    if (slide && actions.length === 1) {
      const answer = await attempt(top.view.position, actions);
      if (this.drag !== drag) return;
      drag.stack.push({ view: answer.view, actions: [...top.actions, first] });
      drag.part = null;
      this.#preview(drag);
    } else this.#part(drag, actions, tile);
  }

  // The line ends within a slide, or in a door, for now.
  #part(drag, actions, tile) {
    drag.part = { actions, tile, entered: actions.at(-1).startsWith(">") };
    this.#preview(drag);
  }

  #preview(drag) {
    const top = drag.stack.at(-1);
    this.board.show({ ...top.view, actions: game.view.actions, code: game.view.code });
    this.#marks(top.view);
    if (drag.part) {
      const corner = drag.part.actions.length > 1 ? cornerOf(top.view, drag.part) : null;
      const tiles = [top.view.here, corner, drag.part.tile].filter(Boolean);
      replace(this.board.layers.pen, line(tiles, "part-casing"), line(tiles, "part"));
    } else this.board.clear("pen");
    const head = drag.part?.tile ?? top.view.here;
    this.board.handle.setAttribute("cx", head[0] + 0.5);
    this.board.handle.setAttribute("cy", head[1] + 0.5);
    this.board.handle.removeAttribute("hidden");
  }

  #released(event) {
    const { drag } = this;
    if (!drag || event.pointerId !== drag.id) return;
    drag.ended = true;
    drag.stop();
    if (!drag.busy) this.#finish(drag);
  }

  #finish(drag) {
    const actions = [...drag.stack.at(-1).actions, ...(drag.part?.actions ?? [])];
    const explained = !this.board.reason.hidden;
    this.drag = null;
    if (actions.length) this.#do(actions);
    else {
      changed();
      if (!explained) this.calm();
    }
  }

  #rollBack(event) {
    const { drag } = this;
    if (drag && event.pointerId === drag.id) this.#restore(drag);
  }

  #restore(drag) {
    drag.stop();
    this.drag = null;
    this.calm();
    changed();
  }
}

// Whether a slide that was drawn from a view has passed a tile.
function passes(view, drawn, tile) {
  const slide = view.legal.trace.slides.find((one) => one.action === drawn.actions.at(-1));
  return slide?.tiles.some((one) => key(one) === key(tile)) ?? false;
}

function cornerOf(view, part) {
  const heading = part.actions[1].slice(1);
  return step(part.tile, heading, -1);
}

// The heading in which a tile lies from another one, by the longer way.
export function towards(from, tile) {
  const [dx, dy] = [tile[0] - from[0], tile[1] - from[1]];
  if (!dx && !dy) return null;
  if (Math.abs(dx) > Math.abs(dy)) return dx > 0 ? "E" : "W";
  return dy > 0 ? "S" : "N";
}

// The tiles on the way of a finger that moves faster than it is sampled.
function between(from, to) {
  const tiles = [];
  let [x, y] = from;
  while (x !== to[0] || y !== to[1]) {
    if (Math.abs(to[0] - x) >= Math.abs(to[1] - y)) x += Math.sign(to[0] - x);
    else y += Math.sign(to[1] - y);
    tiles.push([x, y]);
    if (tiles.length > 400) break;
  }
  return tiles;
}

function doorMark(tile, heading, number = null, later = false) {
  const [dx, dy] = STEP[heading];
  const [x, y] = [tile[0] + 0.5, tile[1] + 0.5];
  const d = `M${x - 0.2 * dx + 0.24 * dy} ${y - 0.2 * dy + 0.24 * dx}L${x + 0.2 * dx} ${y + 0.2 * dy}L${x - 0.2 * dx - 0.24 * dy} ${y - 0.2 * dy - 0.24 * dx}`;
  return s(
    "g",
    { class: `door-mark${later ? " later" : ""}` },
    s("rect", { x: tile[0] + 0.04, y: tile[1] + 0.04, width: 0.92, height: 0.92, rx: 0.2 }),
    number === null ? s("path", { d }) : s("text", { x, y: y + 0.17, "text-anchor": "middle" }, String(number)),
  );
}

function cubeMark([x, y]) {
  return s("rect", { class: "cube-mark", x: x + 0.12, y: y + 0.12, width: 0.76, height: 0.76, rx: 0.12 });
}
