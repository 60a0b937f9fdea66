// The page on which one edits a deck: the faces, the grid, the photo under it, what is wrong.

import { isTyping, say } from "./a11y.js";
import { ask } from "./api.js";
import { button, count, drawing, h, replace, s } from "./dom.js";
import { chooser } from "./editor-choose.js";
import { deckMenu, holdUp, saveDeck } from "./editor-deck.js";
import { Grid } from "./editor-grid.js";
import { change, deck, dirty, edges, face, faces, kept, leftOpen, nextFace, onDeck, redo, setDraft, setFace, showFace, size, take, takeUp, turnTo, undo, wrong } from "./editor-model.js";
import { Photos } from "./editor-photo.js";
import { Scan } from "./editor-scan.js";

const TURNS = ["0", "90", "180", "270"];

export class EditorPage {
  constructor(menu) {
    this.menu = menu;
    this.grid = new Grid();
    this.photos = new Photos(() => this.#stage());
    this.scan = new Scan(this.photos, () => this.#scanned());
    this.scan.page = this;
    holdUp(() => this.scan.holdsUp());
    this.grid.doubts = () => this.scan.notes();
    this.grid.onWrite = (place) => this.scan.written(place);
    this.defs = s("defs");
    this.tabs = h("div", { class: "face-tabs", role: "group", "aria-label": "Faces" });
    this.palette = h("div", { class: "palette", role: "group", "aria-label": "What a click lays" });
    this.stage = h("div", { class: "stage" }, this.photos.under, this.grid.element, this.photos.positioner);
    this.nothing = h("p", { class: "quiet-text stage-note" });
    this.findings = h("div", { class: "findings" });
    this.pictures = h("div", { class: "turned-faces" });
    this.head = h("div", { class: "deck-head" });
    this.how = h("p", { class: "unseen", id: "grid-how" }, "Type the letter of a tile. Arrows and Tab move. Page Down goes to the next face. Escape leaves the grid.");
    this.sizes = h("div", { class: "row sizes" });
    this.placing = h("div", { class: "placing", hidden: true });
    this.photoCard = h("section", { class: "card" }, h("h2", {}, "Photo"), this.photos.controls);
    this.work = h(
      "div",
      { class: "editor", hidden: true },
      this.head,
      h(
        "div",
        { class: "desk" },
        h("section", { class: "drawing", "aria-label": "Face" }, this.tabs, this.palette, this.placing, this.stage, this.nothing, this.how, this.sizes),
        h(
          "aside",
          { class: "beside" },
          h("section", { class: "card" }, h("h2", {}, "Cards from photos"), this.scan.element),
          this.photoCard,
          h("section", { class: "card" }, h("h2", {}, "What is wrong"), this.findings),
          h("section", { class: "card" }, h("h2", {}, "As it is drawn"), this.pictures),
        ),
      ),
    );
    this.choose = h("div", { class: "list-page" });
    this.element = h("div", { class: "editor-page" }, s("svg", { class: "symbols", "aria-hidden": "true" }, this.defs), this.choose, this.work);
    onDeck((what) => this.#changed(what));
    new ResizeObserver(() => this.#photo()).observe(this.stage);
    this.keys = (event) => this.#key(event);
    for (const [what, heard] of [["dragover", (event) => event.preventDefault()], ["drop", (event) => this.#dropped(event)]]) this.work.addEventListener(what, heard);
    addEventListener("beforeunload", (event) => leftOpen().size > 0 && event.preventDefault());
  }

  async enter() {
    this.before = location.hash;
    history.replaceState(null, "", "#cards");
    document.addEventListener("keydown", this.keys);
    if (deck.file !== null) return this.#show();
    try {
      const found = await ask("cards/decks");
      const held = kept();
      const file = found.decks.some((one) => one.file === held?.file) ? held.file : found.first;
      if (!file) return this.list();
      take(await ask("cards/open", { file }));
      if (held?.file === file) takeUp(held);
      this.#show();
    } catch (error) {
      wrong(error);
      this.list();
    }
  }

  leave() {
    document.removeEventListener("keydown", this.keys);
    history.replaceState(null, "", this.before && this.before !== "#cards" ? this.before : location.pathname);
  }

  // Show the decks that can be opened, and how to make a new one.
  async list() {
    try {
      replace(this.choose, chooser(await ask("cards/decks"), (file) => this.#open(file), (opened) => this.#opened(opened), deck.file !== null && (() => this.#show())));
      this.choose.hidden = false;
      this.work.hidden = true;
    } catch (error) {
      wrong(error);
    }
  }

  async #open(file) {
    if (file === deck.file) return this.#show();
    try {
      this.#opened(await ask("cards/open", { file }));
    } catch (error) {
      wrong(error);
    }
  }

  #opened(opened) {
    turnTo(opened);
    this.#show();
    say(`${deck.draft?.title ?? deck.file} is open`);
  }

  #show() {
    this.choose.hidden = true;
    this.work.hidden = false;
    replace(this.defs, ...drawing(deck.symbols).childNodes);
    this.#changed("deck");
    this.#changed("found");
  }

  #changed(what) {
    if (this.work.hidden) return;
    if (what === "deck") this.#palette();
    if (what !== "found") {
      this.#head();
      this.#stage();
      this.#sizes();
    }
    this.#tabs();
    if (what === "deck" || what === "face") this.scan.show();
    if (what === "found") {
      if (face()?.rows?.length) this.grid.mark();
      this.#findings();
    }
    this.#pictures();
  }

  #scanned() {
    this.#stage();
    this.#tabs();
    if (face()?.rows?.length) this.grid.mark();
  }

  // Photos of cards that are dropped anywhere on the editor.
  #dropped(event) {
    const files = [...event.dataTransfer.files];
    if (!files.length) return;
    event.preventDefault();
    this.scan.read(files);
  }

  #head() {
    const state = !deck.writable ? "not yours to change: save it under another name" : dirty() ? "not saved" : "saved";
    if (!this.title) {
      this.title = h("h2", {});
      this.file = h("p", { class: "quiet-text deck-file" });
      this.undo = button("Undo", undo, { id: "deck-undo" });
      this.redo = button("Redo", redo, { id: "deck-redo" });
      this.save = button("Save", () => saveDeck(), { class: "main", id: "deck-save" });
      replace(this.head, h("div", { class: "deck-title" }, this.title, this.file), h("div", { class: "row" }, this.undo, this.redo, this.save, deckMenu(this)));
    }
    this.title.textContent = deck.draft?.title ?? deck.draft?.name ?? "Deck";
    replace(this.file, h("code", {}, deck.file), ` \u2014 ${state}`);
    this.undo.disabled = !deck.past.length;
    this.redo.disabled = !deck.future.length;
    this.save.disabled = deck.writable && !dirty();
  }

  #tabs() {
    const bad = new Set(deck.found.defects.map((one) => one.face));
    const odd = new Set(deck.found.warnings.map((one) => one.face));
    const held = this.tabs.contains(document.activeElement) ? document.activeElement.dataset.face : null;
    const sign = (name) => (bad.has(name) ? ["!", "has defects"] : odd.has(name) ? ["?", "has warnings"] : ["", ""]);
    replace(
      this.tabs,
      faces().map(({ name }) => {
        const [mark, words] = sign(name);
        return button([name, mark && h("span", { class: `flag flag-${mark === "!" ? "wrong" : "odd"}`, "aria-hidden": "true" }, mark), h("span", { class: "unseen" }, words && `, ${words}`)], () => this.goTo(name), { "data-face": name, "aria-current": name === deck.face ? "true" : null });
      }),
      deck.draft && button("+ Face", () => deckMenu.addFace(this), { id: "add-face", class: "quiet" }),
    );
    const current = this.tabs.querySelector("[aria-current]");
    if (current && this.shownTab !== deck.face) current.scrollIntoView({ block: "nearest", inline: "nearest" });
    this.shownTab = deck.face;
    if (held) this.tabs.querySelector(`[data-face="${CSS.escape(held)}"]`)?.focus();
  }

  #palette() {
    const kinds = [...deck.kinds.values()];
    const chip = (letter, name, symbol) =>
      button(
        [symbol && s("svg", { viewBox: "-0.5 -0.5 1 1", "aria-hidden": "true" }, s("use", { href: `#${symbol}` })), letter === null ? s("svg", { viewBox: "0 0 16 16", "aria-hidden": "true", class: "arrow" }, s("path", { d: "M3 1l10 6.500-4.300.900 2.500 4.800-2.200 1.100-2.400-4.900L3 12.500z" })) : h("kbd", { "aria-hidden": "true" }, letter), h("span", { class: "unseen" }, name)],
        () => this.brush(this.grid.brush === letter ? null : letter),
        { "data-brush": letter ?? "", "aria-pressed": String(this.grid.brush === letter), title: name, class: `brush kind-${name.replace(" ", "-")}` },
      );
    replace(this.palette, chip(null, "choose a tile, lay nothing", null), kinds.map((kind) => chip(kind.letter, kind.name, kind.symbol)));
  }

  brush(letter) {
    this.grid.brush = letter;
    this.grid.element.classList.toggle("painting", letter !== null);
    for (const chip of this.palette.children) chip.setAttribute("aria-pressed", String(chip.dataset.brush === (letter ?? "")));
    say(letter === null ? "a click chooses a tile" : `a click lays ${deck.kinds.get(letter).name}`);
  }

  #stage() {
    const one = face();
    const shown = Boolean(one?.rows?.length);
    this.stage.hidden = !shown;
    this.nothing.hidden = shown;
    this.palette.hidden = !shown;
    if (!shown) {
      this.nothing.textContent = !deck.draft
        ? "The text of this deck is not TOML. Open \u201cMore\u201d, \u201cText\u201d and correct it."
        : one
          ? one.rows ? "This face has no tiles yet: choose its size below." : "This face is spelt so that its tiles cannot be shown. Open \u201cMore\u201d, \u201cText\u201d and correct it."
          : "The deck has no faces yet.";
      return this.photos.show(deck.face, null, [1, 1]);
    }
    this.grid.show();
    this.#photo();
  }

  #photo() {
    if (this.stage.hidden || this.work.hidden) return;
    const placing = this.photos.isPlacing(deck.face);
    this.grid.element.hidden = placing;
    this.palette.hidden = placing;
    this.placing.hidden = !placing;
    this.photoCard.hidden = placing;
    this.sizes.hidden = placing;
    const home = placing ? this.placing : this.photoCard;
    if (this.photos.controls.parentElement !== home) home.append(this.photos.controls);
    const [left, top, width, height] = (placing ? null : this.grid.box()) ?? [0, 0, 1, 1];
    const [a, b] = [this.grid.element.getBoundingClientRect(), this.stage.getBoundingClientRect()];
    this.photos.show(deck.face, [left + a.left - b.left, top + a.top - b.top, width, height], size());
  }

  #sizes() {
    const one = face();
    const [width, height] = size(one);
    const key = `${deck.face} ${width} ${height} ${Boolean(one?.rows)} ${faces().length}`;
    if (key === this.sized) return;
    this.sized = key;
    const held = this.sizes.contains(document.activeElement) ? document.activeElement.id : null;
    const field = (id, label, value) => h("label", { class: "size" }, label, h("input", { type: "number", id, min: 3, max: 130, value, inputmode: "numeric", onchange: () => this.#resize() }));
    replace(
      this.sizes,
      one?.rows && [field("face-width", "Tiles across", width || 5), field("face-height", "Down", height || 7), !height && button("Make it", () => this.#resize(), { class: "main" })],
      one && button("Previous face", () => nextFace(-1), { id: "previous-face" }),
      one && button("Next face", () => nextFace(1), { id: "next-face" }),
      one && button("Remove this face", () => deckMenu.removeFace(this), { id: "remove-face", class: "quiet" }),
    );
    if (held) document.getElementById(held)?.focus();
  }

  async #resize() {
    const name = deck.face;
    const [width, height] = ["face-width", "face-height"].map((id) => Number.parseInt(document.getElementById(id).value, 10));
    try {
      const { rows } = await ask("cards/resize", { rows: face().rows, width, height, border: edges() ? "edges" : "tiles" });
      if (name === deck.face) change(() => setFace({ rows }));
    } catch (error) {
      wrong(error);
      this.sized = null;
      this.#sizes();
    }
  }

  #findings() {
    const all = [
      ...deck.found.defects.map((one) => ({ ...one, word: "wrong", tiles: one.row ? [[one.row, one.column ?? 1]] : [] })),
      ...deck.found.warnings.map((one) => ({ ...one, word: "odd" })),
    ];
    const mine = all.filter((one) => one.face === deck.face);
    const others = all.filter((one) => one.face !== deck.face);
    const text = (one) => {
      const places = [one.row && `row ${one.row}`, one.column && `column ${one.column}`].filter(Boolean).join(", ");
      const who = one.word === "wrong" ? [one.face !== deck.face && one.face && `face ${one.face}`, places].filter(Boolean).join(", ") : "";
      return `${who ? `${who}: ` : ""}${one.message}`;
    };
    const sign = (one) => h("span", { class: `flag flag-${one.word}`, "aria-label": one.word === "wrong" ? "defect" : "warning", role: "img" }, one.word === "wrong" ? "!" : "?");
    const item = (one) => h("li", {}, sign(one), one.face && deck.draft?.faces.some((each) => each.name === one.face) ? button(text(one), () => this.goTo(one.face, one.tiles[0]), { class: "link" }) : h("span", {}, text(one)), this.#stray(one));
    const list = (title, found) => found.length > 0 && [h("h3", {}, title), h("ul", { class: "found" }, found.map(item))];
    const defects = deck.found.defects.length;
    replace(
      this.findings,
      h("p", { class: "found-count", id: "found-count" }, all.length ? `${count(defects, "defect")}, ${count(all.length - defects, "warning")}` : "Nothing: the deck is valid."),
      list(`On face ${deck.face}`, mine),
      list(mine.length ? "Elsewhere" : "On other faces", others),
    );
  }

  // A door in the list that stands at no tile cannot be painted away.
  #stray(one) {
    if (one.word !== "wrong" || one.face !== deck.face || !face()?.doors) return null;
    const [width, height] = size();
    const off = one.doors.filter((door) => {
      const place = Number.parseInt(door.slice(1), 10);
      return place < 1 || place > ("NSns".includes(door[0]) ? width : height);
    });
    return off.length > 0 && button(`Remove ${off.join(", ")}`, () => change(() => setFace({ doors: face().doors.filter((door) => !off.includes(door)) })), { class: "remove-door" });
  }

  #pictures() {
    if (this.drawnArt === deck.art && this.drawnArt) return;
    this.drawnArt = deck.art;
    if (!deck.art) return replace(this.pictures, h("p", { class: "quiet-text" }, "The picture comes when the face has no defects."));
    replace(
      this.pictures,
      TURNS.map((turn) => {
        const { width, height, art } = deck.art.lies[turn];
        const picture = s("svg", { class: "turned-face", viewBox: `-0.1 -0.1 ${width + 0.2} ${height + 0.2}`, role: "img", "aria-label": turn === "0" ? deck.art.words : `Turned by ${turn} degrees` }, drawing(art));
        return h("figure", {}, picture, h("figcaption", {}, turn === "0" ? "upright" : `${turn}\u00b0`));
      }),
    );
  }

  goTo(name, tile, key) {
    showFace(name);
    if (key) this.grid.focus(key.split(",").map(Number));
    else if (tile) this.grid.focus([tile[0] - 1, tile[1] - 1]);
  }

  #key(event) {
    if (this.work.hidden) return;
    if ((event.ctrlKey || event.metaKey) && !event.altKey) {
      const key = event.key.toLowerCase();
      if (key === "s") {
        event.preventDefault();
        if (!document.querySelector("dialog[open]")) saveDeck();
        return;
      }
      if (isTyping(event)) return;
      if (key !== "z" && key !== "y") return;
      event.preventDefault();
      if (key === "y" || event.shiftKey) redo();
      else undo();
    } else if (event.key === "Escape" && this.grid.element.contains(event.target)) {
      this.palette.querySelector("[aria-pressed=true]")?.focus();
    } else if (event.key === "Escape" && this.photos.placing) {
      this.photos.place(false);
    }
  }

  header(changes) {
    change(() => setDraft(changes));
  }
}
