// Cards read from photos: the cards that the server finds on them, the faces that it proposes.
// A proposal goes into the grid with its doubtful places marked. It counts when its owner has
// checked and accepted it; then the server learns from it.

import { say, toast } from "./a11y.js";
import { ask, send } from "./api.js";
import { button, count, h, replace } from "./dom.js";
import { begin, change, check, deck, edges, face, faces, put, setDraft, setFace, showFace, size, wrong } from "./editor-model.js";

const SIDES = { N: "top", E: "right", S: "bottom", W: "left" };
const MOST_FILES = 12;

export class Scan {
  constructor(photos, onChange) {
    this.photos = photos;
    this.onChange = onChange;
    this.cards = []; // found, in the order of the photos
    this.busy = false;
    this.messages = [];
    this.element = h("div", { class: "scan" });
    this.input = h("input", { type: "file", accept: "image/*", multiple: true, hidden: true, tabindex: -1, "aria-label": "Photos of cards", onchange: () => this.#chosen() });
    this.show();
  }

  // The card that belongs to the face that is shown.
  get card() {
    return this.cards.find((card) => card.file === deck.file && card.face === deck.face) ?? null;
  }

  // Faces that were proposed and that nobody has said to be right.
  open() {
    return this.cards.filter((card) => card.file === deck.file && card.state === "proposed");
  }

  // Nothing is saved unseen: say which face is not checked yet.
  holdsUp() {
    const [card] = this.open();
    if (!card) return false;
    toast(`Face ${card.face} comes from a photo and is not checked yet: say that all of it is right, or leave it out. Nothing was saved.`);
    this.page.goTo(card.face);
    return true;
  }

  // What is to be said at tiles: [key of the tile, words].
  notes() {
    const card = this.card;
    if (card?.state !== "proposed") return [];
    return card.doubts.map((doubt) => [keyOf(doubt), `${sure(doubt)}${doubt.other ? `, else ${name(doubt.other)}` : ""}`]);
  }

  // A letter was typed or painted at a tile: it is not doubtful any more.
  written([row, column]) {
    const card = this.card;
    if (card?.state !== "proposed") return;
    const rest = card.doubts.filter((doubt) => keyOf(doubt) !== `${row},${column}`);
    if (rest.length === card.doubts.length) return;
    card.doubts = rest;
    this.#changed();
  }

  show() {
    const mine = this.cards.filter((card) => card.file === deck.file);
    const held = this.element.contains(document.activeElement) ? document.activeElement.id : null;
    replace(
      this.element,
      this.input,
      mine.length === 0 && h("p", { class: "quiet-text" }, "Photograph your cards on a table of another colour, several on a photo if you like, and drop the photos here. The photos go to the program that runs this page, and nowhere else."),
      h("div", { class: "row" }, button("Read cards from photos", () => this.input.click(), { id: "scan-choose", disabled: this.busy })),
      this.busy && h("p", { class: "quiet-text", role: "status" }, "Looking at the photos\u2026"),
      this.messages.length > 0 && h("ul", { class: "found scan-messages" }, this.messages.map((text) => h("li", {}, text))),
      mine.length > 0 && h("ul", { class: "scan-cards", "aria-label": "Cards on the photos" }, mine.map((card) => this.#item(card))),
      this.#asked(),
    );
    if (held) document.getElementById(held)?.focus();
  }

  #item(card) {
    const words = { found: "not proposed yet", proposed: card.doubts.length ? `${card.doubts.length} doubtful` : "to be checked", right: "learned" }[card.state];
    const current = card === this.card;
    return h(
      "li",
      {},
      button([h("img", { src: card.picture, alt: "" }), h("span", {}, card.face ?? "?"), h("span", { class: "quiet-text" }, words)], () => this.#take(card), { "aria-current": current ? "true" : null, "aria-label": `${card.name}: ${card.face ? `face ${card.face}, ` : ""}${words}`, disabled: this.busy, class: "scan-card", "data-card": card.id }),
    );
  }

  // What is asked about the card of this face.
  #asked() {
    const card = this.card;
    if (!card) return null;
    const which = h("select", { id: "scan-face", onchange: () => this.#move(card, which.value) }, this.#choices(card).map((one) => h("option", { value: one, selected: one === card.face }, one)));
    const tools = [
      card.state === "proposed" && !card.sure && button("It lies as shown", () => this.#asShown(card), { id: "scan-as-shown", disabled: this.busy }),
      card.state !== "right" && button("It lies the other way", () => this.#turn(card), { id: "scan-turn", disabled: this.busy }),
      card.state !== "right" && button("Leave it out", () => this.#leave(card), { id: "scan-leave", disabled: this.busy }),
    ];
    return h(
      "div",
      { class: "scan-asked" },
      card.state === "proposed" && h("label", { class: "field" }, "Which face is it?", which),
      this.#words(card),
      card.state === "proposed" && card.sure && card.doubts.length > 0 && h("ul", { class: "scan-doubts", "aria-label": "Doubtful places, the most doubtful first" }, card.doubts.map((doubt) => this.#doubt(card, doubt))),
      h("div", { class: "row" }, card.state !== "right" && button(card.state === "proposed" ? "All of it is right" : "This face is right: learn it", () => this.#right(card), { id: "scan-right", class: this.#answered(card) ? "main" : null, disabled: this.busy || !this.#answered(card) }), tools),
      h("img", { src: card.tiles ?? card.picture, class: "scan-tiles", alt: `Face ${card.face} as it was photographed` }),
    );
  }

  // Whether all that is doubtful about a card has been answered.
  #answered(card) {
    return card.state !== "proposed" || (card.sure && card.doubts.length === 0);
  }

  #words(card) {
    if (card.state === "right") return h("p", { class: "quiet-text" }, "Learned. Choose the next card.");
    const words = card.state === "found" ? this.#begin(card) : this.#whatNext(card);
    return h("div", { id: "scan-words", tabindex: -1 }, words.filter(Boolean).map((text) => h("p", {}, text)));
  }

  // What is to be done with a card of which nothing is proposed.
  #begin(card) {
    const lines = (card.sizes ?? []).map((one) => one.join("\u00d7"));
    const own = size().join("\u00d7");
    const said = card.typed ? "This face is filled in and is not overwritten." : "Nothing is known of your symbols yet. Type this face over the photo.";
    return [
      said,
      lines.length > 0 && !lines.includes(own) && `The photo looks like ${lines.join(" or ")} tiles, but this face has ${own}. Look at that first.`,
      "When it agrees with the photo, let it be learned.",
    ];
  }

  // What to check next in a proposal.
  #whatNext(card) {
    const next = !card.sure
      ? "Which way up it lies is doubtful. Compare it with the photo: does it lie as shown, or the other way?"
      : card.doubts.length
        ? `${count(card.doubts.length, "place is", "places are")} doubtful. Type the letter of what lies there, or choose it:`
        : "Now look at the whole face: does it agree with the photo?";
    return [
      card.twin && card.twin !== card.face && `It looks like face ${card.twin}, which is known already: is it another card?`,
      card.strange && `Does it have ${size().join("\u00d7")} tiles? Most of them look like none that is known.`,
      next,
    ];
  }

  #doubt(card, doubt) {
    const letters = [...new Set([doubt.letter, doubt.other, ...doubt.choice].filter(Boolean))];
    const where = doubt.side ? `${SIDES[doubt.side]} edge ${along(doubt)}` : `row ${doubt.row}, column ${doubt.column}`;
    return h(
      "li",
      { tabindex: -1, "aria-label": `${where}: perhaps ${sure(doubt)}; type its letter`, onkeydown: (event) => this.#typed(event, card, doubt) },
      button(where, () => this.page.goTo(card.face, [doubt.row, doubt.column], keyOf(doubt)), { class: "link" }),
      h("span", { class: "quiet-text" }, ` ${sure(doubt)}`),
      h("div", { class: "scan-letters", role: "group", "aria-label": where }, letters.map((letter, index) => button(letter, () => this.#answer(card, doubt, letter), { class: index === 0 ? "guess" : "quiet", title: name(letter), "aria-label": `${where}: ${name(letter)}` }))),
    );
  }

  #answer(card, doubt, letter) {
    card.doubts = card.doubts.filter((one) => one !== doubt);
    change(() => put(...keyOf(doubt).split(",").map(Number), letter));
    say(`${name(letter)}; ${count(card.doubts.length, "place is", "places are")} doubtful`);
    this.#changed();
    this.#first();
  }

  // A letter answers; Enter accepts nothing.
  #typed(event, card, doubt) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const letter = [event.key, event.key.toLowerCase()].find((one) => doubt.choice.includes(one));
    if (!letter || [...event.key].length !== 1) return;
    event.preventDefault();
    event.stopPropagation();
    this.#answer(card, doubt, letter);
  }

  // Where the next answer is given. No button has the focus: nothing is taken over unseen.
  #first() {
    (this.element.querySelector(".scan-doubts > li") ?? document.getElementById("scan-words"))?.focus();
  }

  #choices(card) {
    const taken = new Set(this.cards.filter((one) => one !== card && one.file === card.file).map((one) => one.face));
    const names = faces().filter((one) => one.name === card.face || (!taken.has(one.name) && isEmpty(one))).map((one) => one.name);
    const more = [nextName()];
    return [...new Set([...names, ...more])];
  }

  async #chosen() {
    const files = [...this.input.files];
    this.input.value = "";
    await this.read(files);
  }

  // Send photos to the server, one after the other.
  async read(files) {
    if (!files.length || this.busy) return;
    if (!deck.draft) return wrong(new Error("Open a deck first."));
    this.#working(true);
    this.messages = files.length > MOST_FILES ? [`Only the first ${MOST_FILES} photos are read.`] : [];
    const before = this.cards.length;
    for (const file of files.slice(0, MOST_FILES)) await this.#find(file);
    this.#working(false);
    const found = this.cards.length - before;
    say(`${count(found, "card")} found`);
    const next = this.cards.slice(before).find((card) => card.state === "found");
    if (next) await this.#take(next);
  }

  async #find(file) {
    try {
      const answer = await send("cards/photo", file);
      for (const remark of answer.remarks) this.messages.push(`${file.name}: ${remark}`);
      const shown = await this.photos.picture(file);
      for (const { number, picture } of answer.cards) {
        this.cards.push({ id: `${answer.photo}-${number}`, photo: answer.photo, number, picture, name: `${file.name}, card ${number}`, file: deck.file, shown, face: null, state: "found", doubts: [], sure: true });
      }
    } catch (error) {
      this.messages.push(`${file.name}: ${error.message.replace(/^this photo: /, "")}`);
    }
    this.show();
  }

  // Go to a card: to its face, its photo under the grid, what it seems to show in the grid.
  async #take(card) {
    if (this.busy) return;
    if (card.face !== null) {
      showFace(card.face);
      return this.#changed();
    }
    const taken = new Set(this.cards.filter((one) => one.file === card.file).map((one) => one.face));
    card.face = faces().find((one) => isEmpty(one) && !taken.has(one.name))?.name ?? nextName();
    await this.#propose(card, null);
  }

  async #propose(card, turn) {
    this.#working(true);
    try {
      this.#lay(card, await this.#seen(card, turn));
    } catch (error) {
      if (card.state === "found") card.face = null;
      wrong(error);
    }
    this.#working(false);
    this.#changed();
    if (card.state === "proposed") this.#first();
  }

  // What the server sees on a card, with the tiles that its face has.
  #seen(card, turn) {
    const one = faces().find((each) => each.name === card.face);
    const known = one?.rows?.length ? size(one) : null;
    return ask("cards/propose", { photo: card.photo, card: card.number, file: deck.file, draft: deck.draft, turn, size: known });
  }

  // Lay what was seen into the grid, as one step of undo.
  #lay(card, seen) {
    const one = faces().find((each) => each.name === card.face);
    const free = card.state === "proposed" || !one || isEmpty(one);
    Object.assign(card, { turn: seen.turn, tiles: seen.picture, sizes: seen.sizes, typed: !free, sure: seen.turn_is_sure ?? true, twin: seen.twin, strange: seen.strange });
    const step = begin();
    card.before ??= { one: one ?? null };
    if (seen.grid && free) {
      const laid = { name: card.face, rows: seen.grid, doors: seen.doors };
      if (one) setFace({ rows: seen.grid, doors: seen.doors }, card.face);
      else setDraft({ faces: [...deck.draft.faces, laid] });
      Object.assign(card, { state: "proposed", doubts: seen.doubtful });
    } else if (!one) {
      const [wide, high] = seen.size;
      const rows = empty(wide, high);
      setDraft({ faces: [...deck.draft.faces, { name: card.face, rows, doors: edges() ? [] : null }] });
    }
    deck.face = card.face;
    step.end();
    this.photos.lay(card.face, card.shown, seen.corners);
    check();
  }

  async #turn(card) {
    const [width, height] = size();
    await this.#propose(card, ((card.turn ?? 0) + (width === height ? 90 : 180)) % 360);
  }

  // It lies as it is shown: what was doubtful for that alone is settled; the grid stays as it is.
  async #asShown(card) {
    this.#working(true);
    try {
      const seen = await this.#seen(card, card.turn);
      const open = new Set(card.doubts.map(keyOf));
      Object.assign(card, { sure: true, doubts: seen.doubtful.filter((doubt) => open.has(keyOf(doubt))) });
    } catch (error) {
      wrong(error);
    }
    this.#working(false);
    this.#changed();
    this.#first();
  }

  // The owner says that it shows another face.
  async #move(card, to) {
    this.#back(card);
    card.face = to;
    card.state = "found";
    await this.#propose(card, card.turn);
  }

  #back(card) {
    if (card.state === "proposed") {
      const { one } = card.before;
      const kept = deck.draft.faces.filter((each) => each.name !== card.face);
      change(() => setDraft({ faces: one ? deck.draft.faces.map((each) => (each.name === card.face ? one : each)) : kept }));
    }
    this.photos.forget(card.face);
    card.before = null;
  }

  #leave(card) {
    this.#back(card);
    this.cards = this.cards.filter((one) => one !== card);
    if (!face()) showFace(faces()[0]?.name ?? null);
    this.#changed();
    document.getElementById("scan-choose")?.focus();
  }

  async #right(card) {
    this.#working(true);
    try {
      const answer = await ask("cards/learn", { photo: card.photo, card: card.number, file: deck.file, draft: deck.draft, name: card.face, turn: card.state === "proposed" ? card.turn : null });
      card.state = "right";
      this.messages = answer.trouble ? [`What was learned is not kept: ${answer.trouble}`] : [];
      say(`face ${card.face} is learned`);
    } catch (error) {
      wrong(error);
    }
    this.#working(false);
    this.#changed();
    if (card.state !== "right") return;
    const next = this.cards.find((one) => one.file === deck.file && one.state === "found" && one.face === null);
    if (next) await this.#take(next);
    else document.getElementById("deck-save")?.focus();
  }

  #working(on) {
    this.busy = on;
    this.show();
  }

  #changed() {
    this.show();
    this.onChange();
  }
}

const name = (letter) => deck.kinds.get(letter)?.name ?? letter;
const sure = (doubt) => `${name(doubt.letter)}, ${Math.round(100 * doubt.confidence)} % sure`;
const along = (doubt) => ("NS".includes(doubt.side) ? doubt.column : doubt.row);

// Where the grid has a place: rows and columns from 0, edges around them.
function keyOf({ row, column, side }) {
  const [dy, dx] = { N: [-1, 0], E: [0, 1], S: [1, 0], W: [0, -1] }[side] ?? [0, 0];
  return `${row - 1 + dy},${column - 1 + dx}`;
}

// Whether a face is still to be filled in: it is as it was made.
function isEmpty(one) {
  return !one.rows?.length || deck.found.unfilled?.includes(one.name) || (!one.doors?.length && one.rows.every((row) => /^[#.]*$/.test(row)));
}

function empty(width, height) {
  if (edges()) return Array.from({ length: height }, () => ".".repeat(width));
  const between = `#${".".repeat(width - 2)}#`;
  return Array.from({ length: height }, (_, y) => (y === 0 || y === height - 1 ? "#".repeat(width) : between));
}

// The name of a new face: the free side of the last card, or a new card.
function nextName() {
  const names = new Set(faces().map((one) => one.name));
  let number = 1;
  while (names.has(`${number}A`) && names.has(`${number}B`)) number += 1;
  return names.has(`${number}A`) ? `${number}B` : `${number}A`;
}
