// What is done with a deck as a whole: saved, checked, measured, printed, its text and its header.

import { say, toast } from "./a11y.js";
import { ask, file, follow } from "./api.js";
import { dialog } from "./dialog.js";
import { button, count, h, replace, save } from "./dom.js";
import { placeField } from "./editor-choose.js";
import { begin, change, check, deck, edges, face, faces, saved, setDraft, showFace, size, take, undo, wrong } from "./editor-model.js";

const asked = (more) => ({ text: deck.base, draft: deck.draft, file: deck.file, ...more });

export function deckMenu(page) {
  return h(
    "div",
    { class: "deck-tools" },
    button("Check everything", validate, { id: "deck-validate", class: "quiet" }),
    button("Measure", measure, { id: "deck-measure", class: "quiet" }),
    button("Print", print, { id: "deck-print", class: "quiet" }),
    button("Title", () => header(), { id: "deck-header", class: "quiet" }),
    button("Text", text, { id: "deck-text", class: "quiet" }),
    button("Save as", () => saveAs(), { id: "deck-save-as", class: "quiet" }),
    button("Decks", () => page.list(), { id: "deck-list", class: "quiet" }),
  );
}

let saving = false;

// What must be checked before anything is saved: says so, and is true.
let heldUp = () => false;

export function holdUp(by) {
  heldUp = by;
}

export async function saveDeck() {
  if (deck.file === null || saving || heldUp()) return;
  if (!deck.writable) return saveAs("This deck comes with the program. Save it under a name of your own.");
  saving = true;
  try {
    await write(asked({ digest: deck.digest }));
  } catch (error) {
    wrong(error);
  } finally {
    saving = false;
  }
}

async function write(request) {
  const answer = await ask("cards/save", request);
  if (answer.changed) return conflict(request, answer.changed);
  saved(answer);
  say("saved");
}

// Somebody else has written the file since it was read.
function conflict(request, changed) {
  const act = (work) => async () => {
    box.close();
    try {
      await work();
    } catch (error) {
      wrong(error);
    }
  };
  const reload = async () => {
    const opened = await ask("cards/open", { file: deck.file });
    const step = begin();
    saved(opened);
    step.end();
  };
  const box = dialog(
    "The file has changed",
    h("p", {}, h("code", {}, deck.file), " has changed since it was opened: another program or another tab has written it. Nothing was saved."),
    h(
      "div",
      { class: "choices" },
      button("Add my changes to the file as it is now", act(() => write({ ...request, over: changed })), { class: "main", id: "conflict-over" }),
      h("p", { class: "quiet-text" }, "Faces that you did not change stay as they are there."),
      button("Show the file as it is now", act(reload), { id: "conflict-reload" }),
      h("p", { class: "quiet-text" }, "Undo brings your version back."),
      button("Save mine under another name", act(async () => saveAs()), { id: "conflict-as" }),
    ),
  );
}

async function saveAs(why) {
  if (heldUp()) return;
  const { folders } = await ask("cards/decks");
  const name = h("input", { id: "save-name", value: deck.writable ? `${deck.draft?.name ?? "deck"}-2` : `my-${deck.draft?.name ?? "deck"}`, autocomplete: "off", spellcheck: "false" });
  const error = h("p", { class: "error", role: "alert" });
  const go = async () => {
    try {
      const opened = await ask("cards/save_new", asked({ name: name.value.trim(), where: document.getElementById("save-where").value }));
      const before = deck.face;
      take(opened);
      showFace(before);
      box.close();
      toast(`saved as ${opened.file}`);
    } catch (trouble) {
      error.textContent = trouble.message;
    }
  };
  const box = dialog("Save under another name", why && h("p", {}, why), h("div", { class: "fields" }, h("div", { class: "field" }, h("label", { for: "save-name" }, "Name: a-z, 0-9, -"), name), placeField("save-where", folders)), error, h("div", { class: "row" }, button("Save", go, { class: "main", id: "save-go" })));
  name.select();
}

function header() {
  const title = h("input", { id: "header-title", value: deck.draft?.title ?? "", autocomplete: "off" });
  const border = h("select", { id: "header-border" }, [["tiles", "are tiles of the rim"], ["edges", "are lines on the edge"]].map(([value, words]) => h("option", { value, selected: value === deck.draft?.border }, words)));
  const go = () => {
    change(() => setDraft({ title: title.value, border: border.value }));
    box.close();
  };
  const box = dialog("Title and border", h("div", { class: "field" }, h("label", { for: "header-title" }, "Title"), title), h("div", { class: "field" }, h("label", { for: "header-border" }, "Walls and doors"), border), h("div", { class: "row" }, button("Take this", go, { class: "main", id: "header-go", disabled: !deck.draft })));
}

let opening = false;

async function text() {
  if (opening) return;
  opening = true;
  try {
    await check(); // the server writes the text: of the last change, too
  } finally {
    opening = false;
  }
  const area = h("textarea", { id: "deck-source", rows: 18, spellcheck: "false", wrap: "off" });
  area.value = deck.found.text || deck.base;
  const go = async () => {
    const ends = deck.base.includes("\r\n") ? "\r\n" : "\n";
    const mark = deck.base.startsWith("\ufeff") && !area.value.startsWith("\ufeff") ? "\ufeff" : "";
    const typed = mark + area.value.replace(/\r?\n/g, ends);
    try {
      const { draft } = await ask("cards/use_text", { text: typed });
      const step = begin();
      Object.assign(deck, { base: typed, draft });
      if (!face()) deck.face = faces()[0]?.name ?? null;
      step.end();
      check();
      box.close();
    } catch (error) {
      wrong(error);
    }
  };
  const box = dialog(
    "The deck as text",
    h("label", { for: "deck-source" }, "What is saved, with all comments"),
    area,
    h("div", { class: "row" }, button("Take this text", go, { class: "main", id: "text-go" }), button("Save a copy", () => save(`${deck.draft?.name ?? "deck"}.toml`, "application/toml", area.value), { id: "text-copy" })),
  );
  box.classList.add("wide-dialog");
}

function print() {
  const select = (id, label, options) => h("div", { class: "field" }, h("label", { for: id }, label), h("select", { id }, options.map(([value, words]) => h("option", { value }, words))));
  const value = (id) => document.getElementById(id).value;
  const error = h("p", { class: "error", role: "alert" });
  const go = async () => {
    error.textContent = "";
    try {
      const pdf = await file("cards/print", asked({ paper: value("print-paper"), card: value("print-card"), folded: value("print-layout") === "gutter", low_ink: document.getElementById("print-ink").checked }));
      save(`${deck.draft?.name ?? "deck"}.pdf`, "application/pdf", pdf);
    } catch (trouble) {
      error.textContent = trouble.message;
    }
  };
  dialog(
    "Print the deck",
    h("p", { class: "quiet-text" }, "A PDF of cards to cut, a tracking card and the rules on one page. Print it at 100 %."),
    h(
      "div",
      { class: "fields" },
      select("print-paper", "Paper", [["a4", "A4"], ["letter", "Letter"]]),
      h("div", { class: "field" }, h("label", { for: "print-card" }, "Millimetres of a card"), h("input", { id: "print-card", value: "63x88", autocomplete: "off" })),
      select("print-layout", "Backs", [["duplex", "on the reverse"], ["gutter", "beside, to fold"]]),
    ),
    h("label", { class: "choice" }, h("input", { type: "checkbox", id: "print-ink" }), "Save ink: outlines in grey"),
    error,
    h("div", { class: "row" }, button("Save the PDF", go, { class: "main", id: "print-go" })),
  );
}

// Ask what takes long within a dialog; closing it ends the work.
function working(title, begun, name, request, show) {
  const place = h("div", { "aria-live": "polite" });
  const stop = new AbortController();
  const box = dialog(title, begun, place);
  box.addEventListener("close", () => stop.abort());
  const run = async (more = {}) => {
    const words = h("span", {}, "\u2026");
    replace(place, h("div", { class: "progress" }, h("span", { class: "spinner", "aria-hidden": "true" }), words));
    try {
      show(place, await follow(name, asked({ ...request, ...more }), (news) => { words.textContent = news.what || "\u2026"; }, stop.signal));
    } catch (error) {
      if (error.name !== "AbortError") replace(place, h("p", { class: "error" }, error.message));
    }
  };
  return { box, run };
}

function validate() {
  const { run } = working("Check of the deck", h("p", { class: "quiet-text" }, "As in \u201cbolets deck validate\u201d: also doors and tiles that no trace can reach."), "cards/validate", {}, (place, { defects, warnings }) => {
    const line = (word, one) => h("li", {}, h("span", { class: `flag flag-${word}`, role: "img", "aria-label": word === "wrong" ? "defect" : "warning" }, word === "wrong" ? "!" : "?"), h("span", {}, [one.face && word === "wrong" && `face ${one.face}`, one.row && `row ${one.row}`, one.column && `column ${one.column}`].filter(Boolean).join(", ") + (word === "wrong" && one.face ? ": " : ""), one.message));
    replace(place, h("p", {}, `${defects.length ? "Not valid" : "Valid"}: ${count(defects.length, "defect")}, ${count(warnings.length, "warning")}.`), h("ul", { class: "found" }, defects.map((one) => line("wrong", one)), warnings.map((one) => line("odd", one))));
  });
  run();
}

function measure() {
  const deals = h("input", { id: "measure-deals", type: "number", min: 1, max: 1000, value: 30 });
  const { run } = working(
    "How the deck plays",
    [
      h("p", { class: "quiet-text" }, "Random deals are solved to the optimum and played by a greedy player, as \u201cbolets deck measure\u201d does. The targets are those of this program\u2019s own decks."),
      h("div", { class: "field" }, h("label", { for: "measure-deals" }, "Deals"), deals),
      h("div", { class: "row" }, button("Measure", () => run({ deals: Number.parseInt(deals.value, 10) }), { class: "main", id: "measure-go" })),
    ],
    "cards/measure",
    {},
    (place, { deals: done, checks }) =>
      replace(
        place,
        h("p", {}, `${count(done, "deal")} measured.`),
        h("div", { class: "wide", tabindex: 0, role: "region", "aria-label": "Figures" }, h("table", { class: "keys" }, h("thead", {}, h("tr", {}, ["Figure", "Measured", "Target", "Met"].map((word) => h("th", { scope: "col" }, word)))), h("tbody", {}, checks.map(([name, measured, target, met]) => h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, measured), h("td", {}, target), h("td", {}, met ? "yes" : "no")))))),
      ),
  );
}

deckMenu.addFace = () => {
  const next = Math.max(0, ...faces().map((one) => Number.parseInt(one.name, 10) || 0));
  const last = faces().some((one) => one.name === `${next}B`);
  const name = h("input", { id: "face-name", value: last || next === 0 ? `${next + 1}A` : `${next}B`, autocomplete: "off", spellcheck: "false" });
  const error = h("p", { class: "error", role: "alert" });
  const go = async () => {
    const called = name.value.trim().toUpperCase();
    if (!called || faces().some((one) => one.name === called)) {
      error.textContent = called ? `There is a face ${called} already.` : "A face has a name.";
      return;
    }
    const [width, height] = size(face() ?? faces()[0]);
    try {
      const { rows } = await ask("cards/resize", { rows: [], width: width || 5, height: height || 7, border: edges() ? "edges" : "tiles" });
      change(() => setDraft({ faces: [...deck.draft.faces, { name: called, rows, doors: edges() ? [] : null }] }));
      showFace(called);
      box.close();
    } catch (trouble) {
      error.textContent = trouble.message;
    }
  };
  const box = dialog("Another face", h("div", { class: "field" }, h("label", { for: "face-name" }, "Number and side, or C for the cottage"), name), error, h("div", { class: "row" }, button("Add it", go, { class: "main", id: "face-go" })));
  name.select();
};

deckMenu.removeFace = () => {
  const { face: name } = deck;
  change(() => {
    setDraft({ faces: deck.draft.faces.filter((one) => one.name !== name) });
    deck.face = null;
  });
  showFace(faces()[0]?.name ?? null);
  toast(`face ${name} is removed`, undo);
};
