// The page of games: continue with one, deal a new one, open one.

import { toast } from "./a11y.js";
import { ask } from "./api.js";
import { button, h, replace } from "./dom.js";
import { openDialog } from "./share.js";
import { open, trouble } from "./state.js";

const KINDS = [
  ["known", "a known order"],
  ["hidden", "a hidden order, turned up card by card"],
  ["own", "my own cards, as I turn them up"],
];

export class GamesPage {
  constructor(menu) {
    this.menu = menu;
    this.element = h("div", { class: "list-page" });
  }

  async enter() {
    try {
      const [{ games }, choices] = await Promise.all([ask("list_games"), ask("choices")]);
      this.#draw(games, choices);
    } catch (error) {
      trouble(error);
    }
  }

  leave() {}

  #draw(games, choices) {
    const going = games.filter((game) => !game.finished);
    const over = games.filter((game) => game.finished);
    const [last] = going;
    replace(
      this.element,
      last && h(
        "section",
        { class: "hero" },
        h("h2", {}, "Continue"),
        h("p", {}, title(last), h("br"), h("span", { class: "quiet-text" }, progress(last))),
        h("div", { class: "row" }, button("Continue this game", () => this.#open(last), { class: "main", id: "go-on" })),
      ),
      this.#deal(choices),
      list("Games begun", going, (game) => this.#row(game)),
      list("Finished games", over, (game) => this.#row(game)),
      h("p", { class: "quiet-text" }, "Games are saved on this machine after every step; 'bolets play' uses the same ones."),
    );
  }

  #deal(choices) {
    const deck = h("select", { id: "deal-deck" }, choices.decks.map((one) => h("option", { value: one.name, selected: one.name === choices.default }, one.title)));
    const switches = Object.entries(choices.switches).map(([name, words]) => [
      name,
      h("select", { id: `deal-${name}` }, words.map((word) => h("option", { value: word, selected: name === "difficulty" && word === "regular" }, word))),
    ]);
    const field = ([name, select]) => h("div", { class: "field" }, h("label", { for: `deal-${name}` }, name.replace("_", " ")), select);
    const seed = h("input", { id: "deal-seed", inputmode: "numeric", placeholder: "any" });
    const preview = h("select", { id: "deal-preview" }, h("option", { value: "top" }, "its top card is visible"), h("option", { value: "none" }, "face down"));
    const look = h("select", { id: "deal-look" }, h("option", { value: "wall" }, "the first wall card is visible"), h("option", { value: "none" }, "only the first card is visible"));
    const seen = h("div", { class: "fields", hidden: true },
      h("div", { class: "field", id: "seed-field" }, h("label", { for: "deal-seed" }, "seed"), seed),
      h("div", { class: "field" }, h("label", { for: "deal-preview" }, "the stack"), preview),
      h("div", { class: "field" }, h("label", { for: "deal-look" }, "before you enter"), look));
    let kind = "known";
    const choose = (name) => {
      kind = name;
      seen.hidden = name === "known";
      seen.firstChild.hidden = name !== "hidden";
      start.textContent = name === "own" ? "Begin" : "Deal";
    };
    const kinds = h("fieldset", { class: "kinds" }, h("legend", {}, "Cards"), KINDS.map(([name, words]) =>
      h("label", { class: "choice" }, h("input", { type: "radio", name: "cards", value: name, id: `cards-${name}`, checked: name === kind, onchange: () => choose(name) }), words)));
    const stack = () => {
      const sight = { preview: preview.value, firstLook: look.value };
      if (kind === "own") return sight;
      const typed = seed.value.trim();
      return { ...sight, seed: typed ? (/^-?\d+$/.test(typed) ? Number(typed) : typed) : null };
    };
    const go = async () => {
      const rules = Object.fromEntries(switches.map(([name, select]) => [name, select.value]));
      try {
        await open("deal", { deck: deck.value, rules, ...(kind !== "known" && { stack: stack() }) }, true);
        this.menu.go("play");
      } catch (error) {
        trouble(error);
      }
    };
    const start = button("Deal", go, { class: "main", id: "deal" });
    return h(
      "section",
      { class: "card" },
      h("h2", {}, "New game"),
      kinds,
      seen,
      h("div", { class: "fields" }, field(["deck", deck]), field(switches[0])),
      h("details", {}, h("summary", {}, "Other readings of the rules"), h("div", { class: "fields" }, switches.slice(1).map(field))),
      h("div", { class: "row" }, start, button("Open a link, code or record", openDialog, { class: "quiet", id: "open-game" })),
    );
  }

  #row(game) {
    return h(
      "li",
      { class: "game-row" },
      button([h("b", {}, title(game)), h("span", {}, progress(game))], () => this.#open(game), { class: "game-open" }),
      button("Remove", () => this.#forget(game), { class: "quiet", "aria-label": `Remove the game ${title(game)}` }),
    );
  }

  async #open(game) {
    try {
      await open("kept", { place: game.place }, true);
      this.menu.go("play");
    } catch (error) {
      trouble(error);
    }
  }

  async #forget(game) {
    try {
      const { text } = await ask("forget", { place: game.place });
      await this.enter();
      toast(`Removed: ${title(game)}`, async () => {
        await ask("bring_back", { place: game.place, text });
        await this.enter();
      });
    } catch (error) {
      trouble(error);
    }
  }
}

const title = (game) => (game.puzzle ? `Puzzle ${game.puzzle}` : `${game.deck}: ${game.order.join(" ")}${game.stack ? (game.stack.seed === null ? ", own cards" : `, hidden, seed ${game.stack.seed}`) : ""}`);

function progress(game) {
  const when = new Date(game.when * 1000).toLocaleString("en", { dateStyle: "medium", timeStyle: "short" });
  const state = game.finished ? (game.won ? `won, ${game.points} points` : "lost") : `turn ${Math.min(game.turns + 1, game.of)} of ${game.of}, ${game.points} points`;
  return `${state}, ${when}`;
}

function list(name, games, row) {
  return games.length > 0 && h("section", {}, h("h2", {}, name), h("ul", { class: "games" }, games.map(row)));
}
