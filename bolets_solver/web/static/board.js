// The map: what is drawn on it, where a tile is on the screen, and the tiles as a grid for
// keyboards and screen readers. Units are tiles; tile x,y spans x to x+1.

import { calm } from "./a11y.js";
import { drawing, h, replace, s } from "./dom.js";

export const STEP = { N: [0, -1], E: [1, 0], S: [0, 1], W: [-1, 0] };
export const WORD = { N: "north", E: "east", S: "south", W: "west" };
export const key = ([x, y]) => `${x},${y}`;
export const step = ([x, y], heading, by = 1) => [x + STEP[heading][0] * by, y + STEP[heading][1] * by];

const LAYERS = ["ground", "path", "better", "marks", "ghost", "pen"];
const PAD = { place: 4, other: 1.5 };
const LEAST = { coarse: 34, fine: 24 };
const MOST = 68;

export class Board {
  constructor() {
    this.origin = [0, 0];
    this.size = 40;
    this.zoom = 1;
    this.shown = null;
    this.layers = Object.fromEntries(LAYERS.map((name) => [name, s("g", { class: name, "aria-hidden": "true" })]));
    this.defs = s("defs");
    this.cells = s("g", { class: "cells", role: "presentation" });
    this.handle = s("circle", { class: "handle", r: 0.95, "aria-hidden": "true" });
    this.svg = s(
      "svg",
      { class: "map", role: "grid", "aria-label": "Map", "aria-readonly": "true" },
      this.defs,
      Object.values(this.layers),
      this.cells,
      this.handle,
    );
    this.reason = h("p", { class: "reason", hidden: true });
    this.sheet = h("div", { class: "sheet" }, this.svg, this.reason);
    this.scroller = h("div", { class: "scroller" }, this.sheet);
    this.element = h("div", { class: "board" }, this.scroller);
    this.focused = null;
    this.onTile = () => {};
    this.cells.addEventListener("click", (event) => this.#clicked(event));
    this.cells.addEventListener("focusin", (event) => {
      const tile = tileOf(event.target);
      if (tile) this.#rove(tile);
    });
    // browsers heed touch-action on boxes alone, so that what is dragged says it here
    for (const held of [this.handle, this.layers.ghost]) {
      held.addEventListener("touchstart", (event) => event.preventDefault(), { passive: false });
    }
    new ResizeObserver(() => this.shown && this.#fit(this.shown)).observe(this.scroller);
  }

  symbols(markup) {
    replace(this.defs, ...drawing(markup).childNodes);
  }

  // Show the map of a moment of the game.
  show(view) {
    const fresh = this.shown?.deal !== view.anew;
    const before = this.shown;
    this.shown = { view, deal: view.anew, place: Boolean(view.legal.place) };
    replace(this.layers.ground, drawing(view.art.ground));
    replace(this.layers.path, drawing(view.art.path));
    this.#grid(view);
    this.#fit(this.shown);
    const at = view.here && !view.over && view.legal.trace;
    this.handle.toggleAttribute("hidden", !at);
    if (at) {
      this.handle.setAttribute("cx", view.here[0] + 0.5);
      this.handle.setAttribute("cy", view.here[1] + 0.5);
    }
    if (fresh || before?.place !== this.shown.place || view.actions.length === 0) this.centre();
    if (view.here) this.reveal(view.here, 1.5);
  }

  // A cell for each tile of the map; with its content in words.
  #grid(view) {
    const held = this.cells.contains(document.activeElement);
    const rows = new Map();
    this.byTile = new Map();
    for (const [x, y, words] of view.tiles) {
      if (!rows.has(y)) rows.set(y, s("g", { role: "row" }));
      const cell = s("rect", {
        role: "gridcell",
        x, y, width: 1, height: 1, rx: 0.08,
        tabindex: -1,
        "aria-label": words,
        "data-tile": `${x},${y}`,
      });
      this.byTile.set(`${x},${y}`, cell);
      rows.get(y).append(cell);
    }
    replace(this.cells, ...rows.values());
    const wanted = [view.here, this.focused, view.tiles[0]?.slice(0, 2)].find(
      (tile) => tile && this.byTile.has(key(tile)),
    );
    if (wanted) this.#rove(wanted);
    if (held) this.focus();
  }

  #rove(tile) {
    if (this.focused) this.byTile.get(key(this.focused))?.setAttribute("tabindex", -1);
    this.focused = tile;
    this.byTile.get(key(tile))?.setAttribute("tabindex", 0);
  }

  focus(tile = this.focused) {
    if (!tile) return;
    this.#rove(tile);
    this.byTile.get(key(tile))?.focus({ preventScroll: true });
    this.reveal(tile);
  }

  hasFocus() {
    return this.cells.contains(document.activeElement);
  }

  // Move from tile to tile, over gaps in the map too.
  look(heading) {
    const from = this.focused;
    if (!from) return;
    for (let far = 1; far < 60; far += 1) {
      const tile = step(from, heading, far);
      if (this.byTile.has(key(tile))) {
        this.focus(tile);
        return;
      }
    }
  }

  #clicked(event) {
    const tile = tileOf(event.target);
    if (tile) this.onTile(tile, event);
  }

  // How large a tile is, and which tiles the sheet spans.
  #fit({ view, place }) {
    const room = [this.scroller.clientWidth, this.scroller.clientHeight];
    if (!room[0] || !room[1]) return;
    const pad = place ? PAD.place : PAD.other;
    const [left, top, width, height] = view.frame;
    const wide = width + 2 * pad;
    const high = height + 2 * pad;
    const least = matchMedia("(pointer: coarse)").matches ? LEAST.coarse : LEAST.fine;
    const fitting = Math.min(room[0] / wide, room[1] / high);
    this.size = Math.max(10, Math.min(MOST, Math.max(least, fitting)) * this.zoom);
    const across = Math.max(wide, room[0] / this.size);
    const down = Math.max(high, room[1] / this.size);
    this.origin = [left + width / 2 - across / 2, top + height / 2 - down / 2];
    this.svg.setAttribute("viewBox", `${this.origin[0]} ${this.origin[1]} ${across} ${down}`);
    // a pixel less, so that rounding shows no scroll bars
    this.svg.style.width = `${Math.floor(across * this.size) - 1}px`;
    this.svg.style.height = `${Math.floor(down * this.size) - 1}px`;
    this.scale = (Math.floor(across * this.size) - 1) / across;
  }

  zoomBy(factor) {
    const middle = this.#middle();
    this.zoom = factor === 0 ? this.#fitting() : Math.min(4, Math.max(0.2, this.zoom * factor));
    if (this.shown) this.#fit(this.shown);
    if (factor === 0) this.centre();
    else this.#scrollTo(middle, false);
  }

  // The zoom that shows the whole map; if it is shown already, the usual one.
  #fitting() {
    const { scroller, svg } = this;
    const across = scroller.clientWidth / svg.clientWidth;
    const down = scroller.clientHeight / svg.clientHeight;
    const whole = Math.min(across, down);
    return whole > 0.98 ? 1 : this.zoom * whole * 0.99;
  }

  #middle() {
    return [
      this.origin[0] + (this.scroller.scrollLeft + this.scroller.clientWidth / 2) / this.scale,
      this.origin[1] + (this.scroller.scrollTop + this.scroller.clientHeight / 2) / this.scale,
    ];
  }

  #scrollTo([x, y], smooth = true) {
    this.scroller.scrollTo({
      left: (x - this.origin[0]) * this.scale - this.scroller.clientWidth / 2,
      top: (y - this.origin[1]) * this.scale - this.scroller.clientHeight / 2,
      behavior: smooth && !calm() ? "smooth" : "instant",
    });
  }

  // Bring the card that matters now to the middle.
  centre() {
    const view = this.shown?.view;
    if (!view) return;
    if (!view.cards.length) return; // no card is known yet
    const cards = view.cards.slice(view.legal.trace ? -2 : -1);
    const boxes = cards.map((card) => card.box);
    const left = Math.min(...boxes.map((box) => box[0]));
    const top = Math.min(...boxes.map((box) => box[1]));
    const right = Math.max(...boxes.map((box) => box[0] + box[2]));
    const bottom = Math.max(...boxes.map((box) => box[1] + box[3]));
    this.#scrollTo([(left + right) / 2, (top + bottom) / 2], false);
  }

  reveal(tile, margin = 1.2) {
    const { scroller } = this;
    const x = (tile[0] + 0.5 - this.origin[0]) * this.scale;
    const y = (tile[1] + 0.5 - this.origin[1]) * this.scale;
    const edge = margin * this.scale;
    const seen =
      x - edge >= scroller.scrollLeft &&
      x + edge <= scroller.scrollLeft + scroller.clientWidth &&
      y - edge >= scroller.scrollTop &&
      y + edge <= scroller.scrollTop + scroller.clientHeight;
    if (!seen) this.#scrollTo([tile[0] + 0.5, tile[1] + 0.5]);
  }

  // Where a point of the screen is on the map, in tiles.
  point(event) {
    const box = this.svg.getBoundingClientRect();
    return [
      (event.clientX - box.left) / this.scale + this.origin[0],
      (event.clientY - box.top) / this.scale + this.origin[1],
    ];
  }

  tile(event) {
    return this.point(event).map(Math.floor);
  }

  isOver(event) {
    const box = this.scroller.getBoundingClientRect();
    return (
      event.clientX >= box.left && event.clientX <= box.right &&
      event.clientY >= box.top && event.clientY <= box.bottom
    );
  }

  // Scroll on when something is dragged along an edge; not while it is only on its way in.
  nudge(event, drag) {
    const box = this.scroller.getBoundingClientRect();
    const edge = 28;
    const by = [0, 0];
    if (event.clientX < box.left + edge) by[0] = -10;
    if (event.clientX > box.right - edge) by[0] = 10;
    if (event.clientY < box.top + edge) by[1] = -10;
    if (event.clientY > box.bottom - edge) by[1] = 10;
    if (!by[0] && !by[1]) drag.inside = true;
    else if (drag.inside) this.scroller.scrollBy(...by);
  }

  clear(...names) {
    for (const name of names) replace(this.layers[name]);
  }

  // Say beside a tile why something is refused.
  explain(tile, text, title) {
    if (!text) {
      this.reason.hidden = true;
      return;
    }
    replace(this.reason, title && h("b", {}, title), title && " ", text);
    this.reason.hidden = false;
    const wide = Math.min(280, this.scroller.clientWidth - 16);
    this.reason.style.width = `${wide}px`;
    const x = (tile[0] + 1.15 - this.origin[0]) * this.scale;
    const y = (tile[1] - this.origin[1]) * this.scale;
    const from = this.scroller.scrollLeft + 6;
    const to = this.scroller.scrollLeft + this.scroller.clientWidth - wide - 6;
    const high = this.reason.offsetHeight;
    const top = this.scroller.scrollTop + 6;
    const bottom = this.scroller.scrollTop + this.scroller.clientHeight - high - 6;
    let across = x;
    if (across > to) across = x - wide - 1.3 * this.scale;
    this.reason.style.left = `${Math.max(from, Math.min(to, across))}px`;
    this.reason.style.top = `${Math.max(top, Math.min(bottom, y))}px`;
  }
}

function tileOf(target) {
  const text = target?.dataset?.tile;
  return text ? text.split(",").map(Number) : null;
}

// Drawing helpers that several parts share.

export const middle = ([x, y]) => `${x + 0.5} ${y + 0.5}`;

export function line(tiles, kind) {
  return s("path", { class: kind, d: `M${tiles.map(middle).join("L")}` });
}

export function cross([x, y]) {
  const d = `M${x + 0.22} ${y + 0.22}L${x + 0.78} ${y + 0.78}M${x + 0.78} ${y + 0.22}L${x + 0.22} ${y + 0.78}`;
  return s("g", { class: "cross" }, s("path", { class: "cross-casing", d }), s("path", { class: "cross-line", d }));
}
