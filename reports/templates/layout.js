"use strict";
// Where the claims of a drawing stand: each in a column after all that it uses, in an order with few crossings.
// A use that passes over columns keeps a place free in each of them, so that its line meets no claim.
// What is not tied together is drawn one below the other.

const GAP = 34, THIN = 14, SWEEPS = 12;

function layout(claims, usesOf) {
  const columns = columnsOf(claims, usesOf);
  const count = 1 + Math.max(...columns.values());
  const items = new Map(claims.map((claim) => [claim, item(claim, columns.get(claim))]));
  const lines = claims.flatMap((claim) => usesOf(claim).map((used) => way(items.get(used), items.get(claim))));
  let height = 0;
  for (const part of parts([...new Set([...items.values(), ...lines.flat()])])) {
    settled(part, count);
    const top = Math.min(...part.map(({ y }) => y));
    for (const one of part) one.y += height - top;
    height = Math.max(...part.map(({ y }) => y)) + GAP;
  }
  return { items, lines, columns: count, height };
}

/** The column of each claim: one after the last of those it uses, then moved up to the one before its first user. */
function columnsOf(claims, usesOf) {
  const rising = [...claims].sort((a, b) => a.layer - b.layer);
  const below = (claim) => usesOf(claim).filter((used) => used.layer < claim.layer);
  const columns = new Map();
  for (const claim of rising) columns.set(claim, 1 + Math.max(-1, ...below(claim).map((used) => columns.get(used))));
  const before = new Map();
  for (const claim of rising.reverse()) {
    if (before.has(claim)) columns.set(claim, before.get(claim));
    for (const used of below(claim)) before.set(used, Math.min(before.get(used) ?? Infinity, columns.get(claim) - 1));
  }
  return columns;
}

function item(claim, column) {
  return { claim, column, before: [], after: [], y: 0 };
}

/** The items that a line passes, from what is used to what uses it, joined one to the next. */
function way(from, to) {
  const count = Math.max(0, to.column - from.column - 1);
  const between = Array.from({ length: count }, (_, k) => item(null, from.column + k + 1));
  const passed = [from, ...between, to];
  passed.slice(1).forEach((next, k) => {
    passed[k].after.push(next);
    next.before.push(passed[k]);
  });
  return passed;
}

/** The items in groups that no line joins, the largest first. */
function parts(items) {
  const seen = new Set();
  const found = [];
  for (const start of items) {
    if (seen.has(start)) continue;
    const part = new Set([start]);
    for (const one of part) for (const next of [...one.before, ...one.after]) part.add(next);
    for (const one of part) seen.add(one);
    found.push([...part]);
  }
  return found.sort((a, b) => b.length - a.length);
}

/** Give heights: each item is drawn to the mean of its neighbours, forth and back, and kept apart in its column. */
function settled(part, count) {
  const columns = Array.from({ length: count }, (_, column) => part.filter((one) => one.column === column));
  for (const column of columns) column.forEach((one, k) => (one.y = (k - column.length / 2) * GAP));
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const forth = sweep % 2 === 0;
    for (const column of forth ? columns : [...columns].reverse()) {
      const wish = new Map(column.map((one) => [one, mean(forth ? one.before : one.after, one.y)]));
      for (const one of column) one.y = wish.get(one);
      column.sort((a, b) => a.y - b.y);
      spaced(column);
    }
  }
}

function mean(items, otherwise) {
  return items.length ? items.reduce((sum, { y }) => sum + y, 0) / items.length : otherwise;
}

/** Move the items of a column apart as far as each needs, and the whole back to where it was on average. */
function spaced(column) {
  const wished = column.map(({ y }) => y);
  column.forEach((one, k) => {
    if (k) one.y = Math.max(one.y, column[k - 1].y + (room(column[k - 1]) + room(one)) / 2);
  });
  const shift = column.reduce((sum, { y }, k) => sum + y - wished[k], 0) / column.length;
  for (const one of column) one.y -= shift;
}

function room({ claim }) {
  return claim ? GAP : THIN;
}
