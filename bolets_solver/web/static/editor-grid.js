// The tiles of a face as a grid to click, to type and to paint into.

import { say } from "./a11y.js";
import { h, replace, s } from "./dom.js";
import { at, begin, change, check, deck, edges, face, nextFace, put, setFace, sideOf, size, undo } from "./editor-model.js";

const SIDES = { N: "top", E: "right", S: "bottom", W: "left" };
const TURN = { N: 0, E: 90, S: 180, W: 270 };
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

export class Grid {
  constructor() {
    this.brush = null; // null: a click selects a tile and changes nothing
    this.at = [0, 0];
    this.shape = "";
    this.cells = new Map();
    this.stroke = null;
    this.doubts = () => []; // what is doubtful: [place, words]
    this.onWrite = () => {};
    this.element = h("div", { class: "face-grid", role: "grid", "aria-describedby": "grid-how" });
    for (const [name, heard] of Object.entries({
      pointerdown: this.#down,
      pointermove: this.#move,
      pointerup: this.#up,
      pointercancel: this.#cancel,
      lostpointercapture: this.#cancel,
      keydown: this.#key,
      paste: this.#paste,
      copy: this.#copy,
    })) this.element.addEventListener(name, heard.bind(this));
    this.element.addEventListener("focusin", (event) => {
      const place = placeOf(event.target);
      if (place) this.#rove(place);
    });
    // browsers heed touch-action only where nothing scrolls yet
    this.element.addEventListener("touchstart", (event) => event.preventDefault(), { passive: false });
  }

  // Show the face of the model as it is now.
  show() {
    const one = face();
    const [width, height] = size(one);
    const shape = `${deck.face} ${width} ${height} ${edges()}`;
    if (shape !== this.shape) this.#build(one, width, height);
    this.shape = shape;
    for (const cell of this.cells.values()) this.#draw(cell, one);
    this.mark();
  }

  #build(one, width, height) {
    const held = this.element.contains(document.activeElement);
    const out = edges() ? 1 : 0;
    this.element.setAttribute("aria-label", `Face ${deck.face}, ${width} tiles across and ${height} down`);
    this.element.style.setProperty("--across", width);
    this.element.style.setProperty("--down", height);
    this.element.classList.toggle("with-edges", edges());
    this.cells.clear();
    const rows = [];
    for (let y = -out; y < height + out; y += 1) {
      const row = h("div", { role: "row", class: y < 0 || y >= height ? "face-row edge-row" : "face-row" });
      for (let x = -out; x < width + out; x += 1) {
        const corner = (y < 0 || y >= height) && (x < 0 || x >= width);
        row.append(corner ? h("div", { class: "no-tile", role: "presentation" }) : this.#cell(y, x));
      }
      rows.push(row);
    }
    replace(this.element, rows);
    this.at = [Math.min(this.at[0], height - 1), Math.min(this.at[1], width - 1)].map((v) => Math.max(v, 0));
    this.#rove(this.at);
    if (held) this.focus();
  }

  #cell(y, x) {
    const side = edges() ? sideOf(y, x) : null;
    const element = h("div", { role: "gridcell", class: side ? `tile edge edge-${side[0]}` : "tile", tabindex: -1, "data-at": `${y},${x}` });
    const cell = { element, y, x, side, letter: null };
    this.cells.set(`${y},${x}`, cell);
    return element;
  }

  #draw(cell, one) {
    const letter = at(cell.y, cell.x, one);
    if (letter === cell.letter && !cell.stale) return;
    cell.letter = letter;
    const kind = deck.kinds.get(letter);
    const { element } = cell;
    element.dataset.kind = kind ? kind.name.replace(" ", "-") : letter ? "strange" : "missing";
    const picture = kind?.symbol && !cell.side && s("svg", { viewBox: "-0.5 -0.5 1 1", "aria-hidden": "true" }, s("use", { href: `#${kind.symbol}`, transform: kind.border ? `rotate(${this.#turned(cell, one)})` : null }));
    replace(element, picture, h("span", { class: "letter", "aria-hidden": "true" }, letter || "?"));
  }

  // A door in the rim looks outward.
  #turned({ y, x }, one) {
    const [width, height] = size(one);
    if (y === 0) return TURN.N;
    if (y === height - 1) return TURN.S;
    return x === width - 1 ? TURN.E : x === 0 ? TURN.W : TURN.N;
  }

  // Put the defects and warnings of the server at their tiles.
  mark() {
    const notes = new Map();
    const note = (keys, word, text) => keys.forEach((key) => notes.set(key, [...(notes.get(key) ?? []), [word, text]]));
    for (const found of deck.found.defects) {
      if (found.face === deck.face) note(this.#keys(found), "wrong", found.message);
    }
    for (const found of deck.found.warnings) {
      if (found.face !== deck.face) continue;
      const doors = (deck.art?.lies["0"].doors ?? []).filter((door) => found.doors.includes(door.number));
      note([...found.tiles.map(([row, column]) => `${row - 1},${column - 1}`), ...doors.map((door) => this.#doorKey(door))], "odd", found.message);
    }
    for (const [key, words] of this.doubts()) note([key], "doubtful", words);
    for (const [key, { element, y, x, side, letter }] of this.cells) {
      const marks = notes.get(key) ?? [];
      element.classList.toggle("wrong", marks.some(([word]) => word === "wrong"));
      element.classList.toggle("odd", marks.length > 0 && marks.every(([word]) => word === "odd"));
      element.classList.toggle("doubtful", marks.some(([word]) => word === "doubtful"));
      element.toggleAttribute("data-marked", marks.length > 0);
      if (marks.some(([word]) => word === "wrong")) element.setAttribute("aria-invalid", "true");
      else element.removeAttribute("aria-invalid");
      const kind = deck.kinds.get(letter)?.name ?? (letter ? `${letter}, no tile` : "nothing");
      const where = side ? `${SIDES[side[0]]} edge ${side[1]}` : `row ${y + 1}, column ${x + 1}`;
      element.setAttribute("aria-label", [`${where}: ${kind}`, ...marks.map(([word, text]) => `${word}: ${text}`)].join("; "));
      element.title = marks.map(([, text]) => text).join("\n");
    }
  }

  #keys({ row, column, doors }) {
    const tiles = [...this.cells.values()].filter((cell) => !cell.side);
    if (row && column) return [`${row - 1},${column - 1}`];
    if (row) return tiles.filter((cell) => cell.y === row - 1).map((cell) => `${cell.y},${cell.x}`);
    if (column) return tiles.filter((cell) => cell.x === column - 1).map((cell) => `${cell.y},${cell.x}`);
    const named = doors.map((door) => [door[0].toUpperCase(), Number.parseInt(door.slice(1), 10)]);
    return [...this.cells.values()].filter(({ side }) => side && named.some(([word, place]) => word === side[0] && place === side[1])).map((cell) => `${cell.y},${cell.x}`);
  }

  #doorKey({ tile: [x, y], side }) {
    if (!edges()) return `${y},${x}`;
    const [dy, dx] = { N: [-1, 0], E: [0, 1], S: [1, 0], W: [0, -1] }[side];
    return `${y + dy},${x + dx}`;
  }

  // Where the tiles lie, without the edge around them: left, top, width, height within the grid.
  box() {
    const [width, height] = size();
    const first = this.cells.get("0,0")?.element;
    const last = this.cells.get(`${height - 1},${width - 1}`)?.element;
    if (!first || !last) return null;
    const origin = this.element.getBoundingClientRect();
    const [a, b] = [first.getBoundingClientRect(), last.getBoundingClientRect()];
    return [a.left - origin.left, a.top - origin.top, b.right - a.left, b.bottom - a.top];
  }

  #rove(place) {
    this.cells.get(this.at.join())?.element.setAttribute("tabindex", -1);
    this.at = place;
    this.cells.get(place.join())?.element.setAttribute("tabindex", 0);
  }

  focus(place = this.at) {
    if (!this.cells.has(place.join())) return false;
    this.#rove(place);
    this.cells.get(place.join()).element.focus();
    return true;
  }

  // Pointers: one finger, pen or mouse paints; a second one never does.

  #down(event) {
    if (this.stroke || event.button !== 0) return;
    const place = placeOf(event.target);
    if (!place) return;
    event.preventDefault();
    this.focus(place);
    if (this.brush === null) return;
    this.element.setPointerCapture(event.pointerId);
    this.stroke = { id: event.pointerId, step: begin(), last: [event.clientX, event.clientY] };
    this.#paint(place);
  }

  #move(event) {
    if (event.pointerId !== this.stroke?.id) return;
    const events = event.getCoalescedEvents?.() ?? [];
    for (const each of events.length ? events : [event]) this.#line([each.clientX, each.clientY]);
  }

  // Paint all tiles from the last point to this one, however fast the pointer went.
  #line(to) {
    const from = this.stroke.last;
    const steps = Math.max(1, Math.ceil(Math.hypot(to[0] - from[0], to[1] - from[1]) / 8));
    for (let part = 1; part <= steps; part += 1) {
      const [x, y] = [0, 1].map((i) => from[i] + ((to[i] - from[i]) * part) / steps);
      const place = placeOf(document.elementFromPoint(x, y));
      if (place && this.cells.has(place.join())) this.#paint(place);
    }
    this.stroke.last = to;
  }

  #paint(place) {
    if (!this.#fits(place, this.brush)) return;
    put(...place, this.brush);
    this.onWrite(place);
    this.#rove(place);
  }

  #up(event) {
    if (event.pointerId !== this.stroke?.id) return;
    const { step } = this.stroke;
    this.stroke = null;
    step.end();
    check();
    this.focus();
  }

  #cancel(event) {
    if (event.pointerId !== this.stroke?.id) return;
    const { step } = this.stroke;
    this.stroke = null;
    step.back();
  }

  // The edge of a card holds walls and doors only: there is nothing else to write there.
  #fits(place, letter) {
    return !this.cells.get(place.join()).side || deck.kinds.get(letter)?.border === true || letter === ".";
  }

  // Keys

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) {
      if (event.ctrlKey && (event.key === "Home" || event.key === "End")) {
        const [width, height] = size();
        this.focus(event.key === "Home" ? [0, 0] : [height - 1, width - 1]);
        event.preventDefault();
      }
      return;
    }
    if (this.#handle(event)) {
      event.preventDefault();
      event.stopPropagation();
    }
  }

  #handle(event) {
    const [y, x] = this.at;
    const [width, height] = size();
    const out = edges() ? 1 : 0;
    if (event.key in ARROWS) return this.#go(ARROWS[event.key]);
    switch (event.key) {
      case "Tab":
        return this.#along(event.shiftKey ? -1 : 1);
      case "Home":
        return this.focus([y, this.#inRow(y) ? 0 - out : 0]) || true;
      case "End":
        return this.focus([y, width - 1 + (this.#inRow(y) ? out : 0)]) || true;
      case "PageDown":
      case "PageUp":
        if (nextFace(event.key === "PageDown" ? 1 : -1)) this.focus([0, 0]);
        return true;
      case "Enter":
      case " ":
        if (this.brush !== null) this.#write(this.brush);
        else if (event.key === "Enter") this.focus([Math.min(y + 1, height - 1), 0]);
        return true;
      case "Delete":
        this.#write(".");
        return true;
      case "Backspace":
        if (this.#along(-1)) this.#write(".");
        return true;
      default:
        return this.#letter(event.key);
    }
  }

  #inRow = (y) => y >= 0 && y < size()[1];

  #go([dy, dx]) {
    this.focus([this.at[0] + dy, this.at[1] + dx]);
    return true;
  }

  // Move as one writes: along the row, then to the next one. False at either end.
  #along(by) {
    const order = [...this.cells.keys()];
    const to = order[order.indexOf(this.at.join()) + by];
    return to !== undefined && this.focus(to.split(",").map(Number));
  }

  #letter(key) {
    const letter = deck.kinds.has(key) ? key : key.toLowerCase();
    if (!deck.kinds.has(letter)) {
      if ([...key].length === 1) say(`${key} is not a tile`);
      return false;
    }
    if (this.#write(letter)) this.#onward();
    return true;
  }

  // The next tile as one types: inside the card, from row to row; on an edge, along that edge.
  #onward() {
    const [y, x] = this.at;
    const side = this.cells.get(this.at.join()).side?.[0];
    if (side === "N" || side === "S") this.focus([y, x + 1]);
    else if (side) this.focus([y + 1, x]);
    else this.focus([y, x + 1]) && !this.cells.get(this.at.join()).side || this.focus([y + 1, 0]) && !this.cells.get(this.at.join()).side || this.focus([y, x]);
  }

  #write(letter) {
    if (!this.#fits(this.at, letter)) {
      say("an edge holds a wall, a door or a blocked door");
      return false;
    }
    change(() => put(...this.at, letter));
    this.onWrite(this.at);
    say(deck.kinds.get(letter).name);
    return true;
  }

  // A grid copied from elsewhere is written from this tile on; a whole one replaces the rows.
  #paste(event) {
    const lines = event.clipboardData.getData("text/plain").split(/\r?\n/).map((line) => line.trim()).filter(Boolean);
    if (!lines.length) return;
    event.preventDefault();
    const [y, x] = this.at.map((v) => Math.max(v, 0));
    const [width, height] = size();
    const whole = y === 0 && x === 0 && lines.length >= height && lines.every((line) => [...line].length >= width);
    change(() => {
      if (whole) setFace({ rows: lines });
      else lines.slice(0, height - y).forEach((line, row) => [...line].slice(0, width - x).forEach((letter, column) => put(y + row, x + column, letter)));
    });
    say("pasted");
  }

  #copy(event) {
    event.preventDefault();
    event.clipboardData.setData("text/plain", `${face().rows.join("\n")}\n`);
    say("the face is copied");
  }
}

function placeOf(element) {
  const cell = element?.closest?.("[data-at]");
  return cell ? cell.dataset.at.split(",").map(Number) : null;
}
