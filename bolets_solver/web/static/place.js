// Laying the wall card: dragged from the hand or over the map, turned, snapped to where it may lie.

import { say } from "./a11y.js";
import { ask } from "./api.js";
import { cross, key, step } from "./board.js";
import { drawing, replace, s } from "./dom.js";
import { game, perform, trouble } from "./state.js";

const NEAR = 0.85; // tiles: how far a card snaps
const MOVED = 6; // pixels: less is a tap
const ROTATIONS = [0, 90, 180, 270];

export class Hand {
  constructor(board) {
    this.board = board;
    this.rotation = 0;
    this.at = null; // top left tile of the card over the map, null: it is in the hand
    this.drag = null;
    this.face = null;
    this.onTurn = () => {};
    this.asking = 0;
    board.layers.ghost.addEventListener("pointerdown", (event) => this.#begin(event, true));
  }

  // A view is shown: which card is in hand, if any.
  show(view) {
    const face = view.legal.place?.face ?? null;
    if (face !== this.face || !face) {
      this.rotation = 0;
      this.at = null;
    }
    this.face = face;
    this.legal = view.legal.place?.at ?? {};
    this.drag = null;
    this.#draw();
  }

  get lies() {
    return this.face ? game.faces[this.face].lies[this.rotation] : null;
  }

  #fits([x, y]) {
    return (this.legal[this.rotation] ?? []).some((place) => place[0] === x && place[1] === y);
  }

  #nearest([x, y]) {
    let best = null;
    let far = Infinity;
    for (const place of this.legal[this.rotation] ?? []) {
      const distance = Math.hypot(place[0] - x, place[1] - y);
      if (distance < far) [best, far] = [place, distance];
    }
    return [best, far];
  }

  // The hand's own picture takes part in dragging.
  attach(element) {
    element.addEventListener("pointerdown", (event) => this.#begin(event, false));
  }

  #begin(event, onMap) {
    if (!this.face || this.drag || !event.isPrimary || event.button !== 0) return;
    event.preventDefault();
    const target = event.currentTarget;
    const point = this.board.point(event);
    const { width, height } = this.lies;
    const held = onMap && this.at ? [point[0] - this.at[0], point[1] - this.at[1]] : [width / 2, height / 2];
    this.drag = {
      id: event.pointerId,
      target,
      from: [event.clientX, event.clientY],
      before: { at: this.at, rotation: this.rotation },
      held,
      moved: false,
      onMap,
      last: event,
    };
    target.setPointerCapture(event.pointerId);
    const signal = new AbortController();
    this.drag.stop = () => signal.abort();
    const listen = (name, work) => target.addEventListener(name, work, { signal: signal.signal });
    listen("pointermove", (moved) => this.#moved(moved));
    listen("pointerup", (up) => this.#dropped(up));
    listen("pointercancel", (gone) => this.#cancelled(gone));
    listen("lostpointercapture", (gone) => this.#cancelled(gone));
  }

  #mine(event) {
    return this.drag && event.pointerId === this.drag.id;
  }

  #moved(event) {
    if (!this.#mine(event)) return; // a second finger moves nothing
    const { from } = this.drag;
    if (!this.drag.moved && Math.hypot(event.clientX - from[0], event.clientY - from[1]) < MOVED) return;
    this.drag.moved = true;
    this.drag.last = event;
    this.board.nudge(event, this.drag);
    this.#follow(event);
  }

  #follow(event) {
    const point = this.board.point(event);
    const exact = [point[0] - this.drag.held[0], point[1] - this.drag.held[1]];
    const [place, far] = this.#nearest(exact);
    this.at = far <= NEAR ? place : exact.map(Math.round);
    this.#draw(true);
  }

  #dropped(event) {
    if (!this.#mine(event)) return;
    const { moved, onMap, stop } = this.drag;
    stop();
    this.drag = null;
    if (!moved) {
      if (onMap) this.lay();
      else this.turn(1);
      return;
    }
    if (!this.board.isOver(event)) {
      this.at = null; // back into the hand
      this.#draw();
      return;
    }
    if (this.#fits(this.at)) this.lay();
    else this.#draw();
  }

  #cancelled(event) {
    if (!this.#mine(event)) return;
    const { before, stop } = this.drag;
    stop();
    this.drag = null;
    this.at = before.at;
    this.rotation = before.rotation;
    this.#draw();
  }

  // Turn the card by quarters about its middle, or about the finger that holds it.
  turn(by) {
    if (!this.face) return;
    const before = this.lies;
    this.rotation = ROTATIONS[(ROTATIONS.indexOf(this.rotation) + by + 4) % 4];
    const { width, height } = this.lies;
    if (this.drag) this.drag.held = [width / 2, height / 2];
    if (this.drag?.moved) this.#follow(this.drag.last);
    else if (this.at) {
      const wanted = [
        this.at[0] + (before.width - width) / 2,
        this.at[1] + (before.height - height) / 2,
      ];
      const [place, far] = this.#nearest(wanted);
      this.at = far <= NEAR ? place : wanted.map(Math.round);
    }
    this.onTurn();
    this.#draw();
    if (!this.at) say(`${this.face} turned ${this.rotation} degrees`);
  }

  // Move the card by a tile; the first move brings it over the map.
  move(heading) {
    if (!this.face) return;
    this.at = this.at ? step(this.at, heading) : this.#start();
    if (this.at) this.#draw();
  }

  next(by) {
    const places = this.legal[this.rotation] ?? [];
    if (!places.length) {
      say(`no place is legal for ${this.face} turned ${this.rotation} degrees`);
      return;
    }
    const now = this.at ? places.findIndex((place) => key(place) === key(this.at)) : -1;
    const index = now < 0 ? places.indexOf(this.#start()) : (now + by + places.length) % places.length;
    this.at = places[Math.max(0, index)];
    this.#draw();
  }

  // Bring the card near a tile.
  bring(tile) {
    if (!this.face) return;
    const { width, height } = this.lies;
    const wanted = [tile[0] + 0.5 - width / 2, tile[1] + 0.5 - height / 2];
    const [place, far] = this.#nearest(wanted);
    this.at = far <= 2.5 ? place : wanted.map(Math.round);
    this.#draw();
  }

  #start() {
    const here = game.view.here;
    const { width, height } = this.lies;
    const [place] = this.#nearest([here[0] + 0.5 - width / 2, here[1] + 0.5 - height / 2]);
    return place ?? [here[0], here[1] + 1];
  }

  putBack() {
    if (!this.at) return false;
    this.at = null;
    this.#draw();
    return true;
  }

  lay() {
    if (!this.face) return;
    if (!this.at) this.at = this.#start();
    const action = this.action;
    perform([action]).catch(trouble);
  }

  get action() {
    return `${this.face} r${this.rotation} @${this.at[0]},${this.at[1]}`;
  }

  #draw(quick = false) {
    const { board } = this;
    board.explain(null);
    const layer = board.layers.ghost;
    if (!this.face || !this.at) {
      replace(layer);
      this.onTurn();
      return;
    }
    const [x, y] = this.at;
    const fits = this.#fits(this.at);
    const { width, height, art, doors } = this.lies;
    replace(
      layer,
      s(
        "g",
        { class: `card-ghost ${fits ? "fits" : "refused"}`, transform: `translate(${x} ${y})` },
        drawing(art),
        s("rect", { class: "card-frame", width, height, rx: 0.12 }),
      ),
    );
    if (!quick) board.reveal([x + width / 2 - 0.5, y + height / 2 - 0.5], Math.min(width, height) / 2);
    this.onTurn();
    this.#judge(fits, doors, quick);
  }

  // Say whether the card may lie so; why not is the referee's to say.
  async #judge(fits, doors, quick) {
    this.asking += 1;
    const mine = this.asking;
    const where = `${this.face} turned ${this.rotation}, at ${key(this.at)}`;
    if (fits) {
      const last = game.view.cards.at(-1).box;
      const on = doors.filter((door) => {
        const tile = [door.tile[0] + this.at[0], door.tile[1] + this.at[1]];
        return tile[0] >= last[0] && tile[0] < last[0] + last[2] && tile[1] >= last[1] && tile[1] < last[1] + last[3];
      });
      const words = on.map((door) => `door ${door.number} ${door.blocked ? "(blocked) " : ""}at ${key([door.tile[0] + this.at[0], door.tile[1] + this.at[1]])}`);
      if (!quick) say(`${where}: legal here, with ${words.join(", ")} on the last card`);
      return;
    }
    await new Promise((done) => setTimeout(done, quick ? 60 : 0));
    if (mine !== this.asking || !this.at) return;
    try {
      const { violation } = await ask("why", { position: game.view.position, action: this.action });
      if (mine !== this.asking || !violation || !this.at) return;
      const tile = violation.tile ?? this.at;
      if (violation.tile) this.board.layers.ghost.append(cross(violation.tile));
      this.board.explain(tile, violation.message, violation.rule);
      say(`${where}: ${violation.message}`);
    } catch (error) {
      trouble(error);
    }
  }
}

