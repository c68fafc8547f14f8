"use strict";
// What holds for the whole page: parts that are unpacked when they are looked at, addresses in it, and paper.

const PLACES = { "page:claims": table(), "page:graph": graph() }; // shown when they are looked at, or asked of
const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%.()*+-;,=:?@^_`{|}~";
const unknown = document.querySelector(".unknown");
let last = {}; // the claim come to last that rests on others: the graph opens with it

/** Put into a part what it holds: what is packed, or what stands in it as it is without scripts. */
async function fill(part) {
  unfold(part);
  const { later } = part.dataset;
  if (!later) return;
  delete part.dataset.later;
  const stream = new Blob([bytes(later)]).stream().pipeThrough(new DecompressionStream("deflate"));
  part.insertAdjacentHTML("beforeend", await new Response(stream).text());
}

/** The bytes that a text has in digits to the base 85, five for four; the last ones may be fewer. */
function bytes(text) {
  const found = new DataView(new ArrayBuffer(4 * Math.ceil(text.length / 5)));
  for (let k = 0; k < text.length; k += 5) {
    const digits = [...text.slice(k, k + 5).padEnd(5, "~")].map((digit) => DIGITS.indexOf(digit));
    found.setUint32((4 * k) / 5, digits.reduce((sum, digit) => 85 * sum + digit));
  }
  return found.buffer.slice(0, Math.floor((4 * text.length) / 5));
}

function unfold(part) {
  const kept = part.querySelector(":scope.finding > noscript");
  if (kept) kept.outerHTML = kept.textContent;
}

function show(place, query) {
  PLACES[place](place === "page:graph" && !Object.keys(query).length ? last : query);
  near.unobserve(document.getElementById(place));
}

function address(place, query) {
  const said = Object.entries(query).filter(([, value]) => value);
  return said.length ? `#${place}?${new URLSearchParams(said)}` : `#${place}`;
}

async function go() {
  const [, place, query] = location.hash.match(/^#([^?]*)\??(.*)$/) ?? [, ""];
  const [, , , chapter, , uses] = DATA.claims.find(([id, anchor]) => place === (anchor || id)) ?? [];
  const part = document.getElementById(chapter === undefined ? place : `page:${chapter + 1}`);
  unknown.hidden = !place || Boolean(part);
  if (!unknown.hidden) return say(place);
  if (uses?.length) last = { of: place };
  if (Object.hasOwn(PLACES, place) && (query || place === "page:graph")) {
    show(place, Object.fromEntries(new URLSearchParams(query)));
  }
  if (part?.matches("details")) {
    part.open = true;
    await fill(part);
  }
  document.querySelector(".reached")?.classList.remove("reached");
  const reached = place && document.getElementById(place);
  if (!reached) return;
  reached.classList.add("reached");
  reached.scrollIntoView();
}

function say(place) {
  unknown.firstElementChild.textContent = place;
  unknown.lastElementChild.href = address("page:claims", { q: place });
  unknown.scrollIntoView();
}

for (const part of document.querySelectorAll("[data-scripted]")) part.hidden = false;
const near = new IntersectionObserver(
  (places) => places.forEach(({ isIntersecting, target }) => isIntersecting && show(target.id, {})),
  { rootMargin: "50%" },
);
for (const place of Object.keys(PLACES).map((id) => document.getElementById(id))) if (place) near.observe(place);
addEventListener("hashchange", go);
addEventListener("toggle", ({ target }) => target.open && fill(target), true);
go();

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-verdict], a[data-narrow]");
  if (!link) return;
  event.preventDefault();
  const { verdict, narrow } = link.dataset;
  location.hash = verdict ? address("page:claims", { verdict }) : address("page:graph", { of: narrow });
});

let closed = [];
addEventListener("beforeprint", () => {
  show("page:claims", { all: "yes" });
  closed = [...document.querySelectorAll("details:not([open], .aside, .chapter)")];
  for (const part of closed) {
    unfold(part);
    part.open = true;
  }
});
addEventListener("afterprint", () => {
  show("page:claims", {});
  for (const part of closed) part.open = false;
});
