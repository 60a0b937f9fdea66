// How the page looks: kept in the browser, since it is about this screen and not about a game.

import { dialog } from "./dialog.js";
import { h } from "./dom.js";

const NAME = "bolets-look";
const CHOICES = {
  theme: [["auto", "as the system"], ["light", "light"], ["dark", "dark"]],
  ways: [["on", "shown"], ["off", "hidden"]],
};
const TITLES = { theme: "Colours", ways: "Legal ways on the map" };

function read() {
  try {
    return { theme: "auto", ways: "on", ...JSON.parse(localStorage.getItem(NAME)) };
  } catch {
    return { theme: "auto", ways: "on" };
  }
}

const DARK = matchMedia("(prefers-color-scheme: dark)");
DARK.addEventListener("change", () => applyLook());

export function applyLook(look = read()) {
  const theme = look.theme === "auto" ? (DARK.matches ? "dark" : "light") : look.theme;
  Object.assign(document.documentElement.dataset, { ...look, theme });
}

export function lookDialog() {
  const look = read();
  const choose = (name, word) => {
    look[name] = word;
    try {
      localStorage.setItem(NAME, JSON.stringify(look));
    } catch {
      // a browser that keeps nothing shows it until the page is left
    }
    applyLook(look);
  };
  dialog(
    "View",
    Object.entries(CHOICES).map(([name, words]) =>
      h(
        "fieldset",
        {},
        h("legend", {}, TITLES[name]),
        words.map(([word, label]) =>
          h("label", { class: "choice" }, h("input", { type: "radio", name, value: word, checked: look[name] === word, onchange: () => choose(name, word) }), label),
        ),
      ),
    ),
  );
}
