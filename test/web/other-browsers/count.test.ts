import { describe, expect, test } from "vitest";
import { ALL_BROWSERS, openTerminalIn } from "../../harness/other-browsers.ts";
import { startServer } from "../../harness/server.ts";
import { allSent, card } from "../count/together.ts";
import { linesOf } from "../story/log.ts";
import { seeCard } from "../story/scanner.ts";
import { aPreparedStocktake, goTo, isSeveral, startAtTerminal } from "./stocktake.ts";

const MANY = 36;

describe.each(ALL_BROWSERS)("a stocktake in %s", (browser) => {
  test("is started after a login by PIN, and each scan has its verdict and its operation", async () => {
    const server = await startServer();
    const { oid, scans } = await aPreparedStocktake(server);
    const page = await openTerminalIn(browser);
    await startAtTerminal(page, server);
    let place = 0;
    for (const scan of scans.slice(0, MANY)) {
      if (scan.place.oid !== place) await goTo(page, scan.place);
      place = scan.place.oid;
      await page.scan(scan.code);
      // On a wide screen the name stands between them.
      await seeCard(page, new RegExp(`${scan.amount} .*${scan.code}`));
      expect(await card(page)).toContain(scan.verdict);
    }
    await page.screenshot(`count-${browser}`);
    await allSent(page);
    const log = await linesOf(await server.as("manager"), oid);
    expect(log).toEqual(scans.slice(0, MANY).map(({ line }) => line));
    expect(page.errors()).toEqual([]);
  });

  test("asks once about a piece too many, and counts it when the question is answered", async () => {
    const server = await startServer();
    const { oid, scans } = await aPreparedStocktake(server);
    const page = await openTerminalIn(browser);
    await startAtTerminal(page, server);
    const [first, second, ...others] = scans.filter(({ code }) => code === scans.find(isSeveral)?.code);
    if (first === undefined || second === undefined) throw new Error("the demo expects several of nothing");
    const pieces = [first, second, ...others];
    await goTo(page, first.place);
    for (const { code } of pieces) await page.scan(code);
    await seeCard(page, new RegExp(`${pieces.length} of ${pieces.length} .*${first.code}`));
    for (const _ of [1, 2]) await page.scan(first.code);
    await seeCard(page, "NOT counted: answer");
    await page.see("1 needs your answer");
    await page.screenshot(`question-${browser}`);
    await page.tap("Add 1");
    await seeCard(page, "One more counted");
    await allSent(page);
    const log = await linesOf(await server.as("manager"), oid);
    expect(log).toEqual([...pieces, second].map(({ line }) => line));
  });
});
