import { expect, test } from "vitest";
import { eventually } from "../../harness/eventually.ts";
import { startServer } from "../../harness/server.ts";
import { openTerminalAs } from "./open-terminal.ts";

/** Expression: the tops of the list of locations, the first property and *Hand out*, and the bottom of the first location. */
const POSITIONS = `(() => {
  const at = (css) => document.querySelector(css).getBoundingClientRect();
  return {
    firstEnd: at("main a[href^='#/location/']").bottom,
    first: at("main a[href^='#/location/']").top,
    notices: [...document.querySelectorAll("main dl, main a[href$='/custody']")].map((one) => one.getBoundingClientRect().top),
    fold: at(".actions").top,
  };
})()`;

test("where an article is stands below its name, before its properties and Hand out, in the first screen", async () => {
  const server = await startServer();
  const terminal = await openTerminalAs(server, { browser: "chromium77", as: "manager" });
  await terminal.goTo("/article/5");
  await terminal.see("Hand out");
  await terminal.until("document.querySelector('main dl') !== null");
  await terminal.until("document.querySelector(\"main a[href^='#/location/']\") !== null");
  await terminal.screenshot("article-location-first");
  // Parts that are still loading move the others.
  await eventually(async () => {
    const { first, firstEnd, notices, fold } = (await terminal.evaluate(POSITIONS)) as {
      readonly first: number;
      readonly firstEnd: number;
      readonly notices: readonly number[];
      readonly fold: number;
    };
    expect(notices.length).toBeGreaterThan(1);
    for (const other of notices) expect(first).toBeLessThan(other);
    expect(firstEnd).toBeLessThan(fold);
  });
});
