// Keys of the page on which one plays. No single key gives anything away.

import { isTyping } from "./a11y.js";
import { game, redo, undo } from "./state.js";

const HEADINGS = { ArrowUp: "N", ArrowRight: "E", ArrowDown: "S", ArrowLeft: "W" };

export const HELP = [
  ["1 to 9", "enter by that door, at the beginning"],
  ["Arrows", "move the wall card by a tile; while tracing: slide that way, or go into the door there"],
  ["Shift + arrow", "while tracing: one tile only"],
  ["R, Shift + R", "turn the card"],
  ["N, Shift + N", "next legal place"],
  ["Enter", "lay the card; on a tile: act there"],
  ["Escape", "put the card back, end a mode"],
  ["* or A", "lay a cube ahead"],
  ["C", "lay cubes by clicking, or with L and Enter"],
  ["Y", "pay a life for a yellow cube"],
  ["P", "the pen: draw a whole line by hand"],
  ["L", "look around: arrows go from tile to tile"],
  ["Ctrl + Z, Ctrl + Shift + Z", "undo, redo, without end"],
  ["+, \u2212, 0", "zoom, fit the map"],
  ["\u2190 \u2192 Home End", "in a review: step by step, to its ends"],
];

export function playKeys(page) {
  return (event) => {
    if (isTyping(event) && !(page.review.on && event.target.id === "review-slider")) return;
    if (!game.view || event.altKey) return;
    if (handle(page, event)) event.preventDefault();
  };
}

function handle(page, event) {
  const { board, hand, tracer, pen, review } = page;
  if (event.ctrlKey || event.metaKey) return !review.on && history(event);
  if (review.on) return review.key(event);
  const heading = HEADINGS[event.key];
  const onButton = event.target instanceof HTMLButtonElement || event.target.tagName === "SUMMARY";
  if (heading) return arrow(page, heading, event.shiftKey);
  if (event.key === "Enter" && !onButton) return enter(page, event);
  switch (event.key) {
    case "r": hand.turn(1); return Boolean(hand.face);
    case "R": hand.turn(-1); return Boolean(hand.face);
    case "n": hand.next(1); return Boolean(hand.face);
    case "N": hand.next(-1); return Boolean(hand.face);
    case "*": case "a": case "A": tracer.ahead(); return true;
    case "y": case "Y": tracer.yellow(); return true;
    case "c": case "C":
      if (game.view.legal.trace?.cubes.length) tracer.toggleCubes();
      return true;
    case "p": case "P": pen.toggle(); return true;
    case "l": case "L": page.look(); return true;
    case "+": case "=": board.zoomBy(1.25); return true;
    case "-": board.zoomBy(0.8); return true;
    case "0": board.zoomBy(0); return true;
    case "Escape": return escape(page);
    default: return door(event.key, page);
  }
}

function history(event) {
  const key = event.key.toLowerCase();
  if (key === "z" && !event.shiftKey) undo();
  else if (key === "y" || key === "z") redo();
  else return false;
  return true;
}

function arrow(page, heading, short) {
  const { legal } = game.view;
  if (page.looking || legal.entrance) page.board.look(heading);
  else if (legal.place) page.hand.move(heading);
  else if (legal.trace) page.tracer.arrow(heading, short);
  else page.board.look(heading);
  return true;
}

function enter(page, event) {
  const { legal } = game.view;
  if (legal.place && !page.looking) page.hand.lay();
  else if (event.target.dataset?.tile) page.tile(event.target.dataset.tile.split(",").map(Number));
  else return false;
  return true;
}

function escape(page) {
  if (page.pen.on) page.pen.toggle(false);
  else if (page.tracer.cubes) page.tracer.toggleCubes(false);
  else if (page.looking) page.look(false);
  else if (!page.hand.putBack()) page.tracer.calm();
  return true;
}

function door(key, page) {
  const found = game.view.legal.entrance?.find((one) => String(one.number) === key);
  if (found) page.tracer.choose(found.tile);
  return Boolean(found);
}
