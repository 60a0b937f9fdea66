// The page on which one plays: the map, the figures, the hand, what may be done.

import { say, toast } from "./a11y.js";
import { Board } from "./board.js";
import { button, drawing, h, replace, s } from "./dom.js";
import { Hints } from "./hints.js";
import { playKeys } from "./keys.js";
import { Pen } from "./pen.js";
import { Hand } from "./place.js";
import { Review } from "./review.js";
import { openDialog, shareDialog } from "./share.js";
import { game, mark, onChange, perform, redo, trouble, undo } from "./state.js";
import { figures, tallyTable } from "./tally.js";
import { Tracer } from "./trace.js";

export class PlayPage {
  constructor(menu) {
    this.menu = menu;
    this.board = new Board();
    this.hand = new Hand(this.board);
    this.tracer = new Tracer(this.board);
    this.pen = new Pen(this.board);
    this.hints = new Hints(this.board);
    this.review = new Review(this.board);
    this.board.onTile = (tile, event) => this.tile(tile, event);
    this.hand.onTurn = () => this.#drawHand();
    this.looking = false;
    this.top = h("div", { class: "over-board" });
    this.dock = h("div", { class: "dock" }); // on a phone what is next stands below the map
    this.narrow = matchMedia("(max-width: 860px)");
    this.narrow.addEventListener("change", () => this.element.isConnected && this.render("mode"));
    this.picture = h("div", { class: "hand-picture", title: "Drag it onto the map; a tap turns it" });
    this.handWords = h("div", { class: "hand-words" });
    this.tray = h("div", { class: "tray" }, this.picture, this.handWords);
    this.hand.attach(this.picture);
    this.tools = h("div", { class: "tools", role: "toolbar", "aria-label": "Moves" });
    this.panel = h("div", { class: "panel" });
    this.board.element.append(this.#zoom());
    this.element = h(
      "div",
      { class: "play" },
      h("div", { class: "table" }, this.top, this.board.element, this.dock, this.tools),
      h("aside", { class: "side", "aria-label": "The game" }, this.panel),
    );
    this.keys = playKeys(this);
    onChange((view, what) => this.element.isConnected && this.render(what));
  }

  enter() {
    document.addEventListener("keydown", this.keys);
    if (game.view) this.render("game");
  }

  leave() {
    document.removeEventListener("keydown", this.keys);
    this.hints.stop();
  }

  #zoom() {
    return h(
      "div",
      { class: "zoom", role: "group", "aria-label": "Zoom" },
      button("+", () => this.board.zoomBy(1.25), { "aria-label": "Larger" }),
      button("\u2212", () => this.board.zoomBy(0.8), { "aria-label": "Smaller" }),
      button("\u25a3", () => this.board.zoomBy(0), { "aria-label": "Fit the map" }),
    );
  }

  render(what) {
    const { view } = game;
    if (!view) return;
    if (what === "progress") {
      this.#progress();
      return;
    }
    if (what === "game") {
      if (this.review.on && this.review.of !== view.link) this.review.on = false;
      if (!this.review.on) {
        this.board.symbols(game.symbols);
        this.board.clear("pen", "ghost");
        this.board.explain(null);
        this.pen.show(view);
        this.hints.show(view);
        this.tracer.show(view);
        this.board.show(view);
        this.hand.show(view);
      }
    }
    keepFocus(this.element, () => {
      this.#top(view);
      this.#tools(view);
      this.#panel(view);
      this.#drawHand();
    });
  }

  #top(view) {
    const shown = this.review.on ? this.review.shown ?? view : view;
    replace(this.top, figures(shown));
  }

  // What the game waits for, in words, and the buttons for it.
  #task(view) {
    const { legal } = view;
    const parts = [];
    if (view.question) parts.push(h("p", { class: "question" }, h("b", {}, `Puzzle ${view.question.name} ${"\u2605".repeat(view.question.stars)}`), h("br"), view.question.question));
    if (view.over) parts.push(this.#end(view));
    else parts.push(h("p", { class: "standing" }, view.standing));
    if (legal.entrance) {
      parts.push(h("div", { class: "row" }, legal.entrance.map((door) =>
        button(`Door ${door.number}`, () => this.tracer.choose(door.tile), { title: door.words, "aria-label": door.words, class: "main" }),
      )));
    }
    if (legal.card) parts.push(this.#faces(legal.card));
    if (legal.place) parts.push(this.tray);
    return h("section", { class: "card task", "aria-label": "What is next" }, parts);
  }

  // One's own cards: which one was turned up.
  #faces({ what, may }) {
    const name = game.view.deck;
    return h(
      "div",
      { class: "faces", role: "group", "aria-label": `Which card is ${what}?` },
      may.flat().map((face) => {
        const { width, height, art } = game.faces[face].lies[0];
        return button(
          [s("svg", { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" }, drawing(art)), h("b", {}, face)],
          () => perform([`card ${face}`]).catch(trouble),
          { class: "face", "data-face": face, title: `${face} of ${name}` },
        );
      }),
    );
  }

  #end(view) {
    const { over, question } = view;
    const solved = question && (question.solved ? "Solved." : `Not solved: ${question.flaw}.`);
    return h(
      "div",
      { class: `end ${over.won ? "won" : "lost"}` },
      h("p", { class: "end-head" }, over.won ? `Home with ${over.points} ${over.points === 1 ? "point" : "points"}` : "Lost in the woods"),
      over.won && h("p", { class: "tier" }, h("span", { "aria-hidden": "true" }, `${"\u25cf".repeat(over.tier)}${"\u25cb".repeat(4 - over.tier)} `), `Tier ${over.tier} of 4: ${over.tierText}.`),
      !over.won && h("p", {}, `${over.ending[0].toUpperCase()}${over.ending.slice(1)}.`),
      solved && h("p", { class: "solved" }, h("b", {}, solved)),
      h(
        "div",
        { class: "row" },
        button("Review the game", () => this.review.open(), { class: "main" }),
        button("Play this deal again", () => this.menu.again()),
        button("Another deal", () => this.menu.deal(), { class: "quiet" }),
      ),
    );
  }

  // The card in hand. Its picture stays where it is, for it may be held by a finger just now.
  #drawHand() {
    const { hand } = this;
    const away = !hand.face || this.review.on;
    this.tray.toggleAttribute("hidden", away);
    if (away) return;
    const drawn = `${hand.face} ${hand.rotation} ${game.deal}`;
    if (this.drawn !== drawn) {
      this.drawn = drawn;
      const { width, height, art } = hand.lies;
      const span = Math.max(width, height);
      const box = [(width - span) / 2 - 0.2, (height - span) / 2 - 0.2, span + 0.4, span + 0.4];
      replace(this.picture, s("svg", { class: "hand-card", viewBox: box.join(" "), "aria-hidden": "true" }, drawing(art)));
    }
    const upcoming = game.view.order.slice(game.view.cards.length + 1);
    const turned = hand.rotation ? `turned ${hand.rotation}\u00b0` : "upright";
    keepFocus(this.handWords, () =>
      replace(
        this.handWords,
        h("p", {}, h("b", {}, `${hand.face}, ${turned}${hand.at ? `, at ${hand.at}` : ""}`)),
        h(
          "div",
          { class: "row" },
          button("\u21bb Turn", () => hand.turn(1), { "aria-label": "Turn the card clockwise (R)", id: "turn" }),
          button("\u21ba", () => hand.turn(-1), { "aria-label": "Turn the card back (Shift R)", id: "turn-back" }),
        ),
        h(
          "div",
          { class: "row" },
          button(hand.at ? "Lay it here" : "Show where", () => (hand.at ? hand.lay() : hand.next(1)), { id: "lay", class: "main" }),
          button("Next place", () => hand.next(1), { id: "next-place", class: "quiet" }),
        ),
        upcoming.length > 0 && h("p", { class: "quiet-text" }, `then ${upcoming.join(" ")}`),
        fold("words", "The card in words", h("p", {}, game.faces[hand.face].words)),
      ),
    );
  }

  #tools(view) {
    const trace = !this.review.on && view.legal.trace;
    const cubes = Boolean(trace && trace.cubes.length);
    replace(
      this.tools,
      button("\u21b6 Undo", undo, { id: "undo", disabled: !view.canUndo || this.review.on, title: "Ctrl+Z" }),
      button("\u21b7 Redo", redo, { id: "redo", disabled: !view.position.undone.length || this.review.on, title: "Ctrl+Shift+Z" }),
      trace && [
        button("Cube", () => this.tracer.toggleCubes(), { id: "cube", "aria-pressed": String(this.tracer.cubes), disabled: !cubes, title: "Lay cubes by clicking (C)" }),
        button("Cube ahead", () => this.tracer.ahead(), { id: "ahead", disabled: !trace.ahead.legal, title: "Lay a cube on the next tile (*)" }),
        button("Yellow cube", () => this.tracer.yellow(), { id: "yellow", disabled: !trace.yellow.legal, title: "Pay a life for a yellow cube (Y)" }),
        button("Pen", () => this.pen.toggle(), { id: "pen", "aria-pressed": String(this.pen.on), title: "Draw the whole line by hand (P)" }),
      ],
    );
  }

  #progress() {
    const bar = this.hints.progressBar() ?? this.review.progressBar();
    const place = this.panel.querySelector(".progress");
    if (place && bar) place.replaceWith(bar);
    else if (bar) this.panel.prepend(bar);
  }

  #panel(view) {
    const bar = this.hints.progressBar() ?? this.review.progressBar();
    const offer = this.pen.card();
    const next = this.review.on ? this.review.card() : [this.#task(view), offer];
    const { narrow } = this;
    replace(this.dock, narrow.matches ? next : []);
    if (this.review.on) {
      replace(this.panel, bar, narrow.matches ? [] : next, this.#tallies(this.review.shown ?? view));
      return;
    }
    replace(
      this.panel,
      bar,
      narrow.matches ? [] : next,
      this.hints.card(view),
      this.#moments(view),
      this.#tallies(view),
      this.#about(view),
    );
  }

  #tallies(view) {
    return fold("tallies", "Card by card", tallyTable(view));
  }

  // Checkpoints, which stay.
  #moments(view) {
    const { checkpoints } = view.position;
    const add = () => {
      const name = `turn ${view.card + 1}, ${view.actions.length} steps`;
      const actions = view.actions.map((one) => one.action);
      mark([...checkpoints, { name, actions }]).then(() => toast(`Checkpoint kept: ${name}`));
    };
    const drop = (index) => {
      mark(checkpoints.filter((_, other) => other !== index)).then(() => toast("Checkpoint removed.", () => mark(checkpoints)));
    };
    return fold(
      "moments",
      `Steps and checkpoints${checkpoints.length ? ` (${checkpoints.length})` : ""}`,
      h(
        "div",
        { class: "row" },
        button("Keep this moment", add, { id: "checkpoint" }),
        view.actions.length > 0 && button("Review", () => this.review.open(), { id: "review", class: "quiet" }),
      ),
      h(
        "ul",
        { class: "checkpoints" },
        checkpoints.map((checkpoint, index) =>
          h(
            "li",
            {},
            button(checkpoint.name, () => this.#return(index), { class: "link" }),
            button("\u00d7", () => drop(index), { "aria-label": `Remove the checkpoint ${checkpoint.name}`, class: "plain" }),
          ),
        ),
      ),
      h("ol", { class: "steps-list", tabindex: 0, "aria-label": "Steps" }, view.actions.map((one) => h("li", {}, one.words))),
    );
  }

  async #return(index) {
    const { view } = game;
    await mark(view.position.checkpoints, index);
    toast(`Back at ${view.position.checkpoints[index].name}.`, () => {
      const actions = view.actions.map((one) => one.action);
      const last = { name: "before", actions };
      return mark([...view.position.checkpoints, last], view.position.checkpoints.length).then(() => mark(view.position.checkpoints));
    });
  }

  #about(view) {
    const rules = Object.entries(view.rules).map(([name, word]) => `${name.replace("_", " ")}: ${word}`);
    return fold(
      "about",
      "This deal",
      h("p", {}, h("b", {}, view.deckTitle)),
      h("p", {}, view.order.join(" ")),
      view.position.stack && h("p", { class: "quiet-text" }, stackWords(view.position.stack)),
      h("p", { class: "quiet-text" }, rules.length ? rules.join(", ") : "regular rules"),
      h(
        "div",
        { class: "row" },
        button("Share and save", shareDialog, { id: "share" }),
        button("Open", openDialog, { id: "open", class: "quiet" }),
        button("Keys", () => this.menu.help(), { id: "help", class: "quiet" }),
      ),
    );
  }

  // A tile was clicked, or chosen by Enter.
  tile(tile) {
    if (this.review.on || this.pen.on) return;
    this.board.focused = tile;
    if (game.view.legal.place) {
      this.hand.bring(tile);
      return;
    }
    this.tracer.choose(tile);
  }

  look(on = !this.looking) {
    this.looking = on;
    this.board.element.classList.toggle("looking", on);
    if (on) {
      say("Looking around: arrows go from tile to tile, Enter acts there, L ends it.");
      this.board.focus();
    } else say("Arrows play again.");
  }
}

export function stackWords({ seed, preview }) {
  const seen = preview === "none" ? ", the stack face down" : "";
  return seed === null ? `your own cards, as they are turned up${seen}` : `a hidden order, seed ${seed}${seen}`;
}

const opened = { tallies: false, moments: false, about: true, words: false };

function fold(name, title, ...content) {
  return h(
    "details",
    { class: name === "words" ? "" : "card", open: opened[name], id: `fold-${name}`, ontoggle: (event) => (opened[name] = event.target.open) },
    h("summary", { id: `summary-${name}` }, title),
    content,
  );
}

// Draw again, and leave the focus where it was.
export function keepFocus(container, draw) {
  const held = document.activeElement;
  const inside = held && container.contains(held) && held !== document.body;
  const name = inside && (held.id || held.textContent);
  const tag = inside && held.tagName;
  draw();
  if (!inside || held.isConnected) return;
  const again = held.id
    ? document.getElementById(held.id)
    : [...container.querySelectorAll(tag)].find((one) => one.textContent === name);
  if (again && !again.disabled) again.focus({ preventScroll: true });
  else container.querySelector("[tabindex='0']")?.focus({ preventScroll: true });
}
