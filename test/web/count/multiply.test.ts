import { describe, expect, test } from "vitest";
import { OLDEST } from "../../harness/terminal.ts";
import { notTwice, typeNumber } from "./together.ts";
import { type AtShelf, atShelf } from "./warehouse.ts";

// Quantity first, then scan.

/** Lets the next scan count so many pieces. */
async function multiply({ terminal }: AtShelf, pieces: number): Promise<void> {
  await terminal.tap(/Multiply/);
  await terminal.see("Pieces per scan");
  await typeNumber(terminal, pieces);
  await terminal.tap(`Next scan: ${pieces}`);
  await terminal.see(`Next scan counts ${pieces}`);
}

const sent = ({ terminal }: AtShelf) => terminal.see(/^All sent/);

describe.each(OLDEST)("a quantity before the scan in %s", (browser) => {
  test("is counted by one scan, which is one operation; an undo takes back just that", async () => {
    const at = await atShelf({ browser });
    const { terminal, counted } = at;
    await multiply(at, 12);
    await terminal.screenshot("multiply-on");
    await terminal.scan("BOLT-25");
    await terminal.see("Counted 12 of 25 pieces");
    await terminal.scan("BOLT-25");
    await terminal.see("+1: 13 of 25");
    await multiply(at, 12);
    await terminal.scan("BOLT-25");
    await terminal.see("+12: 25 of 25 25 of 25 pieces");
    await sent(at);
    expect(await counted("BOLT-25")).toBe(25);
    await terminal.tap("Undo last");
    await terminal.see("Undone: 13 now");
    await sent(at);
    expect(await counted("BOLT-25")).toBe(13);
  });

  test("counts for a scan at the pad too; more than expected is said, and far more is asked first", async () => {
    const at = await atShelf({ browser });
    const { terminal, counted } = at;
    await terminal.tap(/Multiply/);
    await typeNumber(terminal, 4);
    await terminal.scan("PAIR-3");
    await terminal.see("More than expected: 4 of 3");
    await multiply(at, 600);
    await terminal.scan("BOLT-25");
    await terminal.see("NOT counted: answer 600? pieces");
    await terminal.see("600 pieces at once? Expected: 25.");
    await terminal.screenshot("multiply-asked");
    await terminal.tap("Add 600");
    await terminal.see("600 more counted 600 of 25 pieces");
    await sent(at);
    expect(await counted("PAIR-3")).toBe(4);
    expect(await counted("BOLT-25")).toBe(600);
  });

  test("is kept by a question: moved here, or so many more", async () => {
    const at = await atShelf({ browser });
    const { terminal, house, inventory } = at;
    await multiply(at, 12);
    await terminal.scan("MOVED-5");
    await terminal.tap("12 more here");
    await terminal.see("12 more counted");
    await sent(at);
    const { body } = await house.manager.get(`/api/inventories/${inventory}/items`);
    const items: readonly { articleId: number; inventoryQuantity: number | null }[] = body;
    const counted = items.filter(({ articleId }) => articleId === house.id("MOVED-5"));
    expect(counted.map(({ inventoryQuantity }) => inventoryQuantity).sort()).toEqual([12, 5]);
  });

  test("refuses an article with a serial number, and holds for the next scan", async () => {
    const at = await atShelf({ browser });
    const { terminal, counted } = at;
    await multiply(at, 2);
    await terminal.scan("SERIAL-1");
    await terminal.see("one piece per serial number");
    await terminal.see("Next ×2");
    await terminal.scan("PAIR-3");
    await terminal.see("Counted 2 of 3");
    await sent(at);
    expect(await counted("SERIAL-1")).toBe(null);
  });

  test("ends by Cancel, with the location, and when somebody else takes over; kept on, it holds until then", async () => {
    const at = await atShelf({ browser });
    const { terminal, counted, server, house, inventory } = at;
    await multiply(at, 5);
    await terminal.tap("Cancel");
    await terminal.see("Multiply off");
    await terminal.scan("BOLT-25");
    await terminal.see("Counted 1 of 25");

    await multiply(at, 5);
    await terminal.tap("Keep on");
    await terminal.see("Each scan counts 5");
    for (const quantity of [6, 11]) {
      await terminal.scan("BOLT-25");
      await terminal.see(`+5: ${quantity} of 25`);
    }
    await terminal.see("Next ×5");
    await terminal.open(`${server.url}/#/count/${inventory}/${house.at("A-02")}`);
    await terminal.see("A-02 ×1");
    await terminal.scan("OTHER-1");
    await terminal.see("Counted 1 of 1");
    await at.go("");
    await terminal.see("A-01 ×1");

    await multiply(at, 5);
    await notTwice(terminal);
    await terminal.tap(/Uma Svoboda/);
    await terminal.see("Who's counting?");
    await terminal.back();
    await terminal.see("A-01 ×1");
    await terminal.scan("BOLT-25");
    await terminal.see("+1: 12 of 25");
    await sent(at);
    expect(await counted("BOLT-25")).toBe(12);
  });
});
