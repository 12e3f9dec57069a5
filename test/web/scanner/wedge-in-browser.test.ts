import { describe, expect, test } from "vitest";
import { LABEL } from "../../../src/web/scanner/layout-choice.tsx";
import { layoutOf, typed } from "../../../src/web/scanner/layouts.ts";
import { startServer } from "../../harness/server.ts";
import {
  BROWSERS,
  OLDEST,
  openTerminal,
  type Terminal,
  type TerminalOptions,
} from "../../harness/terminal.ts";

const CODE = "INV-000001";
const LOOKED_UP = ".facts dd.scan-raw:nth-of-type(2)";
const HAS_FOCUS = "document.activeElement.classList.contains('scan-field')";
const IS_READY = `${HAS_FOCUS} && document.querySelector(".test-label") !== null`;

/** Opens the scanner's page. */
async function openScannerPage(options: TerminalOptions): Promise<Terminal> {
  const server = await startServer();
  const terminal = await openTerminal(options);
  await terminal.open(`${server.url}/#/settings/scanner`);
  await terminal.until(IS_READY);
  return terminal;
}

const waitForLookup = (terminal: Terminal, text: string) =>
  terminal.until(
    `(document.querySelector(${JSON.stringify(LOOKED_UP)}) || {}).textContent === ${JSON.stringify(text)}`,
  );

/**
 * Adds an element with the id `thing` to the page, and records its clicks and inputs. Below the title: its row fits the heading later,
 * which would move an element beside it.
 */
async function addElement(terminal: Terminal, html: string): Promise<void> {
  await terminal.evaluate(`{
    document.querySelector(".page-title").insertAdjacentHTML("afterend", ${JSON.stringify(html)});
    window.presses = 0;
    window.heard = [];
    const thing = document.getElementById("thing");
    thing.addEventListener("click", () => { window.presses += 1; });
    thing.addEventListener("input", () => { window.heard.push(thing.value); });
  }`);
}

describe.each(BROWSERS)("a scanner in %s", (browser) => {
  test.each([true, false])(
    "a scan as keys or as Android's input, with any end, is read and leaves its field empty; the field opens no keyboard (secure: %s)",
    async (secure) => {
      const terminal = await openScannerPage({ browser, secure });
      await expect.poll(() => terminal.evaluate("document.activeElement.inputMode")).toBe("none");
      await expect.poll(() => terminal.evaluate("document.activeElement.autocomplete")).toBe("off");
      // The page waits longer for the end of a scan once it has seen an end.
      for (const [as, ending] of [
        ["keys", "none"],
        ["android", "none"],
        ["android", "Enter"],
        ["keys", "Enter"],
        ["keys", "Tab"],
      ] as const) {
        const code = `INV-${as}-${ending}`;
        await terminal.scan(code, { as, ending, everyMs: 1 });
        await waitForLookup(terminal, code);
        await expect.poll(() => terminal.evaluate(HAS_FOCUS)).toBe(true);
        await expect.poll(() => terminal.evaluate("document.querySelector('.scan-field').value")).toBe("");
      }
    },
  );

  test("a scan presses no focused button, and is read after a tap on a button", async () => {
    const terminal = await openScannerPage({ browser });
    await addElement(terminal, '<button id="thing" type="button">Thing</button>');
    await terminal.evaluate("document.getElementById('thing').focus()");
    await terminal.scan(CODE);
    await waitForLookup(terminal, CODE);
    await expect.poll(() => terminal.evaluate("presses")).toBe(0);
    await terminal.tap("Thing");
    await terminal.until(`presses === 1 && ${HAS_FOCUS}`);
    await terminal.scan("INV-000002", { as: "android" });
    await waitForLookup(terminal, "INV-000002");
  });

  test("a scan is read after the focused element was removed", async () => {
    const terminal = await openScannerPage({ browser });
    await addElement(terminal, '<input id="thing" aria-label="Thing" />');
    await terminal.tap({ css: "#thing" });
    await terminal.evaluate("document.getElementById('thing').remove()");
    await terminal.scan(CODE);
    await waitForLookup(terminal, CODE);
    await terminal.until(HAS_FOCUS);
  });

  test("a scan leaves fields for text, search and numbers unchanged", async () => {
    const terminal = await openScannerPage({ browser });
    for (const [type, value, before, after] of [
      ["text", "broken glass", "broken ", "glass"],
      ["search", "", "", ""],
      ["number", "12", "12", ""],
    ] as const) {
      await addElement(terminal, `<input id="thing" type="${type}" value="${value}" aria-label="Thing" />`);
      await terminal.tap({ css: "#thing" });
      const caret =
        type === "number"
          ? "0"
          : `document.activeElement.setSelectionRange(${before.length}, ${before.length})`;
      await terminal.evaluate(`void (${caret})`);
      await terminal.scan(`INV-${type}`);
      await waitForLookup(terminal, `INV-${type}`);
      await expect.poll(async () => [type, await terminal.textOf("#thing")]).toEqual([type, before + after]);
      await expect.poll(() => terminal.evaluate("heard[heard.length - 1]")).toBe(value);
      await expect.poll(() => terminal.evaluate("document.activeElement.id")).toBe("thing");
      if (type !== "number")
        await expect
          .poll(() => terminal.evaluate("document.activeElement.selectionStart"))
          .toBe(before.length);
      await terminal.evaluate("document.getElementById('thing').remove()");
    }
  });

  test("a scan leaves a list unchanged, and a typed letter selects from it", async () => {
    const terminal = await openScannerPage({ browser });
    const list = "<option>Brno</option><option>Ikaria</option><option>Olomouc</option>";
    await addElement(terminal, `<select id="thing" aria-label="Thing">${list}</select>`);
    await terminal.evaluate("document.getElementById('thing').focus()");
    await terminal.type("O");
    await terminal.until("document.getElementById('thing').value === 'Olomouc'");
    await terminal.scan("INV-000002");
    await waitForLookup(terminal, "INV-000002");
    await expect.poll(() => terminal.textOf("#thing")).toBe("Olomouc");
  });

  test("typed, swiped and pasted text and its Enter stay", async () => {
    const terminal = await openScannerPage({ browser });
    await addElement(terminal, '<input id="thing" aria-label="Thing" />');
    await terminal.evaluate(`void document.getElementById("thing").addEventListener("keydown", (event) => {
      if (event.key === "Enter") window.entered = event.target.value;
    })`);
    await terminal.tap({ css: "#thing" });
    await terminal.type("drill ");
    await terminal.insert("screwdriver");
    await terminal.type("s, 4", { as: "android" });
    await terminal.press("Enter");
    await expect.poll(() => terminal.evaluate("window.entered")).toBe("drill screwdrivers, 4");
    await expect.poll(() => terminal.textOf("#thing")).toBe("drill screwdrivers, 4");
    await terminal.see("Scan any code");
  });
});

describe.each(OLDEST)("the scanner's page in %s", (browser) => {
  test("it shows the symbology identifier, the separators, the end and doubled codes of a scan", async () => {
    const terminal = await openScannerPage({ browser });
    await terminal.scan("0108594001234567\x1d10L7", { prefix: "]d2", ending: "Tab" });
    await waitForLookup(terminal, "010859400123456710L7");
    await terminal.see("]d20108594001234567␝10L7");
    await terminal.see("GS1 Data Matrix (]d2)");
    await terminal.see("Ended by Tab");
    await terminal.scan("ABC1ABC1");
    await waitForLookup(terminal, "ABC1ABC1 · ABC1");
    await terminal.see("the same twice in one scan");
  });

  test("the test label corrects a wrong keyboard layout, also after a reload", async () => {
    const czech = layoutOf("cs-qwertz");
    if (czech === null) throw new Error("there is no Czech layout");
    const layout = (text: string) => typed(czech, text);
    const terminal = await openScannerPage({ browser });
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

  test("a suggested keyboard layout is shown without accessibility errors or horizontal scrolling, and one tap corrects it", async () => {
    const terminal = await openScannerPage({ browser, language: "cs" });
    await terminal.scan("INV)àààà&");
    await terminal.see("francouzská AZERTY");
    await expect.poll(() => terminal.axe()).toEqual([]);
    await expect
      .poll(() => terminal.evaluate("document.documentElement.scrollWidth > innerWidth"))
      .toBe(false);
    await terminal.screenshot(`scanner-${browser}`);
    await terminal.tap("Opravovat kódy");
    await terminal.seesNot("Čtečka zřejmě píše");
    await terminal.scan("INV)àààà&");
    await waitForLookup(terminal, `INV-00001 · INV)àààà&`);
  });
});
