// Run by Node.js where a site is written: Python for the browser compiles what it will read there, so that no visitor waits for that.
//
// node compile.mjs FOLDER: the folder has the files of Pyodide, `bytecode.py`, and `packages.tar`; the compiled archives are written to `FOLDER/compiled`.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
// What the program keeps for its next start lies in the archive too; the same bytes are written each time.
const python = await loadPyodide({ indexURL: `${folder}/`, env: { XDG_CACHE_HOME: "/app/kept", PYTHONHASHSEED: "0" } });

for (const name of ["bytecode.py", "packages.tar", "python_stdlib.zip"]) python.FS.writeFile(`/tmp/${name}`, new Uint8Array(readFileSync(`${folder}/${name}`)));
const script = `
import sys, warnings
warnings.simplefilter("ignore") # what packages of others are warned of
sys.path.insert(0, "/tmp")
import tarfile
from pathlib import Path
import bytecode

written = bytecode.compiled_tar(Path("/tmp/packages.tar").read_bytes())
Path("/tmp/compiled.tar").write_bytes(written)
with tarfile.open("/tmp/compiled.tar") as archive:
    archive.extractall("/app", filter="data")
sys.path.insert(0, "/app")
from puzzlelang.web.browser import BrowserDesk
BrowserDesk()
with tarfile.open("/tmp/compiled.tar", "a", format=tarfile.USTAR_FORMAT) as archive:
    for path in sorted(path for path in Path("/app/kept").rglob("*") if path.is_file()):
        bytecode.add(archive, str(path.relative_to("/app")), path.read_bytes())
Path("/tmp/compiled.zip").write_bytes(bytecode.compiled_zip(Path("/tmp/python_stdlib.zip").read_bytes(), set(sys.modules)))
`;
try {
  python.runPython(script);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
mkdirSync(`${folder}/compiled`);
for (const [from, to] of [["compiled.tar", "packages.tar"], ["compiled.zip", "python_stdlib.zip"]]) writeFileSync(`${folder}/compiled/${to}`, python.FS.readFile(`/tmp/${from}`));
