import { describe, expect, test } from "vitest";
import { addLocation } from "../../../src/locations/location.ts";
import { COMPLETE } from "../../../src/web/feedback/tunes.ts";
import { aBox } from "../../harness/box.ts";
import { aHandheld, type HandheldOptions, OLDEST } from "../../harness/handheld.ts";
import { atWork } from "../access/together.ts";
import { allSent, hasArticles, notTwice } from "./together.ts";

/** Writes down each shake. */
const FEEL = `
window.shakes = [];
navigator.vibrate = (pattern) => { window.shakes.push(pattern.join(" ")); return true; };
`;

const BAR_CONTROLS = ".page-title button, .page-title a, .toggle button, .deeds button";
const positionsOf = (css: string) => `[...document.querySelectorAll(${JSON.stringify(css)})].map((one) => {
  const { left, top, width, height } = one.getBoundingClientRect();
  return [one.tagName, left, top, width, height].join(" ");
})`;

/** Where the buttons of the title bar, the tabs and the bottom buttons are. */
const BARS = positionsOf(BAR_CONTROLS);
/** With the rows of the list. */
const CONTROLS = positionsOf(`${BAR_CONTROLS}, .count-lists .list a`);

/** What something else lies over. */
const COVERED = `[...document.querySelectorAll(${JSON.stringify(`${BAR_CONTROLS}, .count-lists .list a`)})].filter((one) => {
  const { left, top, width, height } = one.getBoundingClientRect();
  return !one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}).map((one) => one.innerText)`;

describe.each(OLDEST)("a walk past the aisles in %s", (browser) => {
  test("leads from each complete location to the next in the managers' order, and to those left behind", async () => {
    const { handheld, go, completions, completed } = await atAisles({ browser });
    await go("");
    await handheld.see(/A-10 .*A-1 .*A-2 /);
    await go("/A-1");
    await handheld.scan("S-A-1");
    await handheld.see("1 of 1");
    await handheld.scan("M-A-1");
    await handheld.see("All counted, 1 article below expected");
    await handheld.scan("M-A-1");
    await handheld.see("2 of 3");
    expect(await completions()).toBe(0);
    await handheld.scan("M-A-1");
    await handheld.see("A-1 complete");
    await handheld.see("Next: A-2");
    await completed(1);
    await handheld.tap("Go to A-2");
    await handheld.see("Now counting at");
    expect(await handheld.textOf("h1")).toBe("A-2");
    for (const code of ["S-A-2", "M-A-2", "M-A-2", "M-A-2"]) await handheld.scan(code);
    await handheld.see("A-2 complete");
    // The one that was left behind, and its label does what the button does.
    await handheld.see("Go to A-10");
    await handheld.scan("L-A-10");
    await handheld.until("document.querySelector('h1').innerText === 'A-10'");
    for (const code of ["S-A-10", "M-A-10", "M-A-10", "M-A-10"]) await handheld.scan(code);
    await handheld.see("All locations are counted.");
    await handheld.see("A-10 complete");
    await completed(3);
    await handheld.tap("Progress");
    await handheld.see("Everything that is expected is counted.");
  });

  test("does not call a location complete while a scan there waits for an answer", async () => {
    const { handheld, go, completions, completed } = await atAisles({ browser });
    await go("/A-1");
    await handheld.scan("S-A-1");
    await handheld.see("1 of 1");
    await go("/A-2");
    await handheld.scan("S-A-1");
    await handheld.see("NOT counted: answer");
    for (const code of ["S-A-2", "M-A-2", "M-A-2", "M-A-2"]) await handheld.scan(code);
    await handheld.see("3 of 3");
    await handheld.see("2/2");
    expect(await completions()).toBe(0);
    await handheld.tap(/needs your answer/);
    await handheld.tap("Skip");
    await handheld.seesNot("needs your answer");
    await handheld.back();
    await handheld.see("A-2 complete");
    await completed(1);
  });

  test("tells of a complete location once, not after an undo, and again when it is completed again", async () => {
    const { handheld, go, completions, completed } = await atAisles({ browser });
    await go("/A-1");
    for (const code of ["M-A-1", "M-A-1", "M-A-1", "S-A-1"]) await handheld.scan(code);
    await handheld.see("A-1 complete");
    await completed(1);
    await handheld.tap("Quantity");
    await handheld.see("Counted: 1");
    await handheld.tap({ css: "[aria-label=Back]" });
    await handheld.see("A-1 complete");
    await allSent(handheld);
    await handheld.scan("L-A-1");
    await handheld.see("You are here");
    expect(await completions()).toBe(1);
    // A surplus piece changes nothing, nor does taking it back.
    await handheld.scan("M-A-1");
    await handheld.see("4 of 3");
    await handheld.tap("Undo last");
    await handheld.see("Undone: 3 now");
    await notTwice(handheld);
    expect(await completions()).toBe(1);
    await handheld.tap("Undo last");
    await handheld.see("Undone: not counted now");
    await handheld.seesNot("A-1 complete");
    expect(await completions()).toBe(1);
    await handheld.scan("S-A-1");
    await handheld.see("A-1 complete");
    await completed(2);
  });

  test("moves no control and covers none when a location becomes complete, and when it no longer is", async () => {
    const { handheld, go } = await atAisles({ browser });
    await go("/A-1");
    for (const code of ["M-A-1", "M-A-1", "M-A-1"]) await handheld.scan(code);
    await handheld.see("3 of 3");
    const bars = await handheld.evaluate(BARS);
    await handheld.scan("S-A-1");
    await handheld.see("A-1 complete");
    expect(await handheld.evaluate(BARS)).toEqual(bars);
    await handheld.tap("Undo last");
    await handheld.seesNot("A-1 complete");
    expect(await handheld.evaluate(BARS)).toEqual(bars);
    await handheld.tap("All here");
    await handheld.until("document.querySelectorAll('.count-lists .list li').length === 2");
    const before = await handheld.evaluate(CONTROLS);
    await handheld.scan("S-A-1");
    await handheld.see("A-1 complete");
    expect(await handheld.evaluate(CONTROLS)).toEqual(before);
    expect(await handheld.evaluate(COVERED)).toEqual([]);
    await notTwice(handheld);
    await handheld.tap("Undo last");
    await handheld.seesNot("A-1 complete");
    expect(await handheld.evaluate(CONTROLS)).toEqual(before);
  });

  test("takes a typed shortage for counted", async () => {
    const { handheld, go, completed } = await atAisles({ browser });
    await go("/A-1");
    await handheld.scan("S-A-1");
    await handheld.scan("M-A-1");
    await handheld.see("All counted, 1 article below expected");
    await handheld.tap("Quantity");
    await handheld.tap("2");
    await handheld.tap("Save 2");
    await handheld.see("A-1 complete");
    await completed(1);
  });

  test("tells a worker of a blind stocktake nothing of it", async () => {
    const { handheld, go, completions } = await atAisles({ browser, isBlind: true });
    await go("/A-1");
    for (const code of ["S-A-1", "M-A-1", "M-A-1", "M-A-1"]) await handheld.scan(code);
    await handheld.see("+1: 3");
    await handheld.until("/^2\\/2/.test(document.querySelector('.place-figures').innerText)");
    await allSent(handheld);
    expect(await handheld.evaluate("document.querySelector('.completion')")).toBe(null);
    expect(await completions()).toBe(0);
  });

  test("is listed in that order, also without a network after a restart of the page", async () => {
    const { handheld, go } = await atAisles({ browser, serviceWorker: true });
    await go("/state");
    await handheld.see(/Still to count, by location A-10 L-A-10 2 A-1 L-A-1 2 A-2 L-A-2 2/);
    await go("");
    await handheld.see(/A-10 .*A-1 .*A-2 /);
    await handheld.until("navigator.serviceWorker.ready.then(() => true)");
    await handheld.offline(true);
    await handheld.reload();
    await handheld.see(/A-10 .*A-1 .*A-2 /);
    await handheld.tap("Location: name or code, or scan its label");
    await handheld.type("A-1");
    await handheld.until("document.querySelectorAll('.list li').length === 2");
    expect(await handheld.textOf(".list")).toMatch(/^A-10 .*A-1 /);
  });
});

describe.each(OLDEST)("a stocktake that waits for its start in %s", (browser) => {
  test("is started where it is opened, and then its locations are there", async () => {
    const { handheld, go } = await atAisles({ browser, isStarted: false });
    await go("");
    await handheld.see("Not started yet.");
    await handheld.tap("Start counting");
    await handheld.see(/A-10 .*A-1 .*A-2 /);
    await handheld.scan("L-A-2");
    await handheld.see("Ready to scan");
    expect(await handheld.textOf("h1")).toBe("A-2");
  });
});

interface AislesOptions extends HandheldOptions {
  readonly isBlind?: boolean;
  readonly isStarted?: boolean;
}

/** A terminal in a hall whose aisles a manager has put in the order A-10, A-1, A-2; `S-…` is expected once, `M-…` three times. */
async function atAisles({ isBlind = false, isStarted = true, ...options }: AislesOptions) {
  const box = await aBox();
  const manager = await box.as("manager");
  const names = ["A-10", "A-1", "A-2"] as const;
  const oids = await box.appliance.dependencies.storage.write(1, (tx) => {
    const parentLocationId = addLocation(tx, 1, { name: "Hall" });
    const aisles = names.map((name) => addLocation(tx, 1, { name, code: `L-${name}`, parentLocationId }));
    return { hall: parentLocationId, aisles: new Map(names.map((name, at) => [name as string, aisles[at]])) };
  });
  for (const name of names) {
    const locationId = oids.aisles.get(name);
    for (const [code, quantity] of [
      [`S-${name}`, 1],
      [`M-${name}`, 3],
    ] as const) {
      const article = { code, name: `Thing ${code}`, categoryId: 1, typeId: 1, stateId: 1 };
      const { body } = await manager.post("/api/articles", article);
      const locations = [{ locationId, quantity }];
      expect((await manager.put(`/api/articles/${body.oid}/locations`, { locations })).status).toBe(200);
    }
  }
  await manager.put(`/api/locations/${oids.aisles.get("A-10")}`, { position: 0 });
  const { body } = await manager.post("/api/inventories", {
    name: "Spring",
    locationIds: [oids.hall],
    isBlind,
  });
  const path = `/api/inventories/${body.oid}`;
  for (const move of isStarted ? ["prepare", "start"] : ["prepare"])
    expect((await manager.put(`${path}/${move}`)).status).toBe(200);
  const handheld = await aHandheld(options);
  await handheld.beforeLoad(FEEL);
  await atWork(handheld, box, "user");
  await handheld.see("Spring");
  const go = async (rest: string) => {
    const place = rest.slice(1);
    const oid = oids.aisles.get(place);
    await handheld.open(`${box.url}/#/count/${body.oid}${oid === undefined ? rest : `/${oid}`}`);
    if (oid === undefined) return;
    await hasArticles(handheld);
    await handheld.until("/^\\d+\\/2/.test((document.querySelector('.place-figures') || {}).innerText)");
  };
  const tune = COMPLETE.vibration.join(" ");
  const felt = `shakes.filter((one) => one === ${JSON.stringify(tune)}).length`;
  const completions = () => handheld.evaluate(felt);
  /** Waits until so many completions were felt. */
  const completed = (times: number) => handheld.until(`${felt} === ${times}`);
  return { box, handheld, go, completions, completed };
}
