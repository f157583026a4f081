// A page as an address: rules and board, compressed, behind the `#`, which no browser sends to anybody.

const LONGEST = 200_000; // characters of an address
const MOST = 1_000_000; // bytes that it may unfold to

const through = (bytes, stream) => new Blob([bytes]).stream().pipeThrough(stream);

export async function packed({ genre, rules, board }) {
  const kept = genre ? { g: genre, b: board } : { r: rules, b: board };
  const bytes = new TextEncoder().encode(JSON.stringify(kept));
  const small = new Uint8Array(await new Response(through(bytes, new CompressionStream("deflate-raw"))).arrayBuffer());
  let text = "";
  for (const byte of small) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

// The state in an address; null if it holds none.  Throws an error for what is broken or too large.
export async function unpacked(hash) {
  const text = hash.replace(/^#\/?/, "");
  if (!text) return null;
  if (text.length > LONGEST) throw new Error("This link is too long.");
  let bytes;
  try {
    bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  } catch {
    throw new Error("This link is damaged.");
  }
  const reader = through(bytes, new DecompressionStream("deflate-raw")).getReader();
  const parts = [];
  let size = 0;
  for (;;) {
    let piece;
    try {
      piece = await reader.read();
    } catch {
      throw new Error("This link is damaged.");
    }
    if (piece.done) break;
    size += piece.value.length;
    if (size > MOST) {
      reader.cancel();
      throw new Error("This link holds too much.");
    }
    parts.push(piece.value);
  }
  let kept;
  try {
    kept = JSON.parse(await new Blob(parts).text());
  } catch {
    throw new Error("This link is damaged.");
  }
  const string = (value) => (typeof value === "string" ? value : "");
  return { genre: string(kept?.g), rules: string(kept?.r), board: string(kept?.b) };
}
