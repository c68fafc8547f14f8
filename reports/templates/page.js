"use strict";
// What holds for the whole page: parts that are unpacked when they are looked at, addresses in it, and paper.

const PLACES = { "page:claims": table(), "page:graph": graph() };
const unknown = document.querySelector(".unknown");

/** Put into a part what it holds. */
async function fill(part) {
  const { later } = part.dataset;
  if (!later) return;
  delete part.dataset.later;
  const bytes = Uint8Array.from(atob(later), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  part.insertAdjacentHTML("beforeend", await new Response(stream).text());
}

function address(place, query) {
  const said = Object.entries(query).filter(([, value]) => value);
  return said.length ? `#${place}?${new URLSearchParams(said)}` : `#${place}`;
}

async function go() {
  const [, place, query] = location.hash.match(/^#([^?]*)\??(.*)$/) ?? [, ""];
  const part = CLAIMS.get(place)?.part ?? document.getElementById(place);
  unknown.hidden = !place || Boolean(part);
  if (!unknown.hidden) return say(place);
  if (query && Object.hasOwn(PLACES, place)) PLACES[place](Object.fromEntries(new URLSearchParams(query)));
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
PLACES["page:claims"]({});
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
  PLACES["page:claims"]({ all: "yes" });
  closed = [...document.querySelectorAll("details:not([open], .aside, .chapter)")];
  for (const part of closed) part.open = true;
});
addEventListener("afterprint", () => {
  PLACES["page:claims"]({});
  for (const part of closed) part.open = false;
});
