import { describe, expect, test } from "vitest";
import { typed } from "../../../src/web/scanner/layout.ts";
import { LABEL } from "../../../src/web/scanner/layout-label.ts";
import { layoutOf } from "../../../src/web/scanner/layouts.ts";
import { aBox } from "../../harness/box.ts";
import type { ScanOptions } from "../../harness/handheld/keyboard.ts";
import { aHandheld, BROWSERS, type Handheld, type HandheldOptions, OLDEST } from "../../harness/handheld.ts";

const CODE = "INV-000001";
const LOOKED_UP = ".facts dd.scan-raw:nth-of-type(2)";
const HAS_FOCUS = "document.activeElement.classList.contains('scan-field')";
/** The page is there, and waits for scans. */
const IS_READY = `${HAS_FOCUS} && document.querySelector(".test-label") !== null`;

/**
 * The page's timers wait while `isHeld` is set. A test delivers each character from another process: on a busy machine they come
 * so late that the page would take the pause for the end of the scan.
 */
const WITH_HELD_TIMERS = `(() => {
  const later = window.setTimeout;
  window.isHeld = false;
  window.setTimeout = (run, ms, ...given) => {
    const go = () => (window.isHeld ? later(go, 10) : run(...given));
    return later(go, ms);
  };
})()`;

/** A scanner delivers a code, without a pause as far as the page can tell. */
async function scanAtOnce(handheld: Handheld, code: string, options?: ScanOptions): Promise<void> {
  await handheld.evaluate("void (window.isHeld = true)");
  await handheld.scan(code, options);
  await handheld.evaluate("void (window.isHeld = false)");
}

/** A handheld that shows the scanner's page. */
async function aScannerPage(options: HandheldOptions): Promise<Handheld> {
  const box = await aBox();
  const handheld = await aHandheld(options);
  await handheld.beforeLoad(WITH_HELD_TIMERS);
  await handheld.open(`${box.url}/#/settings/scanner`);
  await handheld.until(IS_READY);
  return handheld;
}

const looksUp = (handheld: Handheld, text: string) =>
  handheld.until(
    `(document.querySelector(${JSON.stringify(LOOKED_UP)}) || {}).textContent === ${JSON.stringify(text)}`,
  );

/** Puts a thing on the page that screens have and this one has not; taps on it are counted. */
async function withThing(handheld: Handheld, html: string): Promise<void> {
  await handheld.evaluate(`{
    document.querySelector("h1").insertAdjacentHTML("afterend", ${JSON.stringify(html)});
    window.presses = 0;
    window.heard = [];
    const thing = document.getElementById("thing");
    thing.addEventListener("click", () => { window.presses += 1; });
    thing.addEventListener("input", () => { window.heard.push(thing.value); });
  }`);
}

describe.each(BROWSERS)("a scanner at %s", (browser) => {
  test.each([
    ["keys", "Enter", true],
    ["keys", "Tab", true],
    ["keys", "none", true],
    ["android", "Enter", true],
    ["android", "none", true],
    ["keys", "Enter", false],
  ] as const)("is read as %s, ended by %s (secure: %s)", async (as, ending, secure) => {
    const handheld = await aScannerPage({ browser, secure });
    await scanAtOnce(handheld, CODE, { as, ending, everyMs: 1 });
    await looksUp(handheld, CODE);
    expect(await handheld.evaluate(HAS_FOCUS)).toBe(true);
    expect(await handheld.evaluate("document.querySelector('.scan-field').value")).toBe("");
  });

  test("its field brings up no keyboard", async () => {
    const handheld = await aScannerPage({ browser });
    expect(await handheld.evaluate("document.activeElement.inputMode")).toBe("none");
    expect(await handheld.evaluate("document.activeElement.autocomplete")).toBe("off");
  });

  test("presses no button that has the focus, and reads on after a tap", async () => {
    const handheld = await aScannerPage({ browser });
    await withThing(handheld, '<button id="thing" type="button">Thing</button>');
    await handheld.evaluate("document.getElementById('thing').focus()");
    await handheld.scan(CODE);
    await looksUp(handheld, CODE);
    expect(await handheld.evaluate("presses")).toBe(0);
    await handheld.tap("Thing");
    await handheld.until(`presses === 1 && ${HAS_FOCUS}`);
    await scanAtOnce(handheld, "INV-000002", { as: "android" });
    await looksUp(handheld, "INV-000002");
  });

  test("is read where the screen took away what had the focus", async () => {
    const handheld = await aScannerPage({ browser });
    await withThing(handheld, '<input id="thing" aria-label="Thing" />');
    await handheld.tap({ css: "#thing" });
    await handheld.evaluate("document.getElementById('thing').remove()");
    await handheld.scan(CODE);
    await looksUp(handheld, CODE);
    await handheld.until(HAS_FOCUS);
  });

  test.each([
    ["text", "broken glass", "broken ", "glass"],
    ["search", "", "", ""],
    ["number", "12", "12", ""],
    ["password", "secret", "secret", ""],
  ])("leaves nothing in a field for %s", async (type, value, before, after) => {
    const handheld = await aScannerPage({ browser });
    await withThing(handheld, `<input id="thing" type="${type}" value="${value}" aria-label="Thing" />`);
    await handheld.tap({ css: "#thing" });
    const caret =
      type === "number"
        ? "0"
        : `document.activeElement.setSelectionRange(${before.length}, ${before.length})`;
    await handheld.evaluate(`void (${caret})`);
    await handheld.scan(CODE);
    await looksUp(handheld, CODE);
    expect(await handheld.textOf("#thing")).toBe(before + after);
    expect(await handheld.evaluate("heard[heard.length - 1]")).toBe(value);
    expect(await handheld.evaluate("document.activeElement.id")).toBe("thing");
    if (type !== "number")
      expect(await handheld.evaluate("document.activeElement.selectionStart")).toBe(before.length);
  });

  test("leaves a list as it was, and a person's letter chooses from it", async () => {
    const handheld = await aScannerPage({ browser });
    const list = "<option>Brno</option><option>Ikaria</option><option>Olomouc</option>";
    await withThing(handheld, `<select id="thing" aria-label="Thing">${list}</select>`);
    await handheld.evaluate("document.getElementById('thing').focus()");
    await handheld.type("O");
    await handheld.until("document.getElementById('thing').value === 'Olomouc'");
    await handheld.scan("INV-000002");
    await looksUp(handheld, "INV-000002");
    expect(await handheld.textOf("#thing")).toBe("Olomouc");
  });

  test("leaves what a person types, swipes and pastes, and their Enter", async () => {
    const handheld = await aScannerPage({ browser });
    await withThing(handheld, '<input id="thing" aria-label="Thing" />');
    await handheld.evaluate(`void document.getElementById("thing").addEventListener("keydown", (event) => {
      if (event.key === "Enter") window.entered = event.target.value;
    })`);
    await handheld.tap({ css: "#thing" });
    await handheld.type("drill ");
    await handheld.insert("screwdriver");
    await handheld.type("s, 4", { as: "android" });
    await handheld.press("Enter");
    await handheld.until(`window.entered === "drill screwdrivers, 4"`);
    expect(await handheld.textOf("#thing")).toBe("drill screwdrivers, 4");
    await handheld.see("Scan any code");
  });
});

describe.each(OLDEST)("what a scanner sends to %s", (browser) => {
  test("ten scans a second are all read, in their order", async () => {
    const handheld = await aScannerPage({ browser });
    await handheld.scan("FIRST");
    await looksUp(handheld, "FIRST");
    await handheld.evaluate(`{
      window.seen = [];
      const look = () => {
        const text = document.querySelector(${JSON.stringify(LOOKED_UP)}).textContent;
        if (text !== window.seen[window.seen.length - 1]) window.seen.push(text);
      };
      new MutationObserver(look).observe(document.querySelector(".facts"), { subtree: true, characterData: true, childList: true });
    }`);
    const codes = Array.from({ length: 30 }, (_, index) => `INV-${String(index).padStart(6, "0")}`);
    for (const code of codes) {
      const next = new Promise((done) => setTimeout(done, 100));
      await handheld.scan(code);
      await next;
    }
    await looksUp(handheld, codes[29] ?? "");
    expect(await handheld.evaluate("seen")).toEqual(codes);
  });

  test("shows what it sends: the identifier, the separators, its pace and its end", async () => {
    const handheld = await aScannerPage({ browser });
    await handheld.scan("0108594001234567\x1d10L7", { prefix: "]d2", ending: "Tab" });
    await looksUp(handheld, "010859400123456710L7");
    await handheld.see("]d20108594001234567␝10L7");
    await handheld.see("GS1 Data Matrix (]d2)");
    await handheld.see("Ended by Tab");
    await handheld.scan("ABC1ABC1");
    await looksUp(handheld, "ABC1ABC1 · ABC1");
    await handheld.see("the same twice in one scan");
  });

  test("on another keyboard is corrected for good once the test label was scanned", async () => {
    const czech = layoutOf("cs-qwertz");
    if (czech === null) throw new Error("there is no Czech layout");
    const layout = (text: string) => typed(czech, text);
    const handheld = await aScannerPage({ browser });
    await handheld.scan(CODE, { layout });
    await handheld.see("The scanner seems to type on another keyboard: Czech QWERTY.");
    await handheld.scan(LABEL, { layout });
    await handheld.see("Found: Czech QWERTZ.");
    await handheld.seesNot("The scanner seems to type");
    await handheld.reload();
    await handheld.until(IS_READY);
    await handheld.scan(CODE, { layout });
    await handheld.until(
      `document.querySelector(${JSON.stringify(LOOKED_UP)}).textContent.startsWith("${CODE} · ")`,
    );
    await handheld.scan(LABEL);
    await handheld.see("The keyboard is right");
  });

  test("on another keyboard is corrected by one tap", async () => {
    const handheld = await aScannerPage({ browser, language: "cs" });
    await handheld.scan("INV)àààà&");
    await handheld.see("francouzská AZERTY");
    await handheld.tap("Opravovat kódy");
    await handheld.seesNot("Čtečka zřejmě píše");
    await handheld.scan("INV)àààà&");
    await looksUp(handheld, `INV-00001 · INV)àààà&`);
  });

  test("is told when the screen does not accept scans", async () => {
    const box = await aBox();
    const handheld = await aHandheld({ browser });
    await handheld.open(`${box.url}/#/about`);
    // The screen has asked the server, so it listens to the scanner too.
    await handheld.see("Server version");
    await handheld.scan(CODE);
    await handheld.see(`NOT counted: ${CODE}. This screen does not accept scans.`);
    await handheld.tap("OK");
    await handheld.seesNot(CODE);
    await handheld.scan(CODE);
    await handheld.see(`NOT counted: ${CODE}. This screen does not accept scans.`);
    // It leaves with the screen: it must not cover what is needed on the next one.
    await handheld.evaluate("void (location.hash = '#/settings/scanner')");
    await handheld.see("Scan any code");
    await handheld.seesNot("does not accept scans");
  });

  test("has a page that is fit for all", async () => {
    const handheld = await aScannerPage({ browser });
    await handheld.screenshot(`scanner-${browser}`);
    await handheld.scan("INV=ééééé+");
    await handheld.see("Correct its codes");
    expect(await handheld.axe()).toEqual([]);
    expect(await handheld.evaluate("document.documentElement.scrollWidth > innerWidth")).toBe(false);
  });
});
