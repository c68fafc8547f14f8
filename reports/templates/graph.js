"use strict";
// What rests on what, drawn for one chapter, for one claim and all that it rests on, or for all claims.
// Every claim is a link to its section; the arrow in it leads to the drawing of all that it rests on.

function graph() {
  const place = document.getElementById("page:graph");
  if (!place) return () => {};
  const { claims, chapters } = read();
  const sheet = place.querySelector(".sheet");
  const told = place.querySelector(".told");
  const [choice, asked, steps] = ["chapter", "of", "steps"].map((name) => place.querySelector(`[name=${name}]`));
  let size, zoom;

  function read() {
    const data = JSON.parse(document.getElementById("page:data").textContent);
    const claims = data.claims.map(([id, anchor, number, chapter, layer, uses]) => {
      const [verdict, mark] = data.verdicts[number];
      return { id, anchor, verdict, mark, chapter, layer, uses };
    });
    for (const claim of claims) claim.uses = claim.uses.map((number) => claims[number]);
    return { claims, chapters: data.chapters };
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
    const back = steps ? `what it rests on, ${steps} back` : "all that it rests on";
    if (claim) return { claim, some: restsOn(claim, Number(steps || Infinity)), title: `${claim.id} and ${back}` };
    if (chapter === "all") return { some: tied(claims), title: "All claims that use or are used", chapter };
    const offered = [...choice.options].map(({ value }) => value).slice(1);
    const number = offered.includes(chapter) ? chapter : offered[0];
    const some = tied(claims.filter((one) => one.chapter === Number(number)));
    return { some, title: `${chapters[number]} and, dashed, what it uses of elsewhere`, chapter: number };
  }

  function show(query) {
    const { claim, some, title, chapter } = chosen(query);
    const among = new Set(some);
    const outside = (one) => !claim && chapter !== "all" && one.chapter !== Number(chapter);
    const classOf = (one) => (one === claim ? "chosen" : outside(one) ? "outside" : "");
    choice.value = chapter ?? "";
    asked.value = claim?.id ?? "";
    steps.value = (claim && query.steps) || "";
    steps.disabled = !claim;
    place.querySelector("[role=status]").textContent = `${title}: ${some.length} claims`;
    const made = drawing(some, ({ uses }) => uses.filter((used) => among.has(used)), classOf, title);
    size = made.size;
    sheet.replaceChildren(made.drawn);
    scale(Math.max(0.75, Math.min(1, sheet.clientWidth / size.width || 1)));
    tell(claim);
    if (claim) centre(made.placeOf(claim));
  }

  function scale(by) {
    zoom = by;
    for (const side of ["width", "height"]) sheet.firstElementChild.setAttribute(side, size[side] * zoom);
  }

  function centre([x, y]) {
    sheet.scrollTo(x * zoom, y * zoom - sheet.clientHeight / 2);
  }

  function tell(claim) {
    for (const edge of sheet.querySelectorAll(".edge")) edge.classList.toggle("lit", edge.ends.includes(claim));
    const statement = claim && document.getElementById(claim.anchor)?.querySelector(".statement");
    const said = [...(statement?.cloneNode(true).children ?? [])];
    told.replaceChildren(...(claim ? [`${claim.id}, ${claim.verdict}. `, ...said] : []));
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
    const claim = claims.find(({ id }) => id === asked.value.trim());
    if (claim) location.hash = address("page:graph", { of: claim.anchor, steps: steps.value });
    else if (asked.value) told.textContent = `No claim here is called “${asked.value}”; the table has their ids.`;
  }

  const buttons = {
    smaller: () => scale(zoom / 1.25),
    larger: () => scale(zoom * 1.25),
    fit: () => scale(sheet.clientWidth / size.width),
  };
  for (const [name, act] of Object.entries(buttons)) place.querySelector(`.${name}`).addEventListener("click", act);
  sheet.addEventListener("pointerover", pointed);
  sheet.addEventListener("focusin", pointed);
  sheet.addEventListener("pointerdown", drag);
  for (const control of [asked, steps]) control.addEventListener("change", narrow);
  choice.addEventListener("change", () => (location.hash = address("page:graph", { chapter: choice.value })));
  return show;
}
