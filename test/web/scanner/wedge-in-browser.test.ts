import { describe, expect, test } from "vitest";
import { typed } from "../../../src/web/scanner/layout.ts";
import { LABEL } from "../../../src/web/scanner/layout-label.ts";
import { layoutOf } from "../../../src/web/scanner/layouts.ts";
import { startServer } from "../../harness/server.ts";
import type { ScanOptions } from "../../harness/terminal/keyboard.ts";
import type { Terminal, TerminalOptions } from "../../harness/terminal.ts";
import { BROWSERS, OLDEST, openTerminal } from "../../harness/terminal.ts";

const CODE = "INV-000001";
const LOOKED_UP = ".facts dd.scan-raw:nth-of-type(2)";
const HAS_FOCUS = "document.activeElement.classList.contains('scan-field')";
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
async function scanAtOnce(terminal: Terminal, code: string, options?: ScanOptions): Promise<void> {
  await terminal.evaluate("void (window.isHeld = true)");
  await terminal.scan(code, options);
  await terminal.evaluate("void (window.isHeld = false)");
}

/** A handheld that shows the scanner's page. */
async function aScannerPage(options: TerminalOptions): Promise<Terminal> {
  const server = await startServer();
  const terminal = await openTerminal(options);
  await terminal.beforeLoad(WITH_HELD_TIMERS);
  await terminal.open(`${server.url}/#/settings/scanner`);
  await terminal.until(IS_READY);
  return terminal;
}

const looksUp = (terminal: Terminal, text: string) =>
  terminal.until(
    `(document.querySelector(${JSON.stringify(LOOKED_UP)}) || {}).textContent === ${JSON.stringify(text)}`,
  );

/** Puts a thing on the page that screens have and this one has not; taps on it are counted. */
async function withThing(terminal: Terminal, html: string): Promise<void> {
  await terminal.evaluate(`{
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
    const terminal = await aScannerPage({ browser, secure });
    await scanAtOnce(terminal, CODE, { as, ending, everyMs: 1 });
    await looksUp(terminal, CODE);
    expect(await terminal.evaluate(HAS_FOCUS)).toBe(true);
    expect(await terminal.evaluate("document.querySelector('.scan-field').value")).toBe("");
  });

  test("its field brings up no keyboard", async () => {
    const terminal = await aScannerPage({ browser });
    expect(await terminal.evaluate("document.activeElement.inputMode")).toBe("none");
    expect(await terminal.evaluate("document.activeElement.autocomplete")).toBe("off");
  });

  test("presses no button that has the focus, and reads on after a tap", async () => {
    const terminal = await aScannerPage({ browser });
    await withThing(terminal, '<button id="thing" type="button">Thing</button>');
    await terminal.evaluate("document.getElementById('thing').focus()");
    await terminal.scan(CODE);
    await looksUp(terminal, CODE);
    expect(await terminal.evaluate("presses")).toBe(0);
    await terminal.tap("Thing");
    await terminal.until(`presses === 1 && ${HAS_FOCUS}`);
    await scanAtOnce(terminal, "INV-000002", { as: "android" });
    await looksUp(terminal, "INV-000002");
  });

  test("is read where the screen took away what had the focus", async () => {
    const terminal = await aScannerPage({ browser });
    await withThing(terminal, '<input id="thing" aria-label="Thing" />');
    await terminal.tap({ css: "#thing" });
    await terminal.evaluate("document.getElementById('thing').remove()");
    await terminal.scan(CODE);
    await looksUp(terminal, CODE);
    await terminal.until(HAS_FOCUS);
  });

  test.each([
    ["text", "broken glass", "broken ", "glass"],
    ["search", "", "", ""],
    ["number", "12", "12", ""],
    ["password", "secret", "secret", ""],
  ])("leaves nothing in a field for %s", async (type, value, before, after) => {
    const terminal = await aScannerPage({ browser });
    await withThing(terminal, `<input id="thing" type="${type}" value="${value}" aria-label="Thing" />`);
    await terminal.tap({ css: "#thing" });
    const caret =
      type === "number"
        ? "0"
        : `document.activeElement.setSelectionRange(${before.length}, ${before.length})`;
    await terminal.evaluate(`void (${caret})`);
    await terminal.scan(CODE);
    await looksUp(terminal, CODE);
    expect(await terminal.textOf("#thing")).toBe(before + after);
    expect(await terminal.evaluate("heard[heard.length - 1]")).toBe(value);
    expect(await terminal.evaluate("document.activeElement.id")).toBe("thing");
    if (type !== "number")
      expect(await terminal.evaluate("document.activeElement.selectionStart")).toBe(before.length);
  });

  test("leaves a list as it was, and a person's letter chooses from it", async () => {
    const terminal = await aScannerPage({ browser });
    const list = "<option>Brno</option><option>Ikaria</option><option>Olomouc</option>";
    await withThing(terminal, `<select id="thing" aria-label="Thing">${list}</select>`);
    await terminal.evaluate("document.getElementById('thing').focus()");
    await terminal.type("O");
    await terminal.until("document.getElementById('thing').value === 'Olomouc'");
    await terminal.scan("INV-000002");
    await looksUp(terminal, "INV-000002");
    expect(await terminal.textOf("#thing")).toBe("Olomouc");
  });

  test("leaves what a person types, swipes and pastes, and their Enter", async () => {
    const terminal = await aScannerPage({ browser });
    await withThing(terminal, '<input id="thing" aria-label="Thing" />');
    await terminal.evaluate(`void document.getElementById("thing").addEventListener("keydown", (event) => {
      if (event.key === "Enter") window.entered = event.target.value;
    })`);
    await terminal.tap({ css: "#thing" });
    await terminal.type("drill ");
    await terminal.insert("screwdriver");
    await terminal.type("s, 4", { as: "android" });
    await terminal.press("Enter");
    await terminal.until(`window.entered === "drill screwdrivers, 4"`);
    expect(await terminal.textOf("#thing")).toBe("drill screwdrivers, 4");
    await terminal.see("Scan any code");
  });
});

describe.each(OLDEST)("what a scanner sends to %s", (browser) => {
  test("ten scans a second are all read, in their order", async () => {
    const terminal = await aScannerPage({ browser });
    await terminal.scan("FIRST");
    await looksUp(terminal, "FIRST");
    await terminal.evaluate(`{
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
      await terminal.scan(code);
      await next;
    }
    await looksUp(terminal, codes[29] ?? "");
    expect(await terminal.evaluate("seen")).toEqual(codes);
  });

  test("shows what it sends: the identifier, the separators, its pace and its end", async () => {
    const terminal = await aScannerPage({ browser });
    await terminal.scan("0108594001234567\x1d10L7", { prefix: "]d2", ending: "Tab" });
    await looksUp(terminal, "010859400123456710L7");
    await terminal.see("]d20108594001234567␝10L7");
    await terminal.see("GS1 Data Matrix (]d2)");
    await terminal.see("Ended by Tab");
    await terminal.scan("ABC1ABC1");
    await looksUp(terminal, "ABC1ABC1 · ABC1");
    await terminal.see("the same twice in one scan");
  });

  test("on another keyboard is corrected for good once the test label was scanned", async () => {
    const czech = layoutOf("cs-qwertz");
    if (czech === null) throw new Error("there is no Czech layout");
    const layout = (text: string) => typed(czech, text);
    const terminal = await aScannerPage({ browser });
    await terminal.scan(CODE, { layout });
    await terminal.see("The scanner seems to type on another keyboard: Czech QWERTY.");
    await terminal.scan(LABEL, { layout });
    await terminal.see("Found: Czech QWERTZ.");
    await terminal.seesNot("The scanner seems to type");
    await terminal.reload();
    await terminal.until(IS_READY);
    await terminal.scan(CODE, { layout });
    await terminal.until(
      `document.querySelector(${JSON.stringify(LOOKED_UP)}).textContent.startsWith("${CODE} · ")`,
    );
    await terminal.scan(LABEL);
    await terminal.see("The keyboard is right");
  });

  test("on another keyboard is corrected by one tap", async () => {
    const terminal = await aScannerPage({ browser, language: "cs" });
    await terminal.scan("INV)àààà&");
    await terminal.see("francouzská AZERTY");
    await terminal.tap("Opravovat kódy");
    await terminal.seesNot("Čtečka zřejmě píše");
    await terminal.scan("INV)àààà&");
    await looksUp(terminal, `INV-00001 · INV)àààà&`);
  });

  test("is told when the screen does not accept scans", async () => {
    const server = await startServer();
    const terminal = await openTerminal({ browser });
    await terminal.open(`${server.url}/#/about`);
    // The screen has asked the server, so it listens to the scanner too.
    await terminal.see("Server version");
    await terminal.scan(CODE);
    await terminal.see(`NOT counted: ${CODE}. This screen does not accept scans.`);
    await terminal.tap("OK");
    await terminal.seesNot(CODE);
    await terminal.scan(CODE);
    await terminal.see(`NOT counted: ${CODE}. This screen does not accept scans.`);
    // It leaves with the screen: it must not cover what is needed on the next one.
    await terminal.evaluate("void (location.hash = '#/settings/scanner')");
    await terminal.see("Scan any code");
    await terminal.seesNot("does not accept scans");
  });

  test("has a page that is fit for all", async () => {
    const terminal = await aScannerPage({ browser });
    await terminal.screenshot(`scanner-${browser}`);
    await terminal.scan("INV=ééééé+");
    await terminal.see("Correct its codes");
    expect(await terminal.axe()).toEqual([]);
    expect(await terminal.evaluate("document.documentElement.scrollWidth > innerWidth")).toBe(false);
  });
});
