import { describe, expect, test } from "vitest";
import { OLDEST } from "../../harness/handheld.ts";
import { notTwice, typeNumber } from "./together.ts";
import { type AtShelf, atShelf } from "./warehouse.ts";

// Quantity first, then scan.

/** Lets the next scan count so many pieces. */
async function multiply({ handheld }: AtShelf, pieces: number): Promise<void> {
  await handheld.tap(/Multiply/);
  await handheld.see("Pieces per scan");
  await typeNumber(handheld, pieces);
  await handheld.tap(`Next scan: ${pieces}`);
  await handheld.see(`Next scan counts ${pieces}`);
}

const sent = ({ handheld }: AtShelf) => handheld.see(/^All sent/);

describe.each(OLDEST)("a quantity before the scan in %s", (browser) => {
  test("is counted by one scan, which is one operation; an undo takes back just that", async () => {
    const at = await atShelf({ browser });
    const { handheld, counted } = at;
    await multiply(at, 12);
    await handheld.screenshot("multiply-on");
    await handheld.scan("BOLT-25");
    await handheld.see("Counted 12 of 25 pieces");
    await handheld.scan("BOLT-25");
    await handheld.see("+1: 13 of 25");
    await multiply(at, 12);
    await handheld.scan("BOLT-25");
    await handheld.see("+12: 25 of 25 25 of 25 pieces");
    await sent(at);
    expect(await counted("BOLT-25")).toBe(25);
    await handheld.tap("Undo last");
    await handheld.see("Undone: 13 now");
    await sent(at);
    expect(await counted("BOLT-25")).toBe(13);
  });

  test("counts for a scan at the pad too; more than expected is said, and far more is asked first", async () => {
    const at = await atShelf({ browser });
    const { handheld, counted } = at;
    await handheld.tap(/Multiply/);
    await typeNumber(handheld, 4);
    await handheld.scan("PAIR-3");
    await handheld.see("More than expected: 4 of 3");
    await multiply(at, 600);
    await handheld.scan("BOLT-25");
    await handheld.see("NOT counted: answer 600? pieces");
    await handheld.see("600 pieces at once? Expected: 25.");
    await handheld.screenshot("multiply-asked");
    await handheld.tap("Add 600");
    await handheld.see("600 more counted 600 of 25 pieces");
    await sent(at);
    expect(await counted("PAIR-3")).toBe(4);
    expect(await counted("BOLT-25")).toBe(600);
  });

  test("is kept by a question: moved here, or so many more", async () => {
    const at = await atShelf({ browser });
    const { handheld, house, inventory } = at;
    await multiply(at, 12);
    await handheld.scan("MOVED-5");
    await handheld.tap("12 more here");
    await handheld.see("12 more counted");
    await sent(at);
    const { body } = await house.manager.get(`/api/inventories/${inventory}/items`);
    const items: readonly { articleId: number; inventoryQuantity: number | null }[] = body;
    const counted = items.filter(({ articleId }) => articleId === house.id("MOVED-5"));
    expect(counted.map(({ inventoryQuantity }) => inventoryQuantity).sort()).toEqual([12, 5]);
  });

  test("refuses an article with a serial number, and holds for the next scan", async () => {
    const at = await atShelf({ browser });
    const { handheld, counted } = at;
    await multiply(at, 2);
    await handheld.scan("SERIAL-1");
    await handheld.see("one piece per serial number");
    await handheld.see("Next ×2");
    await handheld.scan("PAIR-3");
    await handheld.see("Counted 2 of 3");
    await sent(at);
    expect(await counted("SERIAL-1")).toBe(null);
  });

  test("ends by Cancel, with the location, and when somebody else takes over; kept on, it holds until then", async () => {
    const at = await atShelf({ browser });
    const { handheld, counted, box, house, inventory } = at;
    await multiply(at, 5);
    await handheld.tap("Cancel");
    await handheld.see("Multiply off");
    await handheld.scan("BOLT-25");
    await handheld.see("Counted 1 of 25");

    await multiply(at, 5);
    await handheld.tap("Keep on");
    await handheld.see("Each scan counts 5");
    for (const quantity of [6, 11]) {
      await handheld.scan("BOLT-25");
      await handheld.see(`+5: ${quantity} of 25`);
    }
    await handheld.see("Next ×5");
    await handheld.open(`${box.url}/#/count/${inventory}/${house.at("A-02")}`);
    await handheld.see("A-02 ×1");
    await handheld.scan("OTHER-1");
    await handheld.see("Counted 1 of 1");
    await at.go("");
    await handheld.see("A-01 ×1");

    await multiply(at, 5);
    await notTwice(handheld);
    await handheld.tap(/Uma Svoboda/);
    await handheld.see("Who's counting?");
    await handheld.back();
    await handheld.see("A-01 ×1");
    await handheld.scan("BOLT-25");
    await handheld.see("+1: 12 of 25");
    await sent(at);
    expect(await counted("BOLT-25")).toBe(12);
  });
});
