// A game as a link, a code, a file, a sheet of paper; and opening what somebody sent.

import { toast } from "./a11y.js";
import { file, follow } from "./api.js";
import { button, h, save } from "./dom.js";
import { dialog } from "./dialog.js";
import { progressCard } from "./hints.js";
import { game, open, trouble } from "./state.js";

const FILES = [
  ["record", "Record", "text/plain", "bolets"],
  ["svg", "SVG", "image/svg+xml", "svg"],
  ["png", "PNG", "image/png", "png"],
  ["pdf", "PDF", "application/pdf", "pdf"],
];

async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    toast(`${what} copied.`);
  } catch {
    toast("The browser does not allow copying: mark the text and copy it yourself.");
  }
}

export function shareDialog() {
  const { view } = game;
  const name = `bolets-${view.order.filter((face) => face !== "?").join("-").toLowerCase()}`;
  const whole = h("input", { type: "checkbox", id: "share-whole" });
  const making = h("div", { class: "making" });
  const field = (label, text, id) => [
    h("label", { for: id }, label),
    h("div", { class: "row" }, h("input", { id, readonly: true, value: text, onfocus: (event) => event.target.select() }), button("Copy", () => copy(text, label))),
  ];
  const box = dialog(
    "Share and save",
    view.link
      ? [field("Link of this game", `${location.origin}/#${view.link}`, "share-link"), view.code && field("Code of this deal", view.code, "share-code")]
      : h("p", {}, "This deck's name cannot be part of a link; save the record instead."),
    h("p", { class: "quiet-text" }, "A link opens on any machine that has this program and the deck: paste it under Open. It does not contain undone steps."),
    h("h3", {}, "Save this game"),
    h("div", { class: "row" }, FILES.map(([kind, label, type, ending]) =>
      button(label, async () => {
        try {
          const data = await file("export", { position: view.position, kind, whole: whole.checked });
          save(`${name}.${ending}`, type, data);
        } catch (error) {
          trouble(error);
        }
      }, { "data-kind": kind }),
    )),
    h("label", { class: "choice" }, whole, "pictures show each turn, not the map alone"),
    !view.hidden && h("h3", {}, "Challenge sheet"),
    !view.hidden && h("p", { class: "quiet-text" }, "The deal to print, a best game upside down on the reverse."),
    !view.hidden && h("div", { class: "row" }, ["a4", "letter"].map((paper) => button(paper === "a4" ? "A4" : "Letter", () => challenge(paper, making, box, name)))),
    making,
  );
}

async function challenge(paper, making, box, name) {
  const running = new AbortController();
  box.addEventListener("close", () => running.abort());
  try {
    const found = await follow(
      "challenge",
      { position: game.view.position, paper },
      (progress) => making.replaceChildren(progressCard(progress, () => running.abort())),
      running.signal,
    );
    const data = Uint8Array.from(atob(found.pdf), (letter) => letter.charCodeAt(0));
    save(`${name}-challenge.pdf`, "application/pdf", data);
  } catch (error) {
    trouble(error);
  } finally {
    making.replaceChildren();
  }
}

export function openDialog() {
  const text = h("textarea", { id: "open-text", rows: 6, spellcheck: "false", autocapitalize: "off" });
  const error = h("p", { class: "error", role: "alert" });
  const go = async () => {
    try {
      const answer = await open("open", { text: text.value }, true);
      if (answer) box.close();
    } catch (failure) {
      error.textContent = failure.message;
    }
  };
  const chosen = h("input", {
    type: "file", id: "open-file", accept: ".bolets,.txt,.json",
    onchange: async (event) => {
      const [picked] = event.target.files;
      if (picked && picked.size < 1e6) text.value = await picked.text();
      else if (picked) error.textContent = "That file is too large for a game.";
    },
  });
  const box = dialog(
    "Open a game",
    h("label", { for: "open-text" }, "A link, a code, an order of faces such as 2B 5B C, or a record"),
    text,
    h("label", { for: "open-file" }, "or a file"),
    chosen,
    error,
    h("div", { class: "row" }, button("Open", go, { class: "main" })),
  );
  text.focus();
}
