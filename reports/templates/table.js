"use strict";
// One table of all claims: filtered by its controls, sorted by its heads, the state kept in the address.

const DATA = JSON.parse(document.getElementById("page:data").textContent);
const ROWS = new Map(); // the row of each claim, by its anchor

/** The rows, which stand in the chapters as they are without scripts, and are read when they are first asked for. */
function rowOf(anchor) {
  const held = document.createElement("template");
  for (const { dataset, firstElementChild } of ROWS.size ? [] : document.querySelectorAll(".chapter")) {
    held.innerHTML = firstElementChild.nextElementSibling.textContent;
    for (const row of held.content.querySelectorAll("tbody tr")) {
      ROWS.set(row.id, Object.assign(row, { of: dataset }));
      row.removeAttribute("id");
    }
  }
  return ROWS.get(anchor);
}

function table() {
  const FIRST = 40;
  const COLUMNS = ["id", "verdict", "statement", "where", "share", "mutants", "informative", "level"];
  const NAMES = "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho".split(" ");
  const GREEK = Object.fromEntries(NAMES.map((name, at) => [name, String.fromCharCode(945 + at)]));
  Object.assign(GREEK, { sigma: "σ", tau: "τ", phi: "φ", chi: "χ", psi: "ψ", omega: "ω" });
  const ORDER = new Intl.Collator("en", { numeric: true });
  const place = document.getElementById("page:claims");
  const whole = place.querySelector("table");
  const controls = [...place.querySelectorAll("[name]")];
  const heads = [...whole.tHead.rows[0].cells];
  const verdicts = [...place.querySelector("[name=verdict]").options].map((option) => option.value);
  let rows, state;

  function read(row) {
    const texts = [...row.cells].map((cell) => cell.textContent.trim());
    const { kind, words: fault } = row.dataset;
    const { source, chapter, words } = row.of;
    const said = plain([...texts, fault, kind, chapter, words].join(" "));
    return { row, texts, words: said, verdict: texts[1], source, chapter, kind };
  }

  function plain(text) {
    return text.toLowerCase().replace(/[a-z]+/g, (word) => GREEK[word] ?? word).replace(/[_{}^\\]/g, "");
  }

  function matches(row) {
    const chosen = ["verdict", "source", "chapter", "kind"].every((name) => !state[name] || row[name] === state[name]);
    return chosen && (state.q ?? "").toLowerCase().split(/\s+/).every((word) => row.words.includes(plain(word)));
  }

  function compared(column, sign) {
    const value = {
      verdict: (row) => verdicts.indexOf(row.verdict),
      share: (row) => parseFloat(row.texts[4]),
      informative: (row) => parseFloat(row.texts[6]),
      mutants: (row) => row.texts[5].split("/").reduce((killed, of) => killed / of),
    }[column];
    if (!value) {
      const at = COLUMNS.indexOf(column);
      return (a, b) => sign * ORDER.compare(a.texts[at], b.texts[at]);
    }
    const missing = (row) => Number(Number.isNaN(Number(value(row))));
    return (a, b) => missing(a) - missing(b) || (missing(a) ? 0 : sign * (value(a) - value(b)));
  }

  function show(query) {
    rowOf();
    rows ??= [...ROWS.values()].map(read);
    state = query;
    for (const control of controls) control.value = state[control.name] ?? "";
    const sign = state.sort?.startsWith("-") ? -1 : 1;
    const column = state.sort?.replace("-", "");
    const order = COLUMNS.includes(column) ? compared(column, sign) : () => 0;
    const found = rows.filter(matches).sort(order);
    whole.tBodies[0].replaceChildren(...found.slice(0, state.all ? found.length : FIRST).map(({ row }) => row));
    heads.forEach((head, at) => {
      if (COLUMNS[at] === column) head.ariaSort = sign > 0 ? "ascending" : "descending";
      else head.removeAttribute("aria-sort");
    });
    place.querySelector("[role=status]").textContent = `${found.length} of ${rows.length} claims`;
    more.hidden = state.all || found.length <= FIRST;
    more.textContent = `Show all ${found.length}`;
  }

  function become(query) {
    show(query);
    history.replaceState(null, "", address("page:claims", query));
  }

  const more = place.querySelector("button.more");
  more.addEventListener("click", () => become({ ...state, all: "yes" }));
  place.querySelector("button.clear").addEventListener("click", () => become({}));
  for (const control of controls) {
    control.addEventListener("input", () => become({ ...state, [control.name]: control.value }));
  }
  heads.forEach((head, at) => {
    head.firstElementChild.addEventListener("click", () => {
      become({ ...state, sort: head.ariaSort === "ascending" ? `-${COLUMNS[at]}` : COLUMNS[at] });
    });
  });
  return show;
}
