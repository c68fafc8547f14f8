"use strict";
// A large drawing made small: what it is about stays, all else is folded into its chapters.

const MOST = 24;

/** The claims, or some of them and chapters that hold the others, each with what it uses. What stays is the claim that
is asked of, what is numbered, false or has a gap in its proof, and what is in a chapter that was opened. */
function folded(some, claim, opened) {
  const wanted = (one) => opened.includes(String(one.chapter)) || one === claim || FALSE.includes(one.verdict);
  const whole = some.length <= MOST || opened.includes("all");
  const stays = (one) => whole || wanted(one) || one.name || one.gap;
  const among = new Set(some);
  const nodes = new Map();
  const at = new Map();
  const depth = new Map();
  const fold = (one, layer) => {
    const key = `${one.chapter} ${layer}`;
    if (!nodes.has(key)) nodes.set(key, { folds: [], chapter: one.chapter, layer, uses: [], printed: new Set() });
    nodes.get(key).folds.push(one);
    return nodes.get(key);
  };
  // From what is used upwards: the layer rises with each claim that is seen and each change of chapter, so that no
  // chapter comes to use what uses it; one that would is drawn in several parts.
  for (const one of [...some].sort((a, b) => a.layer - b.layer)) {
    const below = one.uses.filter((used) => among.has(used) && depth.has(used));
    const step = (used) => (stays(used) || stays(one) || used.chapter !== one.chapter ? 1 : 0);
    const layer = Math.max(0, ...below.map((used) => depth.get(used) + step(used)));
    depth.set(one, layer);
    at.set(one, stays(one) ? { ...one, layer, uses: [], printed: new Set() } : fold(one, layer));
  }
  for (const one of some) {
    const to = at.get(one);
    for (const used of one.written) if (among.has(used)) to.printed.add(at.get(used));
    const used = one.uses.filter((used) => among.has(used)).map((used) => at.get(used));
    to.uses = [...new Set([...to.uses, ...used.filter((from) => from !== to)])];
  }
  const all = [...new Set(at.values())];
  for (const { folds, uses, layer } of all.filter(({ folds }) => folds?.length === 1)) {
    Object.assign(at.get(folds[0]), folds[0], { uses, layer, folds: undefined });
  }
  return { nodes: whole ? all : reduced(all), nodeOf: (one) => at.get(one) };
}

/** The same without the lines that say no more than a longer way does. */
function reduced(nodes) {
  const below = new Map();
  for (const one of [...nodes].sort((a, b) => a.layer - b.layer)) {
    below.set(one, new Set(one.uses.flatMap((used) => [used, ...(below.get(used) ?? [])])));
  }
  const shorter = (one, used) => one.uses.some((other) => other !== used && below.get(other).has(used));
  for (const one of nodes) one.least = one.uses.filter((used) => FALSE.includes(used.verdict) || !shorter(one, used));
  for (const one of nodes) one.uses = one.least;
  return nodes;
}
