import { describe, expect, test } from "vitest";
import type { Locale } from "../../../src/i18n/locales.ts";
import { startServer } from "../../harness/server.ts";
import { OLDEST, openTerminal, type Terminal, type TerminalOptions } from "../../harness/terminal.ts";
import { createWarehouse } from "../../inventories/stocktake.ts";
import { logInTerminal } from "../access/log-in.ts";
import { NOT_WHOLE } from "../clipped-text.ts";
import { HAS_ITEMS, typeNumber, waitForArticles } from "./count-page.ts";

const [HERE, BESIDE, LAST, OUTSIDE] = [
  "Hochregal Nord Gang 12 Ebene 4",
  "Hochregal Nord Gang 12 Ebene 5",
  "Hochregal Nord Gang 12 Ebene 6",
  "Hochregal Süd Gang 1 Ebene 1",
] as const;

/** Scans at the first location with the verdicts that they give, in this order. */
const SCANS = [
  ["counted", "MANY"],
  ["added", "MANY"],
  ["counted", "SERIAL"],
  ["same", "SERIAL"],
  ["elsewhere", "BESIDE"],
  ["unexpected", "STRAY"],
  ["counted", "ONE"],
  ["surplus", "ONE"],
  ["asked", "MOVED"],
  ["asked", "FULL"],
  ["unknown", "NOBODY-7"],
  ["failed", "SHARED"],
] as const;

interface LongCount {
  readonly terminal: Terminal;
  /** Opens a screen of the stocktake, such as `/state`. */
  go(rest: string): Promise<void>;
  at(name: string): number;
}

/** A stocktake of locations, articles and quantities with long texts. */
async function openLongCount(
  language: Locale,
  options: Pick<TerminalOptions, "browser" | "width" | "height" | "theme">,
): Promise<LongCount> {
  const server = await startServer();
  const warehouse = createWarehouse(server);
  await warehouse.addLocation("Werk Ost, Logistikzentrum");
  for (const name of [HERE, BESIDE, LAST, OUTSIDE])
    await warehouse.addLocation(name, "Werk Ost, Logistikzentrum");
  const names = { name: "Schraube M8 × 40 verzinkt, Güte 8.8, mit Vollgewinde" };
  await warehouse.article("MANY", { [HERE]: 125_000 }, names);
  await warehouse.article("THOUSAND", { [HERE]: 1500 }, names);
  await warehouse.article("SERIAL", { [HERE]: 1 }, { serialNumber: "SER-1" });
  await warehouse.article("BESIDE", { [BESIDE]: 1 }, names);
  await warehouse.article("ONE", { [HERE]: 1 }, names);
  await warehouse.article("MOVED", { [HERE]: 2000 }, names);
  await warehouse.article("FULL", { [HERE]: 1200 }, { ...names, serialNumber: "SER-2" });
  await warehouse.article("STRAY", { [OUTSIDE]: 1 }, names);
  await warehouse.article("LAST", { [LAST]: 1 }, names);
  for (const code of ["SHARED-1", "SHARED-2"])
    await warehouse.article(code, { [HERE]: 1 }, { ...names, serialNumber: "SHARED" });
  const inventory = await warehouse.stocktake([HERE, BESIDE, LAST]);
  const [inventoryLocationId, inventoryQuantity] = [warehouse.at(BESIDE), 1230];
  await warehouse.count(inventory, "MOVED", { inventoryQuantity, inventoryLocationId });
  // By another person, so that a scan of the user is asked about.
  const { oid } = await warehouse.item(inventory, "FULL");
  await warehouse.manager.put("/api/inventories/items/update", { oid, inventoryQuantity: 1200 });
  const terminal = await openTerminal(options);
  await logInTerminal(terminal, server, "user", { language });
  const go = async (rest: string) => {
    await terminal.open(`${server.url}/#/count/${inventory}${rest}`);
    await terminal.until("document.querySelector('main h1') !== null");
  };
  await terminal.see("Ours");
  await go(`/${warehouse.at(HERE)}`);
  await terminal.until(HAS_ITEMS);
  await waitForArticles(terminal);
  return { terminal, go, at: warehouse.at };
}

const hasVerdict = (verdict: string) => `document.querySelector(".verdict.is-${verdict}") !== null`;
/** Expression: whether the status in the top bar has letters of at least 11 px. */
const IS_STATUS_READABLE =
  "parseFloat(getComputedStyle(document.querySelector('.top-bar [role=status]')).fontSize) >= 11";
const NAME = "document.querySelector('main h1').innerText";

describe.each(OLDEST)("on the counting screens in %s", (browser) => {
  test.each([320, 360, 390, 412])(
    "a large quantity is whole at %d px, on the card and above a list",
    async (width) => {
      const { terminal } = await openLongCount("en", { browser, width });
      const amounts = async (css: string) => ({
        text: (await terminal.textOf(css)).replace(/\s+/g, " "),
        notWhole: await terminal.evaluate(NOT_WHOLE),
      });
      await terminal.scan("THOUSAND");
      await terminal.until(hasVerdict("counted"));
      await terminal.tap("Quantity");
      await terminal.until("document.querySelector('.number-pad') !== null");
      await typeNumber(terminal, 1230);
      await terminal.tap("Save 1,230");
      await terminal.see("Saved: 1,230");
      await expect
        .poll(() => amounts(".verdict-amount"))
        .toEqual({ text: "1,230 of 1,500 pieces", notWhole: [] });
      await terminal.screenshot(`whole-amount-${width}`);
      await terminal.scan("MANY");
      await terminal.see("1 of 125,000");
      await expect
        .poll(() => amounts(".verdict-amount"))
        .toEqual({ text: "1 of 125,000 pieces", notWhole: [] });
      await terminal.tap("Still to count");
      await terminal.until("document.querySelector('.verdict.is-collapsed') !== null");
      await expect.poll(async () => (await amounts(".verdict-count")).text).toBe("1 of 125,000");
      await expect.poll(() => terminal.evaluate(NOT_WHOLE)).toEqual([]);
    },
  );

  test.each(["en", "cs", "de", "sk"] as const)(
    "every text is whole at 360 px in %s: no cut text, no broken word, none at the border of its button",
    { timeout: 240_000 },
    async (language) => {
      const { terminal, go, at } = await openLongCount(language, { browser });
      const here = `/${at(HERE)}`;
      const check = async (screen: string) => {
        await terminal.screenshot(`whole-${screen}-${language}`);
        await expect
          .poll(async () => [screen, await terminal.evaluate(IS_STATUS_READABLE)])
          .toEqual([screen, true]);
        await expect.poll(async () => [screen, await terminal.evaluate(NOT_WHOLE)]).toEqual([screen, []]);
      };
      await check("ready");
      await terminal.offline(true);
      for (const [verdict, code] of SCANS) {
        await terminal.scan(code);
        await terminal.until(
          `${hasVerdict(verdict)} && document.querySelector(".verdict").innerText.includes(${JSON.stringify(code)})`,
        );
        await check(`${verdict}-${code}`);
      }
      await terminal.offline(false);
      await terminal.scan("MANY");
      await terminal.until(hasVerdict("added"));
      for (const list of [2, 3, 1]) {
        await terminal.tap({ css: `.count-lists .toggle button:nth-child(${list})` });
        await check(`list-${list}`);
      }
      await go(`${here}/multiply`);
      await check("multiply");
      await typeNumber(terminal, 90_000);
      await terminal.tap({ css: ".actions button:last-child" });
      await terminal.until("document.querySelector('.count-page') !== null");
      await check("multiplied");
      await terminal.scan("THOUSAND");
      await terminal.until(hasVerdict("asked"));
      await check("asked-large");
      await terminal.tap({ css: ".verdict-answers button:nth-child(1)" });
      await terminal.until(`!(${hasVerdict("asked")})`);
      await check("answered");
      await go(`${here}/pick`);
      await check("pick");
      for (const row of [2, 4]) {
        await go(here);
        await terminal.tap({ css: `.count-lists .list li:nth-child(${row}) a` });
        await terminal.until("document.querySelector('.count-page') === null");
        await check(`operation-${row}`);
      }
      for (const screen of ["", "/state", "/finish"]) {
        await go(screen);
        await check(`stocktake${screen.replace("/", "-")}`);
      }
      await go(`/${at(LAST)}`);
      await terminal.until(HAS_ITEMS);
      await terminal.scan("LAST");
      await terminal.until("document.querySelector('.completion') !== null");
      await check("complete");
      await expect.poll(() => terminal.evaluate(NAME)).toMatch(/Ebene 6$/);
    },
  );
});
