import { describe, expect, test } from "vitest";
import { typed } from "../../../src/web/scanner/layout.ts";
import { layoutOf } from "../../../src/web/scanner/layouts.ts";
import { aBox } from "../../harness/box.ts";
import type { BrowserName } from "../../harness/handheld/chromium.ts";
import { aHandheld, OLDEST } from "../../harness/handheld.ts";
import { pairedTerminal, person, typePin } from "../access/together.ts";
import { atShelf } from "./warehouse.ts";

/** The controls that the notice lies above. */
const COVERED = `[...document.querySelectorAll("main button, main a, .deeds > *, .tabs a, .top-bar > *")]
  .filter((one) => {
    const { left, width, top, height } = one.getBoundingClientRect();
    return [top + 2, top + height / 2, top + height - 2].some((y) => {
      const above = document.elementFromPoint(left + width / 2, y);
      return above !== null && above.closest(".note") !== null;
    });
  })
  .map((one) => one.innerText)`;

/** Look-ups of articles wait until `letLookUps` is called, as on a slow network. */
const HOLD_LOOK_UPS = `{
  const ask = window.fetch;
  const held = new Promise((resolve) => { window.letLookUps = resolve; });
  window.fetch = (path, init) => (/getbycode|findBySerialNo/.test(String(path)) ? held.then(() => ask(path, init)) : ask(path, init));
}`;

const NOT_COUNTED = "This screen does not accept scans.";

/** Taps this at the moment when the notice shifts it. */
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
  ])("covers no control of the count screen on %s", async (_, width, height) => {
    const czech = layoutOf("cs-qwertz");
    if (czech === null) throw new Error("there is no Czech layout");
    const { handheld } = await atShelf({ browser, width, height });
    await handheld.scan("PAIR-3");
    await handheld.see("1 of 3");
    await handheld.scan("INV-000001", { layout: (text) => typed(czech, text) });
    await handheld.see("The scanner seems to type on another keyboard");
    expect(await handheld.evaluate(COVERED)).toEqual([]);
    await handheld.screenshot(`notice-${width}`);
    await handheld.tap("Undo last");
    await handheld.see("Undone");
  });

  test("covers no name and no key of the PIN pad, and leaves with the list of names", async () => {
    const box = await aBox();
    const handheld = await aHandheld({ browser });
    await pairedTerminal(handheld, box);
    await handheld.see(person("user").fullName);
    await handheld.evaluate(tapUnderNotice(".tiles button"));
    await handheld.scan("INV-000001");
    await handheld.see(`NOT counted: INV-000001. ${NOT_COUNTED}`);
    expect(await handheld.evaluate(COVERED)).toEqual([]);
    // A tap under way on what it has shifted would choose another person.
    await handheld.until("window.wasTapTaken !== undefined");
    expect(await handheld.evaluate("window.wasTapTaken")).toBe(false);
    await handheld.screenshot("notice-names");
    await handheld.tap(person("user").fullName);
    await handheld.see("Switch user");
    await handheld.seesNot(NOT_COUNTED);
    await handheld.scan("INV-000001");
    await handheld.see("The scanned code was not counted");
    expect(await handheld.evaluate(COVERED)).toEqual([]);
    await handheld.screenshot("notice-pin");
    await handheld.evaluate("new Promise((resolve) => setTimeout(resolve, 1500))");
    await typePin(handheld, person("user").pin);
    await handheld.until("location.hash === '#/count'");
  });

  test("covers no row of a list, is in sight, and leaves with the screen", async () => {
    const { handheld, go, box, inventory } = await atShelf({ browser });
    await handheld.open(`${box.url}/#/count/${inventory}/state`);
    await handheld.see("Still to count");
    await handheld.evaluate("scrollTo(0, document.body.scrollHeight)");
    await handheld.scan("PLAIN-1");
    await handheld.see(`NOT counted: PLAIN-1. ${NOT_COUNTED}`);
    expect(await handheld.evaluate(COVERED)).toEqual([]);
    const top = "document.querySelector('.scan-notice').getBoundingClientRect().top";
    expect(await handheld.evaluate(`${top} >= document.querySelector('.top-bar').clientHeight`)).toBe(true);
    await handheld.screenshot("notice-list");
    await go("");
    await handheld.see("Ready to scan");
    await handheld.seesNot(NOT_COUNTED);
  });

  test("that several scans wait stands in the bar above the screen", async () => {
    const { handheld } = await atSlowLookUps(browser);
    for (let n = 1; n <= 7; n++) await handheld.scan(`WAIT-${n}`);
    await handheld.see("6 scans waiting");
    expect(await handheld.textOf(".top-bar [role=status]")).toBe("6 scans waiting");
    await handheld.screenshot("notice-waiting");
    await handheld.evaluate("void window.letLookUps()");
    await handheld.seesNot("scans waiting");
  });

  test("leaves with the next good scan", async () => {
    const { handheld } = await atSlowLookUps(browser);
    await handheld.scan("GONE-1");
    await handheld.tap("Count");
    await handheld.see("Stocktakes");
    await handheld.evaluate("void window.letLookUps()");
    await handheld.see(`NOT counted: GONE-1. ${NOT_COUNTED}`);
    expect(await handheld.evaluate(COVERED)).toEqual([]);
    await handheld.scan("PLAIN-1");
    await handheld.see("NOT counted: PLAIN-1. Choose the stocktake and the location first.");
    await handheld.seesNot(NOT_COUNTED);
  });
});

/** On the screen *Find*, where look-ups wait. */
async function atSlowLookUps(browser: BrowserName) {
  const at = await atShelf({ browser });
  await at.handheld.open(`${at.box.url}/#/find`);
  await at.handheld.until("document.querySelector('h1').innerText === 'Find'");
  await at.handheld.evaluate(HOLD_LOOK_UPS);
  return at;
}
