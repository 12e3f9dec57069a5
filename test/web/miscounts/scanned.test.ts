import { expect, test } from "vitest";
import { OLDEST } from "../../harness/terminal.ts";
import { searchArticle, typeNumber, waitForRecent, waitOutDoubleTap } from "../count/count-page.ts";
import { expectedEndings, makeMistakes, waitForResult } from "./make-mistakes.ts";
import type { Mistake } from "./mistake.ts";

// Mistakes of scanning.

const MISTAKES: readonly Mistake[] = [
  {
    what: "forgets the label of the next location, notices it and scans both again",
    expected: { A: { there: 1 } },
    truth: { A: { there: 1 } },
    ends: "the true count",
    async make({ terminal, scan, labelOf }) {
      await scan("A", "elsewhere", "Belongs to there");
      await terminal.scan(labelOf("there"));
      await terminal.see("Now counting at");
      await scan("A", "asked");
      await terminal.tap("Moved here");
      await terminal.see("Moved here 1 of 1");
      // The next answer is at the same position.
      await waitOutDoubleTap(terminal);
    },
  },
  {
    what: "scans the label of another location while a question is open, and answers it there",
    expected: { A: { here: 2 }, B: { there: 1 } },
    truth: { A: { here: 3 }, B: { there: 1 } },
    serials: ["A"],
    ends: "the true count",
    async make({ terminal, scan, labelOf }) {
      for (const verdict of ["counted", "added", "asked"]) await scan("A", verdict);
      await terminal.scan(labelOf("there"));
      await terminal.see("Now counting at");
      await scan("B", "counted");
      await terminal.tap(/\d needs? your answer/);
      await terminal.tapTwice("Add 1");
      await terminal.seesNot("needs your answer");
    },
  },
  {
    what: "ignores the question about one piece too many and scans on",
    expected: { A: { here: 2 }, B: { here: 1 } },
    truth: { A: { here: 3 }, B: { here: 1 } },
    serials: ["A"],
    ends: "a question that is still open",
    async make({ terminal, scan, code }) {
      for (const verdict of ["counted", "added", "asked", "asked"]) await scan("A", verdict);
      await scan("B", "counted");
      await terminal.see(/\d needs? your answer/);
      await terminal.scan(code("A"));
      await waitForResult(terminal, code("A"), "asked");
    },
  },
  {
    what: "ignores the question, types the quantity, then goes back to the question",
    expected: { A: { here: 2 } },
    truth: { A: { here: 3 } },
    serials: ["A"],
    ends: "the true count",
    async make({ terminal, scan, openPad, code }) {
      for (const verdict of ["counted", "added", "asked"]) await scan("A", verdict);
      await openPad("A");
      await typeNumber(terminal, 3);
      await terminal.tap("Save 3");
      await terminal.see("Saved: 3");
      await terminal.tap("Recent");
      await waitForRecent(terminal, code("A"), 3);
      await terminal.tap({ css: ".list li:nth-child(2) a" });
      await terminal.see("State discarded");
      await terminal.seesNot("Add 1");
    },
  },
  {
    what: "answers the question twice in gloves",
    expected: { A: { here: 2 } },
    truth: { A: { here: 3 } },
    serials: ["A"],
    ends: "the true count",
    async make({ terminal, scan }) {
      for (const verdict of ["counted", "added", "asked"]) await scan("A", verdict);
      await terminal.tapTwice("Add 1");
      await terminal.see("One more counted");
    },
  },
  {
    what: "finds one more piece with a serial number, and taps Add 1 twice in gloves",
    expected: { A: { here: 1 } },
    truth: { A: { here: 2 } },
    serials: ["A"],
    ends: "the true count",
    async make({ terminal, scan }) {
      await scan("A", "counted", "1 of 1");
      await scan("A", "same", "1 of 1");
      await terminal.tapTwice("Add 1");
      await terminal.see("One more counted");
    },
  },
  {
    what: "scans a code in another letter case",
    expected: { A: { here: 1 } },
    truth: { A: { here: 1 } },
    ends: "the true count",
    async make({ terminal, code }) {
      await terminal.scan(code("A").toLowerCase());
      await terminal.tapTwice(`It is ${code("A")}`);
      await waitForResult(terminal, code("A"), "counted");
    },
  },
  {
    what: "matches an unknown code with the wrong article, and undoes that in Recent",
    expected: { A: { here: 1 }, B: { here: 1 } },
    truth: { A: {}, B: { here: 1 } },
    ends: "the true count",
    async make({ terminal, scan, code, waitUntilSent }) {
      await terminal.scan("TORN-LABEL");
      await terminal.tap("Match");
      await searchArticle(terminal, code("A"));
      await terminal.tap(new RegExp(`Article ${code("A")}`));
      await waitForResult(terminal, code("A"), "counted");
      await waitUntilSent();
      await terminal.tap("Recent");
      await terminal.tap(new RegExp(`Article ${code("A")}`));
      await terminal.tap("Undo");
      await terminal.see("Undone");
      await scan("B", "counted", "1 of 1");
    },
  },
];

test.each(OLDEST)(
  "each mistake of scanning ends with the true count or is visible to the office, in %s",
  async (browser) => {
    expect(await makeMistakes(browser, MISTAKES)).toEqual(expectedEndings(MISTAKES));
  },
);
