// Asking the server. What goes wrong is one of two things: the server says no (Refused), or it
// does not answer (Gone). In both cases nothing is lost: the game is in the page.

export class Refused extends Error {}
export class Gone extends Error {}

const watchers = new Set();

export function onConnection(watch) {
  watchers.add(watch);
}

function connected(state) {
  for (const watch of watchers) watch(state);
}

function request(name, body, signal) {
  return post(name, "application/json", JSON.stringify(body ?? {}), signal);
}

async function post(name, type, body, signal) {
  let answer;
  try {
    answer = await fetch(`/api/${name}`, {
      method: "POST",
      headers: { "content-type": type },
      body,
      credentials: "same-origin",
      signal,
    });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    connected("gone");
    throw new Gone("The board's server does not answer.");
  }
  if (answer.status === 403) {
    connected("locked");
    throw new Gone("The board was restarted: open the address that it printed.");
  }
  connected("here");
  if (!answer.ok) throw new Refused(await words(answer));
  return answer;
}

async function words(answer) {
  const text = await answer.text();
  try {
    return JSON.parse(text).error.join("\n");
  } catch {
    return text || `the server answered ${answer.status}`;
  }
}

export async function ask(name, body, signal) {
  return (await request(name, body, signal)).json();
}

// Send a file as it is.
export async function send(name, file) {
  return (await post(name, "application/octet-stream", file)).json();
}

export async function file(name, body) {
  return (await request(name, body)).arrayBuffer();
}

// Ask what takes long: `report` gets its progress; leaving (the signal) ends the work.
export async function follow(name, body, report, signal) {
  const answer = await request(name, body, signal);
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    let part;
    try {
      part = await reader.read();
    } catch (error) {
      if (error.name === "AbortError") throw error;
      connected("gone");
      throw new Gone("The connection was lost while the solver was at work.");
    }
    if (part.done) break;
    text += part.value;
    let end;
    while ((end = text.indexOf("\n\n")) >= 0) {
      const event = /^event: (\w+)\ndata: (.*)$/.exec(text.slice(0, end));
      text = text.slice(end + 2);
      if (!event) continue;
      const value = JSON.parse(event[2]);
      if (event[1] === "result") return value;
      if (event[1] === "error") throw new Refused(value.error.join("\n"));
      report(value);
    }
  }
  connected("gone");
  throw new Gone("The connection was lost while the solver was at work.");
}
