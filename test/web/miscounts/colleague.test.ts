import { expect, test } from "vitest";
import { OLDEST } from "../../harness/terminal.ts";
import { person, typePin } from "../access/together.ts";
import { KEPT, typeNumber } from "../count/together.ts";
import type { Hands, Mistake, Play } from "./mistake.ts";
import { endingsOf, makeAll } from "./shift.ts";

// Two terminals count the same, or the office counts meanwhile, or two people share a terminal.

/** Waits until the terminal knows that so many pieces of an article are counted. */
const knows = ({ terminal, code }: Pick<Play, "terminal" | "code">, article: string, quantity: number) =>
  terminal.until(
    `${KEPT}.then((all) => JSON.parse(all).items.some((item) => item.article.code === ${JSON.stringify(code(article))} && item.inventoryQuantity === ${quantity}))`,
  );

/** Both are without a connection while they count; then the one sends before the other. */
async function bothOffline(play: Play, count: (colleague: Hands) => Promise<void>): Promise<void> {
  const colleague = await play.colleague();
  await colleague.go("here");
  const both = [play, colleague];
  for (const { terminal } of both) await terminal.offline(true);
  await count(colleague);
  for (const { terminal, sent } of both) {
    await terminal.offline(false);
    await sent();
  }
}

/** Scans so many pieces, and knows how many there are before them. */
async function scanPieces({ scan }: Hands, many: number, of: string, before = 0): Promise<void> {
  for (let n = before + 1; n <= before + many; n++)
    await scan("A", n === 1 ? "counted" : "added", `${n} ${of}`);
}

const MISTAKES: readonly Mistake[] = [
  {
    what: "goes on with an article that a colleague has begun",
    expected: { A: { here: 6 } },
    truth: { A: { here: 5 } },
    ends: "the true count",
    async make(play) {
      const colleague = await play.colleague();
      await colleague.go("here");
      await scanPieces(colleague, 2, "of 6");
      await colleague.sent();
      await knows(play, "A", 2);
      await scanPieces(play, 3, "of 6", 2);
    },
  },
  {
    what: "types the rest of what a colleague has begun as if it were added",
    expected: { A: { here: 6 } },
    truth: { A: { here: 5 } },
    ends: "a wrong count, to be recounted",
    async make(play) {
      const colleague = await play.colleague();
      await colleague.go("here");
      await scanPieces(colleague, 3, "of 6");
      await colleague.sent();
      await knows(play, "A", 3);
      await play.openPad("A");
      await typeNumber(play.terminal, 2);
      await play.terminal.tap("Save 2");
      await play.terminal.see("Saved: 2");
    },
  },
  {
    what: "shares the pieces with a colleague, both without a connection",
    expected: { A: { here: 6 } },
    truth: { A: { here: 5 } },
    ends: "the true count, to be recounted",
    make: (play) =>
      bothOffline(play, async (colleague) => {
        await scanPieces(colleague, 2, "of 6");
        await scanPieces(play, 3, "of 6");
      }),
  },
  {
    what: "scans the same five pieces as a colleague, both without a connection",
    expected: { A: { here: 10 } },
    truth: { A: { here: 5 } },
    ends: "a wrong count, to be recounted",
    make: (play) =>
      bothOffline(play, async (colleague) => {
        await scanPieces(colleague, 5, "of 10");
        await scanPieces(play, 5, "of 10");
      }),
  },
  {
    what: "types another quantity than a colleague, both without a connection",
    expected: { A: { here: 5 } },
    truth: { A: { here: 6 } },
    ends: "a wrong count, to be recounted",
    make: (play) =>
      bothOffline(play, async (colleague) => {
        for (const [hands, quantity] of [[play, 6] as const, [colleague, 5] as const]) {
          await scanPieces(hands, 1, "of 5");
          await hands.openPad("A");
          await typeNumber(hands.terminal, quantity);
          await hands.terminal.tap(`Save ${quantity}`);
          await hands.terminal.see(`Saved: ${quantity}`);
        }
      }),
  },
  {
    what: "scans the piece that a colleague then scans at the wrong location, both without a connection",
    expected: { A: { here: 1 }, B: { there: 1 } },
    truth: { A: { here: 1 }, B: { there: 1 } },
    serials: ["A"],
    ends: "a difference in the results",
    make: (play) =>
      bothOffline(play, async (colleague) => {
        await play.scan("A", "counted", "1 of 1");
        await colleague.terminal.scan(play.labelOf("there"));
        await colleague.scan("B", "counted", "1 of 1");
        await colleague.scan("A", "elsewhere");
      }),
  },
  {
    what: "undoes a scan after the office has counted again",
    expected: { A: { here: 6 } },
    truth: { A: { here: 7 } },
    ends: "a wrong count, to be recounted",
    async make(play) {
      await scanPieces(play, 3, "of 6");
      await play.sent();
      const [item] = await play.items("A");
      // Counted once it contradicts the terminal; counted once more it settles that.
      for (const _ of ["counted", "confirmed"]) {
        const count = { oid: item?.oid, inventoryQuantity: 7 };
        expect((await play.house.manager.put("/api/inventories/items/update", count)).status).toBe(200);
      }
      await knows(play, "A", 7);
      await play.terminal.tap("Undo last");
      await play.terminal.see("Undone: 6 now");
    },
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
  "each mistake with a colleague ends with the true count or in sight, in %s",
  async (browser) => {
    expect(await makeAll(browser, MISTAKES)).toEqual(endingsOf(MISTAKES));
  },
);
