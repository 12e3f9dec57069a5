import { describe, expect, test } from "vitest";
import { COMPLETE } from "../../../src/web/feedback/sounds.ts";
import { startServer } from "../../harness/server.ts";
import { OLDEST, openTerminal, type TerminalOptions } from "../../harness/terminal.ts";
import { createWarehouse } from "../../inventories/stocktake.ts";
import { logInTerminal } from "../access/log-in.ts";
import { RECORD_VIBRATIONS } from "../feedback/record-vibrations.ts";
import { waitForArticles, waitOutDoubleTap, waitUntilSent } from "./count-page.ts";

const BAR_CONTROLS = ".page-title button, .page-title a, .toggle button, .actions button";
const positionsOf = (css: string) => `[...document.querySelectorAll(${JSON.stringify(css)})].map((one) => {
  const { left, top, width, height } = one.getBoundingClientRect();
  return [one.tagName, left, top, width, height].join(" ");
})`;

/** Positions of the buttons in the title bar, the tabs and the bottom bar. */
const BARS = positionsOf(BAR_CONTROLS);
/** The same with the rows of the list. */
const CONTROLS = positionsOf(`${BAR_CONTROLS}, .count-lists .list a`);

/** Expression: the controls that are covered. */
const COVERED = `[...document.querySelectorAll(${JSON.stringify(`${BAR_CONTROLS}, .count-lists .list a`)})].filter((one) => {
  const { left, top, width, height } = one.getBoundingClientRect();
  return !one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}).map((one) => one.innerText)`;

describe.each(OLDEST)("a complete location in %s", (browser) => {
  test("the terminal offers the next location in the managers' order, then the locations left out", async () => {
    const { terminal, go, readCompletions, waitForCompletions } = await openAisles({ browser });
    await go("");
    await terminal.see(/A-10 .*A-1 .*A-2 /);
    await go("/A-1");
    await terminal.scan("S-A-1");
    await terminal.see("1 of 1");
    await terminal.scan("M-A-1");
    await terminal.see("All counted, 1 article below expected");
    await terminal.scan("M-A-1");
    await terminal.see("2 of 3");
    await expect.poll(() => readCompletions()).toBe(0);
    await terminal.scan("M-A-1");
    await terminal.see("A-1 complete");
    await terminal.see("Next: A-2");
    await waitForCompletions(1);
    await terminal.tap("Go to A-2");
    await terminal.see("Now counting at");
    await expect.poll(() => terminal.textOf("h1")).toBe("A-2");
    for (const code of ["S-A-2", "M-A-2", "M-A-2", "M-A-2"]) await terminal.scan(code);
    await terminal.see("A-2 complete");
    // A-10 was left out. Its label does the same as the button.
    await terminal.see("Go to A-10");
    await terminal.scan("L-A-10");
    await terminal.until("document.querySelector('h1').innerText === 'A-10'");
    for (const code of ["S-A-10", "M-A-10", "M-A-10", "M-A-10"]) await terminal.scan(code);
    await terminal.see("All locations are counted.");
    await terminal.see("A-10 complete");
    await waitForCompletions(3);
    await terminal.tap("Progress");
    await terminal.see("Everything that is expected is counted.");
  });

  test("a location with an open question is not complete", async () => {
    const { terminal, go, readCompletions, waitForCompletions } = await openAisles({ browser });
    await go("/A-1");
    await terminal.scan("S-A-1");
    await terminal.see("1 of 1");
    await go("/A-2");
    await terminal.scan("S-A-1");
    await terminal.see("NOT counted: answer");
    for (const code of ["S-A-2", "M-A-2", "M-A-2", "M-A-2"]) await terminal.scan(code);
    await terminal.see("3 of 3");
    await terminal.see("2/2");
    await expect.poll(() => readCompletions()).toBe(0);
    await terminal.tap(/needs your answer/);
    await terminal.tap("Skip");
    await terminal.seesNot("needs your answer");
    await terminal.back();
    await terminal.see("A-2 complete");
    await waitForCompletions(1);
  });

  test("completion is signalled once, and again only after the location became incomplete; a typed quantity below the expected one completes a location", async () => {
    const { terminal, go, readCompletions, waitForCompletions } = await openAisles({ browser });
    await go("/A-1");
    for (const code of ["M-A-1", "M-A-1", "M-A-1", "S-A-1"]) await terminal.scan(code);
    await terminal.see("A-1 complete");
    await waitForCompletions(1);
    await terminal.tap("Quantity");
    await terminal.see("Counted: 1");
    await terminal.tap({ css: "[aria-label=Back]" });
    await terminal.see("A-1 complete");
    await waitUntilSent(terminal);
    await terminal.scan("L-A-1");
    await terminal.see("You are here");
    await expect.poll(() => readCompletions()).toBe(1);
    // A surplus piece and its undo signal nothing.
    await terminal.scan("M-A-1");
    await terminal.see("4 of 3");
    await terminal.tap("Undo last");
    await terminal.see("Undone: 3 now");
    await waitOutDoubleTap(terminal);
    await expect.poll(() => readCompletions()).toBe(1);
    await terminal.tap("Undo last");
    await terminal.see("Undone: not counted now");
    await terminal.seesNot("A-1 complete");
    await expect.poll(() => readCompletions()).toBe(1);
    await terminal.scan("S-A-1");
    await terminal.see("A-1 complete");
    await waitForCompletions(2);

    await terminal.scan("L-A-2");
    await terminal.see("Now counting at");
    await terminal.scan("S-A-2");
    await terminal.scan("M-A-2");
    await terminal.see("All counted, 1 article below expected");
    await terminal.tap("Quantity");
    await terminal.tap("2");
    await terminal.tap("Save 2");
    await terminal.see("A-2 complete");
    await waitForCompletions(3);
  });

  test("the completion message moves and covers no control when it appears and when it leaves", async () => {
    const { terminal, go } = await openAisles({ browser });
    await go("/A-1");
    for (const code of ["M-A-1", "M-A-1", "M-A-1"]) await terminal.scan(code);
    await terminal.see("3 of 3");
    const bars = await terminal.evaluate(BARS);
    await terminal.scan("S-A-1");
    await terminal.see("A-1 complete");
    await expect.poll(() => terminal.evaluate(BARS)).toEqual(bars);
    await terminal.tap("Undo last");
    await terminal.seesNot("A-1 complete");
    await expect.poll(() => terminal.evaluate(BARS)).toEqual(bars);
    await terminal.tap("All here");
    await terminal.until("document.querySelectorAll('.count-lists .list li').length === 2");
    const before = await terminal.evaluate(CONTROLS);
    await terminal.scan("S-A-1");
    await terminal.see("A-1 complete");
    await expect.poll(() => terminal.evaluate(CONTROLS)).toEqual(before);
    await expect.poll(() => terminal.evaluate(COVERED)).toEqual([]);
    await waitOutDoubleTap(terminal);
    await terminal.tap("Undo last");
    await terminal.seesNot("A-1 complete");
    await expect.poll(() => terminal.evaluate(CONTROLS)).toEqual(before);
  });

  test("a worker in a blind stocktake sees no completion", async () => {
    const { terminal, go, readCompletions } = await openAisles({ browser, isBlind: true });
    await go("/A-1");
    for (const code of ["S-A-1", "M-A-1", "M-A-1", "M-A-1"]) await terminal.scan(code);
    await terminal.see("+1: 3");
    await terminal.until("/^2\\/2/.test(document.querySelector('.location-figures').innerText)");
    await waitUntilSent(terminal);
    await expect.poll(() => terminal.evaluate("document.querySelector('.completion')")).toBe(null);
    await expect.poll(() => readCompletions()).toBe(0);
  });

  test("locations are listed in the managers' order, also offline after a reload", async () => {
    const { terminal, go } = await openAisles({ browser, serviceWorker: true });
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
    await expect.poll(() => terminal.textOf(".list")).toMatch(/^A-10 .*A-1 /);
  });
});

describe.each(OLDEST)("a prepared stocktake in %s", (browser) => {
  test("it is started on its own screen, which then lists its locations", async () => {
    const { terminal, go } = await openAisles({ browser, isStarted: false });
    await go("");
    await terminal.see("Not started yet.");
    await terminal.tap("Start counting");
    await terminal.see(/A-10 .*A-1 .*A-2 /);
    await terminal.scan("L-A-2");
    await terminal.see("Ready to scan");
    await expect.poll(() => terminal.textOf("h1")).toBe("A-2");
  });
});

interface AislesOptions extends TerminalOptions {
  readonly isBlind?: boolean;
  readonly isStarted?: boolean;
}

/** Opens a terminal for a hall with the locations A-10, A-1, A-2 in the managers' order. One `S-…` and three `M-…` are expected in each. */
async function openAisles({ isBlind = false, isStarted = true, ...options }: AislesOptions) {
  const server = await startServer();
  const warehouse = createWarehouse(server);
  const { manager } = warehouse;
  const hall = await warehouse.addLocation("Hall");
  for (const name of ["A-10", "A-1", "A-2"]) {
    const oid = await warehouse.addLocation(name, "Hall");
    expect((await manager.put(`/api/locations/${oid}`, { oid, name, code: `L-${name}` })).status).toBe(200);
    await warehouse.article(`S-${name}`, { [name]: 1 });
    await warehouse.article(`M-${name}`, { [name]: 3 });
  }
  await manager.put(`/api/locations/${warehouse.at("A-10")}`, { position: 0 });
  const { body } = await manager.post("/api/inventories", { name: "Spring", locationIds: [hall], isBlind });
  const path = `/api/inventories/${body.oid}`;
  for (const move of isStarted ? ["prepare", "start"] : ["prepare"])
    expect((await manager.put(`${path}/${move}`)).status).toBe(200);
  const terminal = await openTerminal(options);
  await terminal.beforeLoad(RECORD_VIBRATIONS);
  await logInTerminal(terminal, server, "user");
  await terminal.see("Spring");
  const go = async (rest: string) => {
    const isAisle = rest.startsWith("/A-");
    const screen = isAisle ? `/${warehouse.at(rest.slice(1))}` : rest;
    await terminal.open(`${server.url}/#/count/${body.oid}${screen}`);
    if (!isAisle) return;
    await waitForArticles(terminal);
    await terminal.until("/^\\d+\\/2/.test((document.querySelector('.location-figures') || {}).innerText)");
  };
  const tune = COMPLETE.vibration.join(" ");
  const felt = `shakes.filter((one) => one === ${JSON.stringify(tune)}).length`;
  const readCompletions = () => terminal.evaluate(felt);
  /** Waits until the completion was signalled so many times. */
  const waitForCompletions = (times: number) => terminal.until(`${felt} === ${times}`);
  return { server, terminal, go, readCompletions, waitForCompletions };
}
