// A photo of the real card under the grid. One that is chosen here stays in this page; those that
// cards are read from were sent to the program on this machine, see editor-scan.js.

import { say, toast } from "./a11y.js";
import { button, h, replace, s } from "./dom.js";

const MOST = 2400; // pixels of the longer side that are kept
const NAMES = ["top left", "top right", "bottom right", "bottom left"];
const UNIT = [[0, 0], [1, 0], [1, 1], [0, 1]];
const NUDGE = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
const LOUPE = 110;
const LARGER = 3;

export class Photos {
  constructor(onChange) {
    this.byFace = new Map();
    this.corners = null; // of the photo that was laid last, in shares of its sides
    this.cover = 45;
    this.placing = false;
    this.drag = null;
    this.onChange = onChange;
    this.image = h("img", { class: "photo", alt: "", draggable: "false" });
    this.under = h("div", { class: "photo-clip", "aria-hidden": "true", hidden: true }, this.image);
    this.positioner = h("div", { class: "positioner", hidden: true });
    this.controls = h("div", { class: "photo-controls" });
    const pick = (capture) => h("input", { type: "file", accept: "image/*", capture, hidden: true, tabindex: -1, "aria-label": capture ? "Take a photo" : "Choose a photo", onchange: (event) => this.#chosen(event.target) });
    this.choose = pick(null);
    this.capture = pick("environment");
  }

  get photo() {
    return this.byFace.get(this.face) ?? null;
  }

  isPlacing(name) {
    return this.placing && this.face === name && this.byFace.has(name);
  }

  // Show the photo of a face over a box of the stage, if there is one.
  show(name, box, [width, height]) {
    if (name !== this.face) this.placing = false;
    this.face = name;
    this.box = box;
    this.tiles = [width, height];
    const { photo } = this;
    const under = Boolean(photo && box && !this.placing);
    this.under.hidden = !under;
    if (photo && this.image.src !== photo.url) this.image.src = photo.url;
    if (under) {
      const [left, top, wide, high] = box;
      Object.assign(this.under.style, { left: `${left}px`, top: `${top}px`, width: `${wide}px`, height: `${high}px` });
      Object.assign(this.image.style, { width: `${photo.width}px`, height: `${photo.height}px` });
      const from = photo.corners.map(([x, y]) => [x * photo.width, y * photo.height]);
      this.image.style.transform = matrix3d(homography(from, UNIT.map(([x, y]) => [x * wide, y * high])));
    }
    this.positioner.hidden = !(photo && this.placing);
    if (!this.positioner.hidden && this.positioned !== photo) this.#position();
    this.#controls();
  }

  #controls() {
    const { photo } = this;
    const shape = `${this.face} ${Boolean(photo)} ${this.placing}`;
    if (shape === this.drawn) return;
    this.drawn = shape;
    const held = this.controls.contains(document.activeElement) ? document.activeElement.id : null;
    const slider = h("input", { type: "range", id: "photo-cover", min: 0, max: 100, step: 5, value: this.cover, oninput: () => this.#opacity(slider.value) });
    replace(
      this.controls,
      this.choose,
      this.capture,
      photo && this.placing && h("p", { class: "quiet-text" }, "Drag each ring to that corner of the outermost tiles, or move it with the arrow keys. The lines show where the tiles will be."),
      h(
        "div",
        { class: "row" },
        photo && button(this.placing ? "Done" : "Place the photo", () => this.place(!this.placing), { id: "photo-place", class: this.placing ? "main" : null, "aria-pressed": null }),
        !this.placing && button(photo ? "Another photo" : "Choose a photo", () => this.choose.click(), { id: "photo-choose" }),
        !this.placing && button("Take one", () => this.capture.click(), { id: "photo-take" }),
        photo && this.placing && button("Turn", () => this.#turn(), { id: "photo-turn" }),
        photo && button("Remove", () => this.#remove(), { id: "photo-remove" }),
      ),
      photo && !this.placing && h("div", { class: "field" }, h("label", { for: "photo-cover" }, "Photo \u2194 tiles"), slider),
      !photo && h("p", { class: "quiet-text" }, "Put a photo of your card under the grid, and type over it. It stays in this page: it is neither sent nor saved."),
    );
    if (held) document.getElementById(held)?.focus();
    this.#opacity(this.cover);
  }

  #opacity(value) {
    this.cover = Number(value);
    this.under.parentElement?.style.setProperty("--cover", this.photo ? this.cover / 100 : 1);
  }

  async #chosen(input) {
    const [file] = input.files;
    input.value = "";
    if (file) await this.take(file);
  }

  // Take a picture file, made smaller if it is large.
  async take(file) {
    const name = this.face;
    const picture = await this.picture(file);
    if (!picture) return toast("The browser cannot show this file.");
    this.forget(name);
    const corners = this.corners ?? UNIT.map(([x, y]) => [0.1 + 0.8 * x, 0.1 + 0.8 * y]);
    this.byFace.set(name, { ...picture, corners });
    this.placing = name === this.face;
    this.onChange();
    if (this.placing) this.positioner.querySelector("button")?.focus({ preventScroll: true });
    say("The photo is here. Move its corners, then press Done.");
  }

  // Lay a picture under a face: its corners are where the outermost tiles are.
  lay(name, picture, corners) {
    if (!picture) return;
    this.forget(name);
    this.byFace.set(name, { ...picture, corners, shared: true });
    this.placing = false;
    this.onChange();
  }

  // A picture that the browser can show, made smaller if it is large; null if it cannot.
  async picture(file) {
    try {
      const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
      const scale = Math.min(1, MOST / Math.max(bitmap.width, bitmap.height));
      const [width, height] = [bitmap.width, bitmap.height].map((side) => Math.round(side * scale));
      const canvas = h("canvas", { width, height });
      canvas.getContext("2d").drawImage(bitmap, 0, 0, width, height);
      bitmap.close();
      const blob = await new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.92));
      return { url: URL.createObjectURL(blob), width, height };
    } catch {
      return null;
    }
  }

  place(on) {
    this.placing = on;
    if (!on && this.photo) this.corners = this.photo.corners;
    this.onChange();
    document.getElementById("photo-place")?.focus();
  }

  #turn() {
    const { photo } = this;
    photo.corners = [photo.corners[3], ...photo.corners.slice(0, 3)];
    this.#rings();
  }

  #remove() {
    this.forget(this.face);
    this.placing = false;
    this.onChange();
    document.getElementById("photo-choose")?.focus();
  }

  forget(name) {
    const photo = this.byFace.get(name);
    if (photo && !photo.shared) URL.revokeObjectURL(photo.url);
    this.byFace.delete(name);
  }

  // The photo as it is, with a ring at each corner of the card on it.
  #position() {
    const { photo } = this;
    this.positioned = photo;
    const flat = h("img", { src: photo.url, alt: "Your photo of the card", draggable: "false" });
    this.mesh = s("svg", { class: "mesh", viewBox: "0 0 1 1", preserveAspectRatio: "none", "aria-hidden": "true" });
    this.rings = NAMES.map((name, index) => button("", () => {}, { class: "ring", "data-corner": index, onkeydown: (event) => this.#nudge(event, index) }));
    for (const [index, ring] of this.rings.entries()) {
      ring.addEventListener("pointerdown", (event) => this.#grab(event, index));
      ring.addEventListener("pointermove", (event) => this.#pull(event));
      ring.addEventListener("pointerup", (event) => this.#let(event, false));
      ring.addEventListener("pointercancel", (event) => this.#let(event, true));
    }
    this.loupe = h("div", { class: "loupe", hidden: true, "aria-hidden": "true" });
    replace(this.positioner, flat, this.mesh, this.rings, this.loupe);
    this.positioner.style.aspectRatio = `${photo.width} / ${photo.height}`;
    this.positioner.style.setProperty("--shape", photo.width / photo.height);
    this.#rings();
  }

  #rings() {
    const { corners } = this.photo;
    for (const [index, ring] of this.rings.entries()) {
      const [x, y] = corners[index];
      Object.assign(ring.style, { left: `${x * 100}%`, top: `${y * 100}%` });
      ring.setAttribute("aria-label", `Corner ${NAMES[index]}: ${Math.round(x * 100)} % across, ${Math.round(y * 100)} % down`);
    }
    const [across, down] = this.tiles;
    const onto = homography(UNIT, corners);
    const lines = [];
    const path = (from, to) => lines.push(`M${project(onto, from).join(" ")}L${project(onto, to).join(" ")}`);
    for (let x = 0; x <= across; x += 1) path([x / across, 0], [x / across, 1]);
    for (let y = 0; y <= down; y += 1) path([0, y / down], [1, y / down]);
    replace(this.mesh, s("path", { class: "mesh-casing", d: lines.join("") }), s("path", { class: "mesh-line", d: lines.join("") }));
  }

  #move(index, [x, y]) {
    const { photo } = this;
    const moved = photo.corners.with(index, [x, y].map((v) => Math.min(1, Math.max(0, v))));
    if (!convex(moved.map(([a, b]) => [a * photo.width, b * photo.height]))) return;
    photo.corners = moved;
    this.#rings();
  }

  #grab(event, index) {
    if (this.drag || event.button !== 0) return;
    event.preventDefault();
    const ring = this.rings[index];
    ring.focus({ preventScroll: true });
    ring.setPointerCapture(event.pointerId);
    this.drag = { id: event.pointerId, index, from: [event.clientX, event.clientY], before: this.photo.corners };
    this.#magnify(index);
  }

  #pull(event) {
    if (event.pointerId !== this.drag?.id) return;
    const box = this.positioner.getBoundingClientRect();
    const { index, from, before } = this.drag;
    this.#move(index, [before[index][0] + (event.clientX - from[0]) / box.width, before[index][1] + (event.clientY - from[1]) / box.height]);
    this.#magnify(index);
  }

  #let(event, back) {
    if (event.pointerId !== this.drag?.id) return;
    if (back) {
      this.photo.corners = this.drag.before;
      this.#rings();
    }
    this.drag = null;
    this.loupe.hidden = true;
  }

  #nudge(event, index) {
    if (!(event.key in NUDGE)) return;
    event.preventDefault();
    event.stopPropagation();
    const { photo } = this;
    const by = event.shiftKey ? 20 : 2;
    const [dx, dy] = NUDGE[event.key];
    const [x, y] = photo.corners[index];
    this.#move(index, [x + (dx * by) / photo.width, y + (dy * by) / photo.height]);
  }

  // What is under the finger, larger and beside it.
  #magnify(index) {
    const { photo } = this;
    const box = this.positioner.getBoundingClientRect();
    const [x, y] = photo.corners[index];
    const [wide, high] = [box.width * LARGER, box.height * LARGER];
    Object.assign(this.loupe.style, {
      backgroundImage: `url(${photo.url})`,
      backgroundSize: `${wide}px ${high}px`,
      backgroundPosition: `${LOUPE / 2 - x * wide}px ${LOUPE / 2 - y * high}px`,
      left: x > 0.5 ? "8px" : "auto",
      right: x > 0.5 ? "auto" : "8px",
    });
    this.loupe.hidden = false;
  }
}

// The projective map that leads four points to four others: [a b c d e f g h] with
// x' = (a x + b y + c) / (g x + h y + 1), y' = (d x + e y + f) / (g x + h y + 1).
export function homography(from, to) {
  const rows = [];
  for (let i = 0; i < 4; i += 1) {
    const [[x, y], [u, v]] = [from[i], to[i]];
    rows.push([x, y, 1, 0, 0, 0, -u * x, -u * y, u], [0, 0, 0, x, y, 1, -v * x, -v * y, v]);
  }
  for (let column = 0; column < 8; column += 1) {
    let best = column;
    for (let row = column; row < 8; row += 1) if (Math.abs(rows[row][column]) > Math.abs(rows[best][column])) best = row;
    [rows[column], rows[best]] = [rows[best], rows[column]];
    for (let row = 0; row < 8; row += 1) {
      if (row === column) continue;
      const factor = rows[row][column] / rows[column][column];
      for (let k = column; k < 9; k += 1) rows[row][k] -= factor * rows[column][k];
    }
  }
  return rows.map((row, index) => row[8] / row[index]);
}

export function project([a, b, c, d, e, f, g, i], [x, y]) {
  const depth = g * x + i * y + 1;
  return [(a * x + b * y + c) / depth, (d * x + e * y + f) / depth];
}

export function matrix3d([a, b, c, d, e, f, g, i]) {
  return `matrix3d(${[a, d, 0, g, b, e, 0, i, 0, 0, 1, 0, c, f, 0, 1].join(",")})`;
}

// Whether four points go round one way, each corner well to one side of the line before it: only
// then a card can look so.
function convex(points) {
  const turns = points.map(([x, y], i) => {
    const [[ax, ay], [bx, by]] = [points[(i + 1) % 4], points[(i + 2) % 4]];
    return (ax - x) * (by - ay) - (ay - y) * (bx - ax);
  });
  return turns.every((turn) => turn > 16) || turns.every((turn) => turn < -16);
}
