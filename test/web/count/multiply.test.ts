import { describe, expect, test } from "vitest";
import { OLDEST } from "../../harness/terminal.ts";
import { typeNumber, waitOutDoubleTap } from "./count-page.ts";
import { openWarehouseCount, type WarehouseCount } from "./warehouse-count.ts";

/** Sets the quantity of the next scan. */
async function multiply({ terminal }: WarehouseCount, pieces: number): Promise<void> {
  await terminal.tap(/Multiply/);
  await terminal.see("Pieces per scan");
  await typeNumber(terminal, pieces);
  await terminal.tap(`Next scan: ${pieces}`);
  await terminal.see(`Next scan counts ${pieces}`);
}

const waitForSending = ({ terminal }: WarehouseCount) => terminal.see(/^All sent/);

describe.each(OLDEST)("Multiply in %s", (browser) => {
  test("an article with a serial number is rejected, and the quantity stays for the next scan; one scan counts the quantity; the question about moved pieces keeps the quantity", async () => {
    const at = await openWarehouseCount({ browser });
    const { terminal, counted, warehouse, inventory } = at;
    await multiply(at, 2);
    await terminal.scan("SERIAL-1");
    await terminal.see("one piece per serial number");
    await terminal.see("Next ×2");
    await terminal.scan("PAIR-3");
    await terminal.see("Counted 2 of 3");
    await waitForSending(at);
    expect(await counted("SERIAL-1")).toBe(null);

    await multiply(at, 12);
    await terminal.screenshot("multiply-on");
    await terminal.scan("BOLT-25");
    await terminal.see("Counted 12 of 25 pieces");
    await terminal.scan("BOLT-25");
    await terminal.see("+1: 13 of 25");
    await multiply(at, 12);
    await terminal.scan("BOLT-25");
    await terminal.see("+12: 25 of 25 25 of 25 pieces");
    await waitForSending(at);
    expect(await counted("BOLT-25")).toBe(25);

    await multiply(at, 12);
    await terminal.scan("MOVED-5");
    await terminal.tap("12 more here");
    await terminal.see("12 more counted");
    await waitForSending(at);
    const { body } = await warehouse.manager.get(`/api/inventories/${inventory}/items`);
    const items: readonly { articleId: number; inventoryQuantity: number | null }[] = body;
    const moved = items.filter(({ articleId }) => articleId === warehouse.id("MOVED-5"));
    expect(moved.map(({ inventoryQuantity }) => inventoryQuantity).sort()).toEqual([12, 5]);
  });

  test("a scan at the open pad counts the quantity; a surplus is reported, and a far too large quantity is asked about", async () => {
    const at = await openWarehouseCount({ browser });
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
    await waitForSending(at);
    expect(await counted("PAIR-3")).toBe(4);
    expect(await counted("BOLT-25")).toBe(600);
  });

  test("Cancel, another location and a switch of the user end it; Keep on repeats it until then", async () => {
    const at = await openWarehouseCount({ browser });
    const { terminal, counted, server, warehouse, inventory } = at;
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
    await terminal.open(`${server.url}/#/count/${inventory}/${warehouse.at("A-02")}`);
    await terminal.see("A-02 ×1");
    await terminal.scan("OTHER-1");
    await terminal.see("Counted 1 of 1");
    await at.go("");
    await terminal.see("A-01 ×1");

    await multiply(at, 5);
    await waitOutDoubleTap(terminal);
    await terminal.tap(/Uma Svoboda/);
    await terminal.see("Who's counting?");
    await terminal.back();
    await terminal.see("A-01 ×1");
    await terminal.scan("BOLT-25");
    await terminal.see("+1: 12 of 25");
    await waitForSending(at);
    expect(await counted("BOLT-25")).toBe(12);
  });
});
