// Python in a worker: loads what stands beside the page, then answers one request after another.

import { loadPyodide } from "../python/pyodide.mjs";

const beside = (place) => new URL(`../python/${place}`, import.meta.url).href;

async function begin() {
  const bytes = async (place) => new Uint8Array(await (await fetch(beside(place))).arrayBuffer());
  const { packages } = await (await fetch(beside("packages.json"))).json();
  const archives = Promise.all([...packages.map(bytes), bytes("puzzlelang.zip")]);
  const python = await loadPyodide({ indexURL: beside("") });
  const found = await archives;
  const own = found.pop();
  for (const wheel of found) python.unpackArchive(wheel, "wheel");
  python.unpackArchive(own, "zip", { extractDir: "/app" });
  python.runPython("import sys; sys.path.insert(0, '/app')");
  return python.runPython("from puzzlelang.web.browser import BrowserDesk; BrowserDesk()");
}

const ready = begin();
ready.then(() => postMessage({ begun: true }), () => {});
ready.catch((error) => postMessage({ broken: `Python did not start in this browser: ${error.message}` }));

let last = Promise.resolve();

addEventListener("message", ({ data: { name, body } }) => {
  last = last.then(async () => {
    const desk = await ready;
    try {
      desk.answer(name, body, (line, end, status) => postMessage({ line, last: end, status }));
    } catch (error) {
      postMessage({ broken: `Python failed in this browser: ${String(error.message).trim().split("\n").pop()}` });
    }
  });
});
