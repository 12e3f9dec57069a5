import { describe, expect, test } from "vitest";
import { layoutOf, typed } from "../../../src/web/scanner/layouts.ts";
import { startServer } from "../../harness/server.ts";
import type { BrowserName } from "../../harness/terminal/chromium.ts";
import { OLDEST, openTerminal } from "../../harness/terminal.ts";
import { pairByAddress, person, typePin } from "../access/log-in.ts";
import { holdRequests } from "../held-requests.ts";
import { openWarehouseCount } from "./warehouse-count.ts";

/** Expression: the controls that the notice covers. */
const COVERED = `[...document.querySelectorAll("main button, main a, .actions > *, .tabs a, .top-bar > *")]
  .filter((one) => {
    const { left, width, top, height } = one.getBoundingClientRect();
    return [top + 2, top + height / 2, top + height - 2].some((y) => {
      const above = document.elementFromPoint(left + width / 2, y);
      return above !== null && above.closest(".scan-notice") !== null;
    });
  })
  .map((one) => one.innerText)`;

/** Script: look-ups of articles wait, as on a slow network. */
const HOLD_LOOK_UPS = holdRequests(/articles.scan/);

const NOT_COUNTED = "This screen does not accept scans.";

/** Script: taps the element at the moment when the notice shifts it. */
const tapUnderNotice = (css: string) => `void new MutationObserver((_, observer) => {
  if (document.querySelector(".scan-notice") === null) return;
  observer.disconnect();
  const event = new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1 });
  window.wasTapTaken = document.querySelector(${JSON.stringify(css)}).dispatchEvent(event);
}).observe(document.body, { childList: true, subtree: true })`;

describe.each(OLDEST)("a notice about scans in %s", (browser) => {
  test.each([
    ["a handheld", 360, 640],
    ["a tablet", 800, 1280],
  ])("it covers no control of the counting screen on %s", async (_, width, height) => {
    const czech = layoutOf("cs-qwertz");
    if (czech === null) throw new Error("there is no Czech layout");
    const { terminal } = await openWarehouseCount({ browser, width, height });
    await terminal.scan("PAIR-3");
    await terminal.see("1 of 3");
    await terminal.scan("INV-000001", { layout: (text) => typed(czech, text) });
    await terminal.see("The scanner seems to type on another keyboard");
    await expect.poll(() => terminal.evaluate(COVERED)).toEqual([]);
    await terminal.screenshot(`notice-${width}`);
    await terminal.tap("Undo last");
    await terminal.see("Undone");
  });

  test("it covers no name and no key of the PIN pad, and disappears with the list of names", async () => {
    const server = await startServer();
    const terminal = await openTerminal({ browser });
    await pairByAddress(terminal, server);
    await terminal.see(person("user").fullName);
    await terminal.evaluate(tapUnderNotice(".tiles button"));
    await terminal.scan("INV-000001");
    await terminal.see(`NOT counted. ${NOT_COUNTED}`);
    await expect.poll(() => terminal.evaluate(COVERED)).toEqual([]);
    // A tap on a shifted name would select another user.
    await terminal.until("window.wasTapTaken !== undefined");
    await expect.poll(() => terminal.evaluate("window.wasTapTaken")).toBe(false);
    await terminal.screenshot("notice-names");
    await terminal.tap(person("user").fullName);
    await terminal.see("Switch user");
    await terminal.seesNot(NOT_COUNTED);
    await terminal.scan("INV-000001");
    await terminal.see("The scanned code was not counted");
    await expect.poll(() => terminal.evaluate(COVERED)).toEqual([]);
    await terminal.screenshot("notice-pin");
    await typePin(terminal, person("user").pin);
    await terminal.until("location.hash === '#/count'");
  });

  test("it covers no row of a list, is visible, and disappears with the screen", async () => {
    const { terminal, go, server, inventory } = await openWarehouseCount({ browser });
    await terminal.open(`${server.url}/#/count/${inventory}/state`);
    await terminal.until("document.querySelector('.figures-table') !== null");
    await terminal.evaluate("scrollTo(0, document.body.scrollHeight)");
    await terminal.scan("PLAIN-1");
    await terminal.see(`NOT counted: PLAIN-1. ${NOT_COUNTED}`);
    await expect.poll(() => terminal.evaluate(COVERED)).toEqual([]);
    const top = "document.querySelector('.scan-notice').getBoundingClientRect().top";
    await expect
      .poll(() => terminal.evaluate(`${top} >= document.querySelector('.top-bar').clientHeight`))
      .toBe(true);
    await terminal.screenshot("notice-list");
    await go("");
    await terminal.see("Ready to scan");
    await terminal.seesNot(NOT_COUNTED);
  });

  test("scans do not wait for a look-up on the server: they are counted where they were scanned", async () => {
    const { terminal, go } = await openFindWithHeldLookups(browser);
    await terminal.scan("GONE-1");
    await go("");
    await terminal.see("Ready to scan");
    await terminal.scan("PLAIN-1");
    await terminal.see("1 of 1");
    await terminal.evaluate("void window.release()");
    await terminal.see(`NOT counted: GONE-1. ${NOT_COUNTED}`);
  });

  test("the next scan replaces it", async () => {
    const { terminal } = await openFindWithHeldLookups(browser);
    await terminal.scan("GONE-1");
    await terminal.tap("Count");
    await terminal.see("Stocktakes");
    await terminal.evaluate("void window.release()");
    await terminal.see(`NOT counted: GONE-1. ${NOT_COUNTED}`);
    await expect.poll(() => terminal.evaluate(COVERED)).toEqual([]);
    await terminal.scan("PLAIN-1");
    await terminal.see("NOT counted: PLAIN-1. Choose the stocktake and the location first.");
    await terminal.seesNot(NOT_COUNTED);
  });
});

/** Opens the screen *Find*, on which look-ups wait until `window.release()`. */
async function openFindWithHeldLookups(browser: BrowserName) {
  const at = await openWarehouseCount({ browser });
  await at.terminal.open(`${at.server.url}/#/find`);
  await at.terminal.until("document.querySelector('h1').innerText === 'Find'");
  await at.terminal.evaluate(HOLD_LOOK_UPS);
  return at;
}
