// Requests to the service: one answer, or an answer line by line.

import { send as sent } from "./transport.js";

export class Refusal extends Error {
  constructor(content) {
    super(content.message || (content.diagnostics || []).map((item) => item.message).join("\n") || "no answer");
    this.diagnostics = content.diagnostics || [];
    this.reason = content.reason || "";
  }
}

const PATIENCE = 300_000; // milliseconds after which a refusal counts

let waiting = 0;
let said = () => {};

// `listener` hears why requests wait, and "" when none does any more.
export function whileWaiting(listener) { said = listener; }

const pause = (time, signal) => new Promise((done, failed) => {
  const stop = () => { clearTimeout(timer); failed(new DOMException("stopped", "AbortError")); };
  const timer = setTimeout(() => { signal?.removeEventListener("abort", stop); done(); }, time);
  signal?.addEventListener("abort", stop, { once: true });
});

const send = (name, options) => sent(name, options).catch((error) => {
  if (error.name === "AbortError") throw error;
  throw new Refusal({ message: "The service does not answer. Is it still running?", reason: "gone" });
});

const RETRY = 2; // seconds after which a service that cannot be reached is asked again

// The response as soon as there is a connection.
async function reached(name, options, begun) {
  for (;;) {
    try {
      return await send(name, options);
    } catch (error) {
      if (error.reason !== "gone" || performance.now() - begun > PATIENCE) throw error;
      await later(error.message, options.signal);
    }
  }
}

// Say why a request waits, for so many seconds.
async function wait(why, seconds, signal) {
  waiting += 1;
  said(why);
  try {
    await pause(1000 * seconds, signal);
  } finally {
    waiting -= 1;
    if (!waiting) said("");
  }
}

// Wait for a service that cannot be reached.
export const later = (message, signal) => wait(`${message} What you do now is done when it answers.`, RETRY, signal);

// The response; where the service says when to ask again, that of a later try.
async function patient(name, options = {}) {
  const begun = performance.now();
  for (;;) {
    const response = await reached(name, options, begun);
    const again = [429, 503].includes(response.status) ? Number(response.headers.get("retry-after")) : 0;
    if (!again || performance.now() - begun > PATIENCE) return response;
    const { message } = await response.json().catch(() => ({}));
    const why = `The service is busy${message ? `: ${message}` : ""}. Asking again in a moment…`;
    await wait(why, again * (1 + Math.random()), options.signal); // not all at the same moment
  }
}

const post = (name, body, signal) => patient(name, {
  method: "POST", signal, headers: { "content-type": "application/json" }, body: JSON.stringify(body),
});

const json = (response) => response.json().catch(() => {
  throw new Refusal({ message: `The service does not answer (${response.status}).`, reason: "gone" });
});

const checked = (content) => {
  if (content.status === "refused" || content.status === "error") throw new Refusal(content);
  return content;
};

// What is the same for everybody, which the browser keeps.
export async function get(name) {
  return checked(await json(await patient(name)));
}

// The answer to a request that is answered at once.
export async function ask(name, body, signal) {
  const response = await post(name, body, signal);
  return checked(await json(response));
}

// The last line of the answer to a question; `see` gets those before it.
export async function stream(name, body, see, signal) {
  const response = await post(name, body, signal);
  if (!response.ok) throw new Refusal(await json(response));
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  let last = null;
  for (;;) {
    const { done, value } = await reader.read();
    const lines = (rest + (value || "")).split("\n");
    rest = lines.pop();
    for (const line of lines.filter(Boolean)) {
      last = checked(JSON.parse(line));
      if (last.kind !== "result") see(last);
    }
    if (done) break;
  }
  if (last === null || last.kind !== "result") throw new Refusal({ message: "The answer broke off; ask again.", reason: "died" });
  return last;
}
