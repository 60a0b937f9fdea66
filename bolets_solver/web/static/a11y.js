// What is said aloud, and what stands for a while at the edge of the page.

import { button, h } from "./dom.js";

let turn = 0;

// Say something to who listens. Saying the same thing twice is heard twice.
export function say(text) {
  if (!text) return;
  const live = document.getElementById("live");
  turn += 1;
  live.textContent = text + (turn % 2 ? "\u00a0" : "");
}

const SECONDS = 9;

// Show a note; `undo` takes back the noted action. It stays while somebody reads it.
export function toast(text, undo, label = "Undo") {
  const box = document.getElementById("toasts");
  let timer;
  const close = () => {
    clearTimeout(timer);
    note.remove();
  };
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(close, SECONDS * 1000);
  };
  const note = h(
    "div",
    { class: "toast", onpointerenter: () => clearTimeout(timer), onpointerleave: wait },
    h("span", {}, text),
    undo &&
      button(label, () => {
        close();
        undo();
      }),
    button("\u00d7", close, { "aria-label": "Close this note", class: "plain" }),
  );
  note.addEventListener("focusin", () => clearTimeout(timer));
  note.addEventListener("focusout", wait);
  while (box.children.length > 2) box.firstElementChild.remove();
  box.append(note);
  say(text);
  wait();
}

export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// Whether a key belongs to a field that somebody writes in, or to an open dialog.
export function isTyping(event) {
  const target = event.target;
  return (
    target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    target.isContentEditable === true ||
    document.querySelector("dialog[open]") !== null
  );
}
