// Dialogs: the browser's own, which keep the focus inside and close with Escape.

import { button, h } from "./dom.js";

let number = 0;

export function dialog(title, ...content) {
  number += 1;
  const id = `dialog-${number}`;
  const before = document.activeElement;
  const close = () => box.close();
  const box = h(
    "dialog",
    { "aria-labelledby": id },
    h("div", { class: "dialog-head" }, h("h2", { id }, title), button("\u00d7", close, { "aria-label": "Close", class: "plain" })),
    content,
  );
  box.addEventListener("close", () => {
    box.remove();
    before?.focus?.();
  });
  box.addEventListener("click", (event) => {
    if (event.target === box) box.close(); // beside it
  });
  document.body.append(box);
  box.showModal();
  return box;
}
