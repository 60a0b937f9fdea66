// The deck in the editor: the text of its file, the draft of what was changed since, undo. The
// server says what is wrong with it; nothing here knows a rule.

import { say, toast } from "./a11y.js";
import { ask, Gone, Refused } from "./api.js";

const KEPT = "bolets-cards";
const DOOR = /^\s*([NESW])([0-9]{1,4})(x?)\s*$/i;

export const deck = {
  file: null, // none is open
  where: null,
  base: "", // the text of the file as it was read
  digest: "",
  draft: null, // null: the text is not TOML
  face: null, // the name of the face that is shown
  kinds: new Map(),
  symbols: "",
  found: { defects: [], warnings: [], text: "" },
  art: null,
  past: [],
  future: [],
};

const watchers = new Set();
let clean = null; // what the file holds: [base, draft]

export function onDeck(watch) {
  watchers.add(watch);
}

function emit(what) {
  for (const watch of watchers) watch(what);
}

export const face = () => deck.draft?.faces.find((one) => one.name === deck.face) ?? null;
export const edges = () => deck.draft?.border === "edges";
export const dirty = () => deck.file !== null && (clean === null || deck.base !== clean[0] || deck.draft !== clean[1]);

const order = (name) => (/^\d/.test(name) ? [Number.parseInt(name, 10), name] : [Infinity, name]);
export function faces() {
  return [...(deck.draft?.faces ?? [])].sort((one, other) => {
    const [a, b] = [order(one.name), order(other.name)];
    return a[0] - b[0] || a[1].localeCompare(b[1]);
  });
}

// Decks that were left with changes that are not saved: what was changed, by file.
const left = new Map();

export const leftOpen = () => new Set([...left.keys(), ...(dirty() ? [deck.file] : [])]);

// Go to another deck. What was not saved of this one is here when it is opened again.
export function turnTo(opened) {
  if (dirty() && deck.file !== opened.file) {
    left.set(deck.file, { base: deck.base, digest: deck.digest, draft: deck.draft, face: deck.face, dirty: true });
    toast(`Your changes of ${deck.file} are not saved. They are there when you open it again.`);
  }
  take(opened);
  const held = left.get(opened.file);
  left.delete(opened.file);
  if (held) takeUp(held);
}

// Take over a deck that the server has opened.
export function take(opened) {
  Object.assign(deck, {
    file: opened.file,
    where: opened.where,
    writable: opened.writable,
    base: opened.text,
    digest: opened.digest,
    draft: opened.draft,
    kinds: new Map(opened.kinds.map((kind) => [kind.letter, kind])),
    symbols: opened.symbols,
    past: [],
    future: [],
  });
  clean = [deck.base, deck.draft];
  if (!face()) deck.face = faces()[0]?.name ?? null;
  emit("deck");
  check();
  keep();
}

// What the file holds now: after it was saved, or read again.
export function saved(answer) {
  const same = JSON.stringify(answer.draft) === JSON.stringify(deck.draft);
  deck.base = answer.text;
  deck.digest = answer.digest;
  if (!same) deck.draft = answer.draft;
  clean = [deck.base, deck.draft];
  if (!face()) deck.face = faces()[0]?.name ?? null;
  emit("deck");
  check();
  keep();
}

const snapshot = () => ({ base: deck.base, draft: deck.draft, face: deck.face });

function restore(moment) {
  Object.assign(deck, moment);
  emit("deck");
  check();
  keep();
}

// Begin a change of several steps, such as a stroke: end() makes it one step of undo, back()
// undoes it.
export function begin() {
  const before = snapshot();
  return {
    end() {
      if (before.draft === deck.draft && before.base === deck.base) return;
      deck.past.push(before);
      deck.future = [];
      emit("deck");
      keep();
    },
    back() {
      restore(before);
    },
  };
}

// Change the draft in one step.
export function change(make) {
  const step = begin();
  make();
  step.end();
  check();
}

export function undo() {
  const before = deck.past.pop();
  if (!before) return say("nothing to undo");
  deck.future.push(snapshot());
  restore(before);
  say("undone");
}

export function redo() {
  const after = deck.future.pop();
  if (!after) return say("nothing to redo");
  deck.past.push(snapshot());
  restore(after);
  say("redone");
}

export function setDraft(changes) {
  deck.draft = { ...deck.draft, ...changes };
  emit("draft");
}

export function setFace(changes, name = deck.face) {
  setDraft({ faces: deck.draft.faces.map((one) => (one.name === name ? { ...one, ...changes } : one)) });
}

export function showFace(name) {
  if (name === deck.face) return;
  deck.face = name;
  deck.art = null;
  emit("face");
  check();
  keep();
}

export function nextFace(by) {
  const names = faces().map((one) => one.name);
  const to = names[names.indexOf(deck.face) + by];
  if (to) showFace(to);
  return Boolean(to);
}

// Tiles. With the border "edges" the places around the tiles (row or column -1, or behind the
// last) are the card's edge, and its doors stand in a list.

export function size(one = face()) {
  const rows = one?.rows ?? [];
  return [Math.max(0, ...rows.map((row) => [...row].length)), rows.length];
}

export function sideOf(row, column, one = face()) {
  const [width, height] = size(one);
  if (row < 0) return ["N", column + 1];
  if (row >= height) return ["S", column + 1];
  if (column < 0) return ["W", row + 1];
  if (column >= width) return ["E", row + 1];
  return null;
}

const isAt = (door, [side, place]) => {
  const found = DOOR.exec(door);
  return found !== null && found[1].toUpperCase() === side && Number(found[2]) === place;
};

// The letter at a tile or an edge; "" where a row is too short.
export function at(row, column, one = face()) {
  const side = edges() ? sideOf(row, column, one) : null;
  if (!side) return [...(one.rows[row] ?? "")][column] ?? "";
  const door = (one.doors ?? []).findLast((each) => isAt(each, side));
  return door === undefined ? "#" : DOOR.exec(door)[3] ? "x" : "+";
}

export function put(row, column, letter) {
  const one = face();
  const side = edges() ? sideOf(row, column, one) : null;
  if (at(row, column, one) === letter) return;
  if (side) putDoor(one, side, letter);
  else {
    const letters = [...(one.rows[row] ?? "")];
    while (letters.length < column) letters.push(".");
    letters[column] = letter;
    setFace({ rows: one.rows.map((each, index) => (index === row ? letters.join("") : each)) });
  }
}

function putDoor(one, side, letter) {
  const before = one.doors ?? [];
  const index = before.findLastIndex((door) => isAt(door, side));
  const text = `${side.join("")}${letter === "x" ? "x" : ""}`;
  if (letter === "+" || letter === "x") setFace({ doors: index < 0 ? [...before, text] : before.with(index, text) });
  else setFace({ doors: before.filter((_, number) => number !== index) });
}

// Ask the server what it thinks of the draft. One question at a time; the last state wins.
// What is returned ends when all that was done to the draft until then has been answered.
let asking = null;
let again = false;

export function check() {
  if (deck.file === null) return Promise.resolve();
  again = true;
  asking ??= checkAll().finally(() => {
    asking = null;
  });
  return asking;
}

async function checkAll() {
  while (again) {
    again = false;
    await checkOnce();
  }
}

async function checkOnce() {
  const of = [deck.draft, deck.base, deck.face];
  try {
    const found = await ask("cards/check", { text: deck.base, draft: deck.draft, face: deck.face });
    if (of[0] !== deck.draft || of[1] !== deck.base || of[2] !== deck.face) again = true;
    deck.found = found;
    if (of[2] === deck.face) deck.art = found.art;
    emit("found");
  } catch (error) {
    if (error instanceof Gone) return;
    if (!(error instanceof Refused)) throw error;
    deck.found = { defects: [{ message: error.message, doors: [] }], warnings: [], text: deck.base };
    emit("found");
  }
}

// What was not saved outlives a reload of the page in this tab.
function keep() {
  try {
    const held = { file: deck.file, base: deck.base, digest: deck.digest, draft: deck.draft, face: deck.face, dirty: dirty() };
    sessionStorage.setItem(KEPT, JSON.stringify({ ...held, left: [...left] }));
  } catch {
    // a browser that keeps nothing asks before the page is left
  }
}

export function kept() {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT));
  } catch {
    return null;
  }
}

export function takeUp(held) {
  for (const [file, one] of held.left ?? []) left.set(file, one);
  if (held.face && deck.draft?.faces.some((one) => one.name === held.face)) deck.face = held.face;
  if (!held.dirty) return restore(snapshot());
  deck.past.push(snapshot());
  restore({ base: held.base, draft: held.draft, face: held.face });
  deck.digest = held.digest;
  keep();
  toast("Your unsaved changes are back.", undo);
}

export function wrong(error) {
  if (error.name === "AbortError" || error instanceof Gone) return;
  if (!(error instanceof Refused)) console.error(error);
  toast(error.message);
}
