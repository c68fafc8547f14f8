"use strict";
// What rests on what, drawn for one chapter, for one claim and all that it rests on, or for all claims.
// Every claim is a link to its section; the arrow in it leads to the drawing of all that it rests on.

const NARROW = 600; // a sheet that has room for two columns

function graph() {
  const place = document.getElementById("page:graph");
  if (!place) return () => {};
  const claims = read();
  const { chapters } = DATA;
  const sheet = place.querySelector(".sheet");
  const told = place.querySelector(".told");
  const [choice, asked, steps] = ["chapter", "of", "steps"].map((name) => place.querySelector(`[name=${name}]`));
  let size, zoom, asking;

  function read() {
    const claims = DATA.claims.map(([id, anchor, number, chapter, layer, uses, name, gap, count]) => {
      const [verdict, mark] = DATA.verdicts[number];
      return { id, anchor: anchor || id, verdict, mark, chapter, layer, uses, name, gap, count };
    });
    for (const claim of claims) {
      claim.uses = claim.uses.map((number) => claims[number]);
      claim.written = new Set(claim.uses.slice(0, claim.count)); // by the proof in print
    }
    return claims;
  }

  /** What a claim rests on, so many steps back. */
  function restsOn(claim, count) {
    const steps = new Map([[claim, 0]]);
    for (const [one, step] of steps) {
      if (step < count) for (const used of one.uses) if (!steps.has(used)) steps.set(used, step + 1);
    }
    return [...steps.keys()];
  }

  /** The claims of which each uses another or is used, and all that they use. */
  function tied(some) {
    return [...new Set(some.filter(({ uses }) => uses.length).flatMap((claim) => [claim, ...claim.uses]))];
  }

  function chosen({ of, steps, chapter }) {
    const claim = claims.find(({ anchor }) => anchor === of);
    const back = Number(steps) ? `what it rests on, ${steps} back` : "all that it rests on";
    if (claim) return { claim, some: restsOn(claim, Number(steps) || Infinity), title: `${claim.id} and ${back}` };
    if (chapter === "all") return { some: tied(claims), title: "All claims that use or are used", chapter };
    const offered = [...choice.options].map(({ value }) => value).slice(1);
    const number = offered.includes(chapter) ? chapter : offered[0];
    const some = tied(claims.filter((one) => one.chapter === Number(number)));
    return { some, title: `${chapters[number][0]} and, dashed, what it uses of elsewhere`, chapter: number };
  }

  /** The first theorem with something below it; without one, what is numbered and rests on most. */
  function headline() {
    const numbered = claims.filter(({ name, uses }) => name && uses.length);
    const below = (claim) => restsOn(claim, Infinity).length;
    return (
      numbered.find(({ name }) => name.startsWith("Theorem")) ??
      numbered.reduce((most, one) => (most && below(most) >= below(one) ? most : one), undefined)
    );
  }

  function show(query) {
    const small = sheet.clientWidth < NARROW;
    const first = query.chapter || query.of ? {} : { of: headline()?.anchor };
    asking = { steps: small ? "1" : "", ...first, ...query }; // on a phone all of it would leave the pane almost blank
    const { claim, some, title, chapter } = chosen(asking);
    const opened = (asking.open ?? "").split(" ");
    const { nodes, nodeOf } = folded(some, claim, opened);
    for (const one of nodes.filter(({ folds }) => folds)) {
      [one.title, one.name] = chapters[one.chapter];
      one.href = address("page:graph", { ...asking, open: [...opened, one.chapter].join(" ").trim() });
    }
    const outside = (one) => !claim && chapter !== "all" && one.chapter !== Number(chapter);
    const seen = (one) => [one.id && one.id === claim?.id && "chosen", outside(one) && "outside", one.gap && "gap"];
    choice.value = chapter ?? "";
    asked.value = claim?.id ?? "";
    steps.value = (claim && asking.steps) || "all";
    steps.disabled = !claim;
    place.querySelector(".unfold").disabled = nodes.every(({ folds }) => !folds);
    place.querySelector("[role=status]").textContent = `${title}: ${some.length} claims. ${warned(some, claim)}`;
    const made = drawing(nodes, (one) => seen(one).filter(Boolean).join(" "), title);
    size = made.size;
    sheet.replaceChildren(made.drawn);
    const fits = sheet.clientWidth / size.width || 1;
    scale(fits < 0.75 ? (small ? 0.8 : 1) : Math.min(1, fits));
    tell(claim);
    if (claim) centre(made.placeOf(nodeOf(claim)));
  }

  /** What is wrong below a claim, or in a chapter. */
  function warned(some, claim) {
    const wrong = some.filter((one) => FALSE.includes(one.verdict) && one !== claim).map(({ id }) => id);
    const gaps = some.filter(({ gap }) => gap).length;
    const few = wrong.length > 6 ? `${wrong.length} claims` : wrong.join(", ");
    return [wrong.length && `False: ${few}.`, gaps && `Gaps in proofs: ${gaps}.`].filter(Boolean).join(" ");
  }

  function scale(by) {
    zoom = by;
    for (const side of ["width", "height"]) sheet.firstElementChild.setAttribute(side, size[side] * zoom);
  }

  function centre([x, y]) {
    sheet.scrollTo(x * zoom, y * zoom - sheet.clientHeight / 2);
  }

  function tell(claim) {
    const { id, name } = claim ?? {};
    for (const { classList, ends } of sheet.querySelectorAll(".edge")) {
      classList.toggle("lit", ends.some((end) => end === claim || (id && end.id === id)));
    }
    const said = id ? rowOf(claim.anchor).cells[2].cloneNode(true).childNodes : [];
    const heading = id ? `${[id, name, claim.verdict].filter(Boolean).join(", ")}. ` : (claim?.title ?? "");
    told.replaceChildren(heading, ...said);
  }

  function pointed(event) {
    const claim = event.target.closest(".node")?.claim;
    if (claim) tell(claim);
  }

  function drag(start) {
    if (start.pointerType !== "mouse" || start.target.closest("a")) return;
    const { scrollLeft, scrollTop } = sheet;
    const move = ({ clientX, clientY }) =>
      sheet.scrollTo(scrollLeft + start.clientX - clientX, scrollTop + start.clientY - clientY);
    addEventListener("pointermove", move);
    addEventListener("pointerup", () => removeEventListener("pointermove", move), { once: true });
  }

  function narrow() {
    const said = asked.value.trim();
    const claim = claims.find(({ id }) => id === said) ?? claims.find(({ name }) => name === said);
    if (claim) location.hash = address("page:graph", { of: claim.anchor, steps: steps.value });
    else if (said) told.textContent = `No claim here is called “${asked.value}”; the table has their ids.`;
  }

  /** The next claim in the direction of an arrow key. */
  function step(event) {
    const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key] ?? [];
    const here = event.target.closest(".node");
    if (dx === undefined || !here) return;
    event.preventDefault();
    const middle = (node) => {
      const { x, y, width, height } = node.getBoundingClientRect();
      return [x + width / 2, y + height / 2];
    };
    const [left, top] = middle(here);
    const far = (node) => {
      const [x, y] = middle(node);
      const ahead = (x - left) * dx + (y - top) * dy;
      return ahead > 1 ? ahead + 3 * Math.abs((x - left) * dy + (y - top) * dx) : Infinity;
    };
    const nearest = [...sheet.querySelectorAll(".node")].reduce((best, one) => (far(one) < far(best) ? one : best), here);
    nearest.firstElementChild.focus();
  }

  const buttons = {
    smaller: () => scale(zoom / 1.25),
    larger: () => scale(zoom * 1.25),
    fit: () => scale(Math.min(sheet.clientWidth / size.width, 1.5)),
    unfold: () => (location.hash = address("page:graph", { ...asking, open: "all" })),
  };
  for (const [name, act] of Object.entries(buttons)) place.querySelector(`.${name}`).addEventListener("click", act);
  sheet.addEventListener("pointerover", pointed);
  sheet.addEventListener("focusin", pointed);
  sheet.addEventListener("keydown", step);
  sheet.addEventListener("pointerdown", drag);
  for (const control of [asked, steps]) control.addEventListener("change", narrow);
  choice.addEventListener("change", () => (location.hash = address("page:graph", { chapter: choice.value })));
  asked.addEventListener("focus", () => {
    asked.list.replaceChildren(...claims.map(({ id, name }) => new Option(name || id, id)));
  }, { once: true });
  return show;
}
