// Where arrow keys lead between dots and the borders between them.

const TOWARDS = 0.5; // how much of a step has to go the way of the key, of 1

// How much a step from one point to another goes in a direction of length 1.
function towards(from, to, [dx, dy]) {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  return ((to.x - from.x) * dx + (to.y - from.y) * dy) / length;
}

// What lies ahead best of some points; null if nothing goes that way.
function ahead(from, points, way) {
  let best = null;
  let most = TOWARDS;
  for (const point of points) {
    const closeness = towards(from, point, way);
    if (closeness > most) [best, most] = [point, closeness];
  }
  return best;
}

const other = (edge, dot) => edge.ends.find((end) => end !== dot);

// One step from a dot or an edge of a net: `{ dot, edge }`, of which one is where the step ends; with `draw` both, the
// edge is drawn and the step ends at the dot beyond.  Null where nothing leads that way.
export function stepFrom({ dot, edge }, way, draw) {
  if (dot) {
    const beyond = ahead(dot, dot.edges.map((one) => other(one, dot)), way);
    const over = beyond && dot.edges.find((one) => other(one, dot) === beyond);
    if (!over) return null;
    return draw ? { dot: beyond, edge: over } : { dot: null, edge: over };
  }
  const [one, two] = edge.ends;
  const middle = { x: (one.x + two.x) / 2, y: (one.y + two.y) / 2 };
  const end = ahead(middle, edge.ends, way);
  if (!end) return null;
  return { dot: end, edge: draw ? edge : null };
}
