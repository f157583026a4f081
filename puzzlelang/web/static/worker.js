// Python in a worker: loads what stands beside the page, then answers one request after another.

import { loadPyodide } from "../python/pyodide.mjs";

const PACKED = PACKED_FILES; // files of Python that stand there compressed, whatever the server does itself, and in how many parts
const BLOCK = 512; // bytes of a block of an archive

const beside = (place) => new URL(`../python/${place}`, import.meta.url).href;
const plainly = self.fetch;

async function unpacked(name, type) {
  const parts = await Promise.all(Array.from({ length: PACKED[name] }, (_, at) => plainly(beside(`${name}.${at}.packed`))));
  if (!parts.every((part) => part.ok)) throw new Error(`the file ${name} is missing`);
  const body = parts.length === 1 ? parts[0].body : new Blob(await Promise.all(parts.map((part) => part.blob()))).stream();
  return new Response(body.pipeThrough(new DecompressionStream("gzip")), { headers: { "content-type": type } });
}

// What Pyodide asks for by itself comes unpacked.
self.fetch = (place, options) => {
  const name = String(place.url || place).split("/").pop();
  if (!(name in PACKED)) return plainly(place, options);
  return unpacked(name, name.endsWith(".wasm") ? "application/wasm" : "application/octet-stream");
};

// Lay the files of an archive into a folder.
function lay(files, archive, into) {
  const text = new TextDecoder();
  const field = (from, length) => text.decode(archive.subarray(from, from + length)).replace(/\0.*$/s, "");
  const folders = new Set();
  for (let at = 0; archive[at];) {
    const place = [into, field(at + 345, 155), field(at, 100)].filter(Boolean).join("/");
    const folder = place.slice(0, place.lastIndexOf("/"));
    if (!folders.has(folder)) files.mkdirTree(folder, 0o755); // what others could write to is not trusted
    folders.add(folder);
    const size = parseInt(field(at + 124, 12), 8);
    files.writeFile(place, archive.subarray(at + BLOCK, at + BLOCK + size), { canOwn: true });
    at += BLOCK * (1 + Math.ceil(size / BLOCK));
  }
}

async function begin() {
  const archive = fetch(beside("packages.tar")).then((response) => response.arrayBuffer());
  const lock = await (await fetch(beside("pyodide-lock.json"))).text();
  const python = await loadPyodide({ indexURL: beside(""), lockFileContents: lock, env: { XDG_CACHE_HOME: "/app/kept" } });
  lay(python.FS, new Uint8Array(await archive), "/app");
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
