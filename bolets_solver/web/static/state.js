// The game in the page: where it stands, as the server sent it last. Requests are made one after
// the other, so that fast keys are heard in their order.

import { say, toast } from "./a11y.js";
import { ask, Gone, Refused } from "./api.js";

export const game = {
  view: null,
  kept: null,
  faces: {},
  symbols: "",
  deal: null, // the faces of the deal
};

const watchers = new Set();
let line = Promise.resolve();

export function onChange(watch) {
  watchers.add(watch);
}

export function changed(what = "game") {
  for (const watch of watchers) watch(game.view, what);
}

// Do things in their order; failures are reported, and the next thing is done.
export function inLine(work) {
  const done = line.then(work);
  line = done.catch(() => {});
  return done;
}

export function trouble(error) {
  if (error.name === "AbortError") return;
  if (error instanceof Gone) return; // the banner says so
  if (!(error instanceof Refused)) console.error(error);
  toast(error.message);
}

// Take over what the server answered.
export async function take(answer, quiet = false) {
  if (!answer.view) return answer;
  const deal = JSON.stringify([answer.view.deck, answer.view.position.stack ? "any" : answer.view.order]);
  if (deal !== game.deal) {
    const art = await ask("deck", { position: answer.view.position });
    game.faces = art.faces;
    game.symbols = art.symbols;
    game.deal = deal;
  }
  game.view = answer.view;
  if (answer.kept !== undefined) {
    if (answer.kept?.warning && answer.kept.warning !== game.kept?.warning) toast(answer.kept.warning);
    game.kept = answer.kept;
  }
  linkHere();
  changed();
  if (!quiet) {
    const text = [answer.view.said, answer.view.standing].filter(Boolean).join(". ");
    say(answer.violation ? answer.violation.message : text);
  }
  return answer;
}

// The address of the page contains the game, so that it can be copied, saved and reloaded.
function linkHere() {
  const address = new URL(location.href);
  address.search = "";
  address.hash = game.view.link ?? "";
  if (address.href !== location.href) history.replaceState(null, "", address.href);
}

const here = () => ({ position: game.view.position, kept: game.kept });

export function perform(actions, more = {}) {
  return inLine(async () => take(await ask("do", { ...here(), actions, ...more })));
}

// See what would come of actions, without doing them.
export async function attempt(position, actions) {
  return ask("do", { position, actions, try: true });
}

export function undo() {
  return inLine(async () => take(await ask("undo", here()))).catch(trouble);
}

export function redo() {
  return inLine(async () => take(await ask("redo", here()))).catch(trouble);
}

export function goTo(to) {
  return inLine(async () => take(await ask("undo", { ...here(), to }))).catch(trouble);
}

export function mark(checkpoints, go) {
  return inLine(async () => {
    const position = { ...game.view.position, checkpoints };
    return take(await ask("mark", { position, kept: game.kept, go }));
  }).catch(trouble);
}

// Open another game; a note brings the one before back.
export function open(name, body, note) {
  return inLine(async () => {
    const before = game.view && { view: game.view, kept: game.kept };
    const answer = await ask(name, body);
    if (!answer.view) return answer;
    await take(answer);
    const begun = before && before.view.actions.length > before.view.position.floor;
    if (note && begun) toast(note, () => inLine(() => take(before)).catch(trouble), "Back to the other game");
    return answer;
  });
}

// Show a game that is not one's own move: a moment of a review.
export async function moment(at) {
  return (await ask("look", { position: game.view.position, at })).view;
}
