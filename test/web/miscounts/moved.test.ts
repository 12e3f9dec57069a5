import { expect, test } from "vitest";
import { OLDEST } from "../../harness/terminal.ts";
import { typeNumber, waitOutDoubleTap } from "../count/count-page.ts";
import { expectedEndings, makeMistakes } from "./make-mistakes.ts";
import type { Mistake } from "./mistake.ts";

// Mistakes with pieces that were counted at another location.

const MISTAKES: readonly Mistake[] = [
  {
    what: "scans what was counted at another location and was moved since",
    expected: { A: { here: 1 }, B: { there: 1 } },
    truth: { A: { there: 1 }, B: { there: 1 } },
    ends: "the true count",
    async make({ terminal, scan, labelOf }) {
      await scan("A", "counted");
      await terminal.scan(labelOf("there"));
      await scan("B", "counted");
      await scan("A", "asked");
      await terminal.tapTwice("Moved here");
      await terminal.see("Moved here 1 of 1");
    },
  },
  {
    what: "ignores whether a piece was moved, scans it again where it was counted, and is asked nothing there",
    expected: { A: { here: 1 }, B: { there: 1 } },
    truth: { A: { here: 1 }, B: { there: 1 } },
    serials: ["A"],
    ends: "the true count",
    async make({ terminal, go, scan }) {
      await scan("A", "counted");
      await go("there");
      await scan("B", "counted");
      await scan("A", "asked");
      await go("here");
      await scan("A", "same");
      await terminal.tap(/\d needs? your answer/);
      await terminal.tap("Skip");
      await terminal.seesNot("needs your answer");
    },
  },
  {
    what: "scans one more piece of what was counted at another location",
    expected: { A: { here: 1 } },
    truth: { A: { here: 1, there: 1 } },
    ends: "the true count",
    async make({ terminal, go, scan }) {
      await scan("A", "counted");
      await go("there");
      await scan("A", "asked");
      await terminal.tapTwice("One more here");
      await terminal.see("One more counted");
    },
  },
  {
    what: "says that pieces of a blind count were moved, and waitForResult how many",
    expected: { A: { here: 3 }, B: { there: 1 } },
    truth: { A: { there: 3 }, B: { there: 1 } },
    isBlind: true,
    ends: "the true count",
    async make({ terminal, go, scan }) {
      for (const n of [1, 2, 3]) await scan("A", n === 1 ? "counted" : "added", `${n} piece`);
      await go("there");
      await scan("B", "counted");
      await scan("A", "asked");
      await terminal.tapTwice("All 3 moved here");
      await terminal.see("All 3 moved here 3 pieces");
    },
  },
  {
    what: "types the quantity of a piece that was counted at another location, and says that it was moved",
    expected: { A: { here: 1 }, B: { there: 1 } },
    truth: { A: { here: 1 }, B: { there: 1 } },
    ends: "the true count",
    async make({ terminal, go, scan, openPad }) {
      await go("there");
      await scan("B", "counted");
      await scan("A", "elsewhere");
      await go("here");
      await openPad("A");
      await terminal.see(/Counted at there \d+: 1/);
      await typeNumber(terminal, 1);
      await terminal.tap("Save 1");
      await terminal.see(/Moved to here \d+, or more there\?/);
      await waitOutDoubleTap(terminal);
      await terminal.tap("Moved here");
      await terminal.see(/Moved here (M\d+-A )?1 of 1/);
    },
  },
  {
    what: "types the quantity of a piece that was counted at another location, and goes Back",
    expected: { A: { here: 1 }, B: { there: 1 } },
    truth: { A: { here: 2 }, B: { there: 1 } },
    ends: "a question that is still open",
    async make({ terminal, go, scan, openPad }) {
      await go("there");
      await scan("B", "counted");
      await scan("A", "elsewhere");
      await go("here");
      await openPad("A");
      await typeNumber(terminal, 2);
      await terminal.back();
      await terminal.see(/\d needs? your answer/);
    },
  },
  {
    what: "types that there is none where a piece is expected that was counted at another location",
    expected: { A: { here: 1 }, B: { there: 1 } },
    truth: { A: { there: 1 }, B: { there: 1 } },
    ends: "the true count",
    async make({ terminal, go, scan, openPad }) {
      await go("there");
      await scan("B", "counted");
      await scan("A", "elsewhere");
      await go("here");
      await openPad("A");
      await typeNumber(terminal, 0);
      await terminal.tap("Save 0");
      await terminal.see(/Nothing changed. Counted at there \d+: 1/);
    },
  },
  {
    what: "corrects a scan of a piece that has been moved since",
    expected: { A: { here: 1 }, B: { there: 1 } },
    truth: { A: { there: 2 }, B: { there: 1 } },
    ends: "the true count",
    async make({ terminal, go, scan }) {
      await scan("A", "counted");
      await go("there");
      await scan("B", "counted");
      await scan("A", "asked");
      await terminal.tap("Moved here");
      await terminal.see(/Moved here (M\d+-A )?1 of 1/);
      await go("here");
      await terminal.tap("Recent");
      await terminal.tap({ css: ".list li:nth-child(3) a" });
      await terminal.tap("Correct");
      await terminal.see(/Counted at there \d+: 1/);
      await waitOutDoubleTap(terminal);
      await typeNumber(terminal, 2);
      await terminal.tap("Save 2");
      await terminal.see("Corrected to 2");
    },
  },
];

test.each(OLDEST)(
  "each mistake with moved pieces ends with the true count or is visible to the office, in %s",
  async (browser) => {
    expect(await makeMistakes(browser, MISTAKES)).toEqual(expectedEndings(MISTAKES));
  },
);
