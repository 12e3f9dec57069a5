import { expect, test } from "vitest";
import { OLDEST } from "../../harness/terminal.ts";
import { person, typePin } from "../access/log-in.ts";
import { STORED_DATA, typeNumber } from "../count/count-page.ts";
import { expectedEndings, makeMistakes } from "./make-mistakes.ts";
import type { Attempt, Mistake, Worker } from "./mistake.ts";

// Mistakes of two terminals that count the same, and of two users of one terminal.

/** Waits until the terminal has stored this counted quantity of an article, which nobody has contradicted. */
const waitForQuantity = (
  { terminal, code }: Pick<Attempt, "terminal" | "code">,
  article: string,
  quantity: number,
) =>
  terminal.until(
    `${STORED_DATA}.then((all) => JSON.parse(all).items.some((item) => item.article.code === ${JSON.stringify(code(article))} && item.inventoryQuantity === ${quantity} && !item.isToRecount))`,
  );

/** Counts at both terminals offline, then sends from the first and from the second. */
async function countOffline(attempt: Attempt, count: (colleague: Worker) => Promise<void>): Promise<void> {
  const colleague = await attempt.colleague();
  await colleague.go("here");
  const both = [attempt, colleague];
  for (const { terminal } of both) await terminal.offline(true);
  await count(colleague);
  for (const { terminal, waitUntilSent } of both) {
    await terminal.offline(false);
    await waitUntilSent();
  }
}

/** Scans pieces one by one, after `before` counted ones. */
async function scanPieces({ scan }: Worker, many: number, of: string, before = 0): Promise<void> {
  for (let n = before + 1; n <= before + many; n++)
    await scan("A", n === 1 ? "counted" : "added", `${n} ${of}`);
}

const MISTAKES: readonly Mistake[] = [
  {
    what: "goes on with an article that a colleague has begun",
    expected: { A: { here: 6 } },
    truth: { A: { here: 5 } },
    ends: "the true count",
    async make(attempt) {
      const colleague = await attempt.colleague();
      await colleague.go("here");
      await scanPieces(colleague, 2, "of 6");
      await colleague.waitUntilSent();
      await waitForQuantity(attempt, "A", 2);
      await scanPieces(attempt, 3, "of 6", 2);
    },
  },
  {
    what: "types the rest of what a colleague has begun as if it were added",
    expected: { A: { here: 6 } },
    truth: { A: { here: 5 } },
    ends: "a wrong count, to be recounted",
    async make(attempt) {
      const colleague = await attempt.colleague();
      await colleague.go("here");
      await scanPieces(colleague, 3, "of 6");
      await colleague.waitUntilSent();
      await waitForQuantity(attempt, "A", 3);
      await attempt.openPad("A");
      await typeNumber(attempt.terminal, 2);
      await attempt.terminal.tap("Save 2");
      await attempt.terminal.see("Saved: 2");
    },
  },
  {
    what: "shares the pieces with a colleague, both without a connection",
    expected: { A: { here: 6 } },
    truth: { A: { here: 5 } },
    ends: "the true count, to be recounted",
    make: (attempt) =>
      countOffline(attempt, async (colleague) => {
        await scanPieces(colleague, 2, "of 6");
        await scanPieces(attempt, 3, "of 6");
      }),
  },
  {
    what: "scans the piece that a colleague then scans at the wrong location, both without a connection",
    expected: { A: { here: 1 }, B: { there: 1 } },
    truth: { A: { here: 1 }, B: { there: 1 } },
    serials: ["A"],
    ends: "a difference in the results",
    make: (attempt) =>
      countOffline(attempt, async (colleague) => {
        await attempt.scan("A", "counted", "1 of 1");
        await colleague.terminal.scan(attempt.labelOf("there"));
        await colleague.scan("B", "counted", "1 of 1");
        await colleague.scan("A", "elsewhere");
      }),
  },
  {
    what: "types a quantity and leaves the terminal to somebody else without Save",
    expected: { A: { here: 5 } },
    truth: { A: { here: 5 } },
    ends: "still to count",
    async make({ terminal, openPad }) {
      await openPad("A");
      await typeNumber(terminal, 5);
      await terminal.tap(person("user").fullName);
      await terminal.tap(person("both").fullName);
      await typePin(terminal, person("both").pin);
      await terminal.see(person("both").fullName);
      await terminal.until("document.querySelector('nav.tabs') !== null");
    },
  },
];

test.each(OLDEST)(
  "each mistake with a colleague ends with the true count or is visible to the office, in %s",
  async (browser) => {
    expect(await makeMistakes(browser, MISTAKES)).toEqual(expectedEndings(MISTAKES));
  },
);
