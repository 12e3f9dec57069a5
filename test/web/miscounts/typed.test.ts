import { expect, test } from "vitest";
import { OLDEST } from "../../harness/terminal.ts";
import { typeNumber, waitForRecent, waitOutDoubleTap } from "../count/count-page.ts";
import { expectedEndings, makeMistakes, waitForResult } from "./make-mistakes.ts";
import type { Mistake } from "./mistake.ts";

// Mistakes of typing and tapping.

const MISTAKES: readonly Mistake[] = [
  {
    what: "taps Save twice in gloves",
    expected: { A: { here: 6 } },
    truth: { A: { here: 5 } },
    ends: "the true count",
    async make({ terminal, scan, openPad }) {
      await scan("A", "counted", "1 of 6");
      await openPad("A");
      await typeNumber(terminal, 5);
      await terminal.tapTwice("Save 5");
      await terminal.see("Saved: 5");
    },
  },
  {
    what: "taps As expected twice in gloves, where Undo is on the next screen",
    expected: { A: { here: 6 } },
    truth: { A: { here: 6 } },
    ends: "the true count",
    async make({ terminal, scan, openPad }) {
      await scan("A", "counted", "1 of 6");
      await openPad("A");
      await terminal.tapTwice("As expected (6)");
      await terminal.see("Saved: 6");
    },
  },
  {
    what: "taps Undo twice in gloves",
    expected: { A: { here: 3 } },
    truth: { A: { here: 2 } },
    ends: "the true count",
    async make({ terminal, scan }) {
      for (const n of [1, 2, 3]) await scan("A", n === 1 ? "counted" : "added", `${n} of 3`);
      await terminal.tapTwice("Undo last");
      await terminal.see("Undone: 2 now");
    },
  },
  {
    what: "taps Undo twice in gloves on the page of one scan",
    expected: { A: { here: 3 } },
    truth: { A: { here: 2 } },
    ends: "the true count",
    async make({ terminal, scan, code }) {
      for (const n of [1, 2, 3]) await scan("A", n === 1 ? "counted" : "added", `${n} of 3`);
      await terminal.tap("Recent");
      await waitForRecent(terminal, code("A"), 3);
      await terminal.tap({ css: ".list li:first-child a" });
      await terminal.tapTwice("Undo");
      await terminal.see("Undone: 2 now");
    },
  },
  {
    what: "corrects an older scan as if it said how many there are now",
    expected: { A: { here: 3 } },
    truth: { A: { here: 2 } },
    ends: "the true count",
    async make({ terminal, scan, code }) {
      for (const n of [1, 2, 3]) await scan("A", n === 1 ? "counted" : "added", `${n} of 3`);
      await waitForRecent(terminal, code("A"), 3);
      await terminal.tap({ css: ".list li:nth-child(3) a" });
      await terminal.tap("Correct");
      await terminal.see("Counted: 3");
      await waitOutDoubleTap(terminal);
      await typeNumber(terminal, 2);
      await terminal.tap("Save 2");
      await terminal.see("Corrected to 2");
    },
  },
  {
    what: "taps an article of the list twice in gloves, where a digit of the pad is on the next screen",
    expected: { A: { here: 6 } },
    truth: { A: {} },
    ends: "the true count",
    async make({ terminal }) {
      await terminal.tap("All here");
      await terminal.tapTwice({ css: ".list li:first-child a" });
      await terminal.until("document.querySelector('.number-pad') !== null");
      // By then a digit would be shown.
      await waitOutDoubleTap(terminal);
      await terminal.back();
      await terminal.see("Ready to scan");
    },
  },
  {
    what: "types digits on the keys of the device at the open pad, then Enter",
    expected: { A: { here: 12 } },
    truth: { A: { here: 11 } },
    ends: "the true count",
    async make({ terminal, scan, openPad }) {
      await scan("A", "counted", "1 of 12");
      await openPad("A");
      await terminal.type("11", { everyMs: 120 });
      await terminal.press("Enter");
      await terminal.see("Saved: 11");
    },
  },
  {
    what: "types a quantity with no pad open",
    expected: { A: { here: 12 } },
    truth: { A: { here: 12 } },
    ends: "a difference in the results",
    async make({ terminal, scan }) {
      await scan("A", "counted", "1 of 12");
      await terminal.type("12", { everyMs: 300 });
      await terminal.press("Enter");
      await waitForResult(terminal, "12", "unknown");
    },
  },
  {
    what: "types a quantity and scans the next article without Save",
    expected: { A: { here: 4 }, B: { here: 1 } },
    truth: { A: { here: 3 }, B: { here: 1 } },
    ends: "the true count",
    async make({ terminal, scan, openPad }) {
      await scan("A", "counted", "1 of 4");
      await openPad("A");
      await typeNumber(terminal, 3);
      await scan("B", "counted", "1 of 1");
    },
  },
  {
    what: "types a quantity and scans the label of the next location without Save",
    expected: { A: { here: 4 }, B: { there: 1 } },
    truth: { A: { here: 3 }, B: { there: 1 } },
    ends: "the true count",
    async make({ terminal, scan, openPad, labelOf }) {
      await scan("A", "counted", "1 of 4");
      await openPad("A");
      await typeNumber(terminal, 3);
      await terminal.scan(labelOf("there"));
      await terminal.see("Now counting at");
      await scan("B", "counted", "1 of 1");
    },
  },
  {
    what: "types a quantity and a note and goes Back",
    expected: { A: { here: 4 } },
    truth: { A: { here: 3 } },
    ends: "the true count",
    async make({ terminal, openPad, waitUntilSent, items }) {
      await openPad("A");
      await typeNumber(terminal, 3);
      await terminal.evaluate("document.querySelector('details summary').click()");
      await terminal.evaluate("document.querySelector('textarea').focus()");
      await terminal.type("box is torn");
      await terminal.back();
      await terminal.see("Saved: 3");
      await waitUntilSent();
      await expect.poll(() => items("A")).toMatchObject([{ note: "box is torn" }]);
    },
  },
  {
    what: "types a far too large number and taps Save twice in gloves",
    expected: { A: { here: 7 } },
    truth: { A: { here: 7 } },
    ends: "the true count",
    async make({ terminal, openPad }) {
      await openPad("A");
      await typeNumber(terminal, 700);
      await terminal.tapTwice("Save 700");
      await terminal.see("700? Expected: 7");
      await terminal.press("Backspace");
      await terminal.press("Backspace");
      await waitOutDoubleTap(terminal);
      await terminal.tap("Save 7");
      await terminal.see("Saved: 7");
    },
  },
  {
    what: "types a far too large number and scans on",
    expected: { A: { here: 7 }, B: { here: 1 } },
    truth: { A: { here: 7 }, B: { here: 1 } },
    ends: "still to count",
    async make({ terminal, openPad, code }) {
      await openPad("A");
      await typeNumber(terminal, 700);
      await terminal.scan(code("B"));
      await terminal.see("700? Expected: 7");
    },
  },
];

test.each(OLDEST)(
  "each mistake of typing and tapping ends with the true count or is visible to the office, in %s",
  async (browser) => {
    expect(await makeMistakes(browser, MISTAKES)).toEqual(expectedEndings(MISTAKES));
  },
);
