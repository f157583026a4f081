// Requests to the service: one answer, or an answer line by line.

export class Refusal extends Error {
  constructor(content) {
    super(content.message || (content.diagnostics || []).map((item) => item.message).join("\n") || "no answer");
    this.diagnostics = content.diagnostics || [];
    this.reason = content.reason || "";
  }
}

const post = (name, body, signal) =>
  fetch(`api/${name}`, {
    method: "POST", signal, headers: { "content-type": "application/json" }, body: JSON.stringify(body),
  }).catch((error) => {
    if (error.name === "AbortError") throw error;
    throw new Refusal({ message: "The service does not answer. Is it still running?", reason: "gone" });
  });

const json = (response) => response.json().catch(() => {
  throw new Refusal({ message: `The service does not answer (${response.status}).`, reason: "gone" });
});

const checked = (content) => {
  if (content.status === "refused" || content.status === "error") throw new Refusal(content);
  return content;
};

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
