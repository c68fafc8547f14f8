"use strict";
// What holds for the whole page: addresses in it that carry a query, and paper, on which what is folded is open.

const PLACES = { "page:claims": table(), "page:graph": graph() };

function address(place, query) {
  const said = Object.entries(query).filter(([, value]) => value);
  return said.length ? `#${place}?${new URLSearchParams(said)}` : `#${place}`;
}

function go() {
  const mark = location.hash.indexOf("?");
  const place = location.hash.slice(1, mark);
  if (mark < 0 || !Object.hasOwn(PLACES, place)) return;
  PLACES[place](Object.fromEntries(new URLSearchParams(location.hash.slice(mark + 1))));
  document.getElementById(place).scrollIntoView();
}

for (const part of document.querySelectorAll("[data-scripted]")) part.hidden = false;
for (const show of Object.values(PLACES)) show({});
addEventListener("hashchange", go);
go();

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-verdict], a[data-narrow]");
  if (!link) return;
  event.preventDefault();
  const { verdict, narrow } = link.dataset;
  location.hash = verdict ? address("page:claims", { verdict }) : address("page:graph", { of: narrow });
});

let folded = [];
addEventListener("beforeprint", () => {
  folded = [...document.querySelectorAll("details:not([open], .aside)")];
  for (const part of folded) part.open = true;
});
addEventListener("afterprint", () => {
  for (const part of folded) part.open = false;
});
