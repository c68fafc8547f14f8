"use strict";
// A layout as an SVG element: claims as boxes that are links, uses as lines between them.

const WIDTH = 190, HEIGHT = 24, PITCH = 244, MARGIN = 16, ARROW = 24, LONGEST = 20;
const FALSE = ["refuted", "ill-formed"];

function drawing(claims, classOf, title) {
  const { items, lines, columns, height } = layout(claims, ({ uses }) => uses);
  const at = (item) => [MARGIN + item.column * PITCH, MARGIN + item.y];
  const inOrder = [...items.values()].sort((a, b) => a.column - b.column || a.y - b.y);
  const width = 2 * MARGIN + Math.max(0, columns - 1) * PITCH + WIDTH;
  const size = { width, height: 2 * MARGIN + height };
  const edges = lines.map((way) => edge(way, way.map(at)));
  const nodes = inOrder.map((item) => node(item.claim, at(item), classOf(item.claim)));
  const shown = { viewBox: `0 0 ${size.width} ${size.height}`, role: "group", "aria-label": title };
  const drawn = element("svg", shown, ...edges, ...nodes);
  return { drawn, size, placeOf: (claim) => at(items.get(claim)) };
}

function element(name, attributes, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function node(claim, [x, y], classes) {
  const made = element("g", { class: `node ${claim.verdict ?? "folds"} ${classes}`, transform: `translate(${x} ${y})` });
  made.claim = claim;
  const box = element("rect", { width: WIDTH, height: HEIGHT, rx: claim.name && !claim.folds ? HEIGHT / 2 : 4 });
  if (claim.folds) {
    const count = claim.folds.length;
    made.append(element("a", { href: claim.href, "aria-label": `${count} claims of ${claim.title}` }, box,
      element("text", { x: 13, y: 16.5 }, cut(`${claim.name}: ${count} claims`, LONGEST + 8))));
    return made;
  }
  const { id, name, anchor, verdict, mark } = claim;
  const text = element("text", { x: 24, y: 16.5 }, cut(name || id, LONGEST));
  if (name && name.length + id.length < LONGEST) text.append(element("tspan", { class: "id", dx: 6 }, id));
  made.append(element("a", { href: `#${anchor}`, "aria-label": `${name ? `${name}, ` : ""}${id}, ${verdict}` }, box,
    element("text", { class: "sign", x: 13, y: 16.5 }, mark), text));
  if (claim.uses.length) {
    const narrowed = address("page:graph", { of: anchor });
    made.append(element("a", { class: "narrow", href: narrowed, "aria-label": `all that ${id} rests on` },
      element("rect", { width: ARROW, height: HEIGHT, x: WIDTH - ARROW }),
      element("text", { x: WIDTH - ARROW / 2, y: 16.5 }, "⇤")));
  }
  return made;
}

function cut(text, longest) {
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}

/** A line from the right of what is used to the left of what uses it; one that closes a circle runs backwards. */
function edge(way, places) {
  const middle = places.map(([x, y]) => [x, y + HEIGHT / 2]);
  let path = `M${middle[0][0] + WIDTH} ${middle[0][1]}`;
  middle.slice(1).forEach(([x, y], k) => {
    const [left, height] = middle[k];
    const bend = (PITCH - WIDTH) / 2;
    path += `C${left + WIDTH + bend} ${height} ${x - bend} ${y} ${x} ${y}`;
    if (k + 2 < way.length) path += `H${x + WIDTH}`;
  });
  const back = way[0].column >= way.at(-1).column;
  const wrong = FALSE.includes(way[0].claim.verdict);
  const found = !way.at(-1).claim.printed.has(way[0].claim);
  const kinds = ["edge", back && "back", wrong && "wrong", found && "found"].filter(Boolean).join(" ");
  const made = element("path", { class: kinds, d: path });
  made.ends = [way[0].claim, way.at(-1).claim];
  return made;
}
