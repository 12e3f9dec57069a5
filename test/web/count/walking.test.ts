import { describe, expect, test } from "vitest";
import { addLocation } from "../../../src/locations/location.ts";
import { COMPLETE } from "../../../src/web/feedback/tunes.ts";
import { startServer } from "../../harness/server.ts";
import { OLDEST, openTerminal, type TerminalOptions } from "../../harness/terminal.ts";
import { logInTerminal } from "../access/together.ts";
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
    const { terminal, go, completions, completed } = await atAisles({ browser });
    await go("");
    await terminal.see(/A-10 .*A-1 .*A-2 /);
    await go("/A-1");
    await terminal.scan("S-A-1");
    await terminal.see("1 of 1");
    await terminal.scan("M-A-1");
    await terminal.see("All counted, 1 article below expected");
    await terminal.scan("M-A-1");
    await terminal.see("2 of 3");
    expect(await completions()).toBe(0);
    await terminal.scan("M-A-1");
    await terminal.see("A-1 complete");
    await terminal.see("Next: A-2");
    await completed(1);
    await terminal.tap("Go to A-2");
    await terminal.see("Now counting at");
    expect(await terminal.textOf("h1")).toBe("A-2");
    for (const code of ["S-A-2", "M-A-2", "M-A-2", "M-A-2"]) await terminal.scan(code);
    await terminal.see("A-2 complete");
    // The one that was left behind, and its label does what the button does.
    await terminal.see("Go to A-10");
    await terminal.scan("L-A-10");
    await terminal.until("document.querySelector('h1').innerText === 'A-10'");
    for (const code of ["S-A-10", "M-A-10", "M-A-10", "M-A-10"]) await terminal.scan(code);
    await terminal.see("All locations are counted.");
    await terminal.see("A-10 complete");
    await completed(3);
    await terminal.tap("Progress");
    await terminal.see("Everything that is expected is counted.");
  });

  test("does not call a location complete while a scan there waits for an answer", async () => {
    const { terminal, go, completions, completed } = await atAisles({ browser });
    await go("/A-1");
    await terminal.scan("S-A-1");
    await terminal.see("1 of 1");
    await go("/A-2");
    await terminal.scan("S-A-1");
    await terminal.see("NOT counted: answer");
    for (const code of ["S-A-2", "M-A-2", "M-A-2", "M-A-2"]) await terminal.scan(code);
    await terminal.see("3 of 3");
    await terminal.see("2/2");
    expect(await completions()).toBe(0);
    await terminal.tap(/needs your answer/);
    await terminal.tap("Skip");
    await terminal.seesNot("needs your answer");
    await terminal.back();
    await terminal.see("A-2 complete");
    await completed(1);
  });

  test("tells of a complete location once, not after an undo, and again when it is completed again", async () => {
    const { terminal, go, completions, completed } = await atAisles({ browser });
    await go("/A-1");
    for (const code of ["M-A-1", "M-A-1", "M-A-1", "S-A-1"]) await terminal.scan(code);
    await terminal.see("A-1 complete");
    await completed(1);
    await terminal.tap("Quantity");
    await terminal.see("Counted: 1");
    await terminal.tap({ css: "[aria-label=Back]" });
    await terminal.see("A-1 complete");
    await allSent(terminal);
    await terminal.scan("L-A-1");
    await terminal.see("You are here");
    expect(await completions()).toBe(1);
    // A surplus piece changes nothing, nor does taking it back.
    await terminal.scan("M-A-1");
    await terminal.see("4 of 3");
    await terminal.tap("Undo last");
    await terminal.see("Undone: 3 now");
    await notTwice(terminal);
    expect(await completions()).toBe(1);
    await terminal.tap("Undo last");
    await terminal.see("Undone: not counted now");
    await terminal.seesNot("A-1 complete");
    expect(await completions()).toBe(1);
    await terminal.scan("S-A-1");
    await terminal.see("A-1 complete");
    await completed(2);
  });

  test("moves no control and covers none when a location becomes complete, and when it no longer is", async () => {
    const { terminal, go } = await atAisles({ browser });
    await go("/A-1");
    for (const code of ["M-A-1", "M-A-1", "M-A-1"]) await terminal.scan(code);
    await terminal.see("3 of 3");
    const bars = await terminal.evaluate(BARS);
    await terminal.scan("S-A-1");
    await terminal.see("A-1 complete");
    expect(await terminal.evaluate(BARS)).toEqual(bars);
    await terminal.tap("Undo last");
    await terminal.seesNot("A-1 complete");
    expect(await terminal.evaluate(BARS)).toEqual(bars);
    await terminal.tap("All here");
    await terminal.until("document.querySelectorAll('.count-lists .list li').length === 2");
    const before = await terminal.evaluate(CONTROLS);
    await terminal.scan("S-A-1");
    await terminal.see("A-1 complete");
    expect(await terminal.evaluate(CONTROLS)).toEqual(before);
    expect(await terminal.evaluate(COVERED)).toEqual([]);
    await notTwice(terminal);
    await terminal.tap("Undo last");
    await terminal.seesNot("A-1 complete");
    expect(await terminal.evaluate(CONTROLS)).toEqual(before);
  });

  test("takes a typed shortage for counted", async () => {
    const { terminal, go, completed } = await atAisles({ browser });
    await go("/A-1");
    await terminal.scan("S-A-1");
    await terminal.scan("M-A-1");
    await terminal.see("All counted, 1 article below expected");
    await terminal.tap("Quantity");
    await terminal.tap("2");
    await terminal.tap("Save 2");
    await terminal.see("A-1 complete");
    await completed(1);
  });

  test("tells a worker of a blind stocktake nothing of it", async () => {
    const { terminal, go, completions } = await atAisles({ browser, isBlind: true });
    await go("/A-1");
    for (const code of ["S-A-1", "M-A-1", "M-A-1", "M-A-1"]) await terminal.scan(code);
    await terminal.see("+1: 3");
    await terminal.until("/^2\\/2/.test(document.querySelector('.place-figures').innerText)");
    await allSent(terminal);
    expect(await terminal.evaluate("document.querySelector('.completion')")).toBe(null);
    expect(await completions()).toBe(0);
  });

  test("is listed in that order, also without a network after a restart of the page", async () => {
    const { terminal, go } = await atAisles({ browser, serviceWorker: true });
    await go("/state");
    await terminal.see(/Still to count, by location A-10 L-A-10 2 A-1 L-A-1 2 A-2 L-A-2 2/);
    await go("");
    await terminal.see(/A-10 .*A-1 .*A-2 /);
    await terminal.until("navigator.serviceWorker.ready.then(() => true)");
    await terminal.offline(true);
    await terminal.reload();
    await terminal.see(/A-10 .*A-1 .*A-2 /);
    await terminal.tap("Location: name or code, or scan its label");
    await terminal.type("A-1");
    await terminal.until("document.querySelectorAll('.list li').length === 2");
    expect(await terminal.textOf(".list")).toMatch(/^A-10 .*A-1 /);
  });
});

describe.each(OLDEST)("a stocktake that waits for its start in %s", (browser) => {
  test("is started where it is opened, and then its locations are there", async () => {
    const { terminal, go } = await atAisles({ browser, isStarted: false });
    await go("");
    await terminal.see("Not started yet.");
    await terminal.tap("Start counting");
    await terminal.see(/A-10 .*A-1 .*A-2 /);
    await terminal.scan("L-A-2");
    await terminal.see("Ready to scan");
    expect(await terminal.textOf("h1")).toBe("A-2");
  });
});

interface AislesOptions extends TerminalOptions {
  readonly isBlind?: boolean;
  readonly isStarted?: boolean;
}

/** A terminal in a hall whose aisles a manager has put in the order A-10, A-1, A-2; `S-…` is expected once, `M-…` three times. */
async function atAisles({ isBlind = false, isStarted = true, ...options }: AislesOptions) {
  const server = await startServer();
  const manager = await server.as("manager");
  const names = ["A-10", "A-1", "A-2"] as const;
  const oids = await server.appliance.dependencies.storage.write(1, (tx) => {
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
  const terminal = await openTerminal(options);
  await terminal.beforeLoad(FEEL);
  await logInTerminal(terminal, server, "user");
  await terminal.see("Spring");
  const go = async (rest: string) => {
    const place = rest.slice(1);
    const oid = oids.aisles.get(place);
    await terminal.open(`${server.url}/#/count/${body.oid}${oid === undefined ? rest : `/${oid}`}`);
    if (oid === undefined) return;
    await hasArticles(terminal);
    await terminal.until("/^\\d+\\/2/.test((document.querySelector('.place-figures') || {}).innerText)");
  };
  const tune = COMPLETE.vibration.join(" ");
  const felt = `shakes.filter((one) => one === ${JSON.stringify(tune)}).length`;
  const completions = () => terminal.evaluate(felt);
  /** Waits until so many completions were felt. */
  const completed = (times: number) => terminal.until(`${felt} === ${times}`);
  return { server, terminal, go, completions, completed };
}
