// The pages, and the game that is opened first.

import { ask, onConnection } from "./api.js";
import { dialog } from "./dialog.js";
import { button, h, replace } from "./dom.js";
import { EditorPage } from "./editor.js";
import { GamesPage } from "./games.js";
import { HELP } from "./keys.js";
import { PlayPage } from "./play.js";
import { PuzzlePage } from "./puzzles.js";
import { applyLook, lookDialog } from "./settings.js";
import { SpectrumPage } from "./spectrum.js";
import { changed, game, open, trouble } from "./state.js";

applyLook();

// Each page is an object with an element, enter() and leave(); another one is a line here.
const PAGES = [
  ["play", "Play", PlayPage],
  ["games", "Games", GamesPage],
  ["puzzles", "Puzzles", PuzzlePage],
  ["spectrum", "Scores", SpectrumPage],
  ["cards", "Cards", EditorPage],
];

const made = new Map();
let current = null;

const menu = {
  go,
  help: () => dialog("Keys", h("table", { class: "keys" }, h("tbody", {}, HELP.map(([key, words]) => h("tr", {}, h("th", { scope: "row" }, h("kbd", {}, key)), h("td", {}, words)))))),
  deal: () => go("games"),
  again: () => (game.view.anew ? open("open", { text: game.view.anew, anew: true }, true).catch(trouble) : go("games")),
};

function go(name) {
  if (name === current) return;
  if (current) made.get(current).leave();
  if (!made.has(name)) {
    const [, , Page] = PAGES.find(([other]) => other === name);
    made.set(name, new Page(menu));
  }
  current = name;
  const page = made.get(name);
  replace(document.getElementById("main"), page.element);
  document.body.dataset.page = name;
  for (const tab of document.querySelectorAll("#pages button")) {
    if (tab.dataset.page === name) {
      tab.setAttribute("aria-current", "page");
      tab.scrollIntoView({ block: "nearest", inline: "nearest" });
    }
    else tab.removeAttribute("aria-current");
  }
  page.enter();
}

function header() {
  replace(
    document.getElementById("pages"),
    PAGES.map(([name, title]) => button(title, () => go(name), { "data-page": name })),
    button("View", lookDialog, { class: "quiet", id: "look" }),
  );
  document.getElementById("skip").addEventListener("click", () => {
    go("play");
    made.get("play").board.focus();
  });
}

// The game behind the # of the address, else the one the command was given, else the list.
async function first() {
  const link = location.hash.slice(1);
  history.replaceState(null, "", location.pathname + location.hash); // the token was used
  if (link === "cards") return go("cards");
  try {
    if (link) await open("open", { text: link });
    else await open("begin");
  } catch (error) {
    trouble(error);
  }
  go(game.view ? "play" : "games");
}

const SAID = {
  gone: "The board's server does not answer. Nothing is lost: the game is saved, and this address contains it.",
  locked: "The board was restarted with a new address. Open that one: the game is saved.",
};

function banner(state) {
  const box = document.getElementById("banner");
  box.hidden = state === "here";
  if (state === "here") return;
  if (box.dataset.state === state && box.firstChild) return;
  box.dataset.state = state;
  replace(box, h("p", {}, SAID[state]), state === "gone" && button("Try again", () => ask("solver").then(() => changed()).catch(() => {})));
}

async function solver() {
  const place = document.getElementById("solver");
  try {
    const found = await ask("solver");
    place.textContent = found.trouble ?? (found.ready ? "" : "the solver is loading\u2026");
    if (!found.ready) setTimeout(solver, 1000);
  } catch {
    place.textContent = "";
  }
}

addEventListener("hashchange", () => {
  const link = location.hash.slice(1);
  if (link === "cards") return go("cards");
  if (link && link !== game.view?.link) open("open", { text: link }, true).then(() => go("play")).catch(trouble);
});

onConnection(banner);
header();
first().then(solver);
