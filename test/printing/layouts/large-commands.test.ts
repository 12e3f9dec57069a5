import { expect, test } from "vitest";
import { rasterOf } from "../../../src/demo/virtual-printer/raster-labels.ts";
import { failOnce, interceptCalls } from "../../harness/worker-calls.ts";
import { createShop, Done, type Shop } from "../queue/printers.ts";
import { codeAt, layoutOf, textAt } from "./samples.ts";

// A large label becomes commands in the worker that draws: in the main thread counting would wait for it.

async function drawnFormat({ admin }: Shop, widthMm: number, heightMm: number): Promise<number> {
  const layout = layoutOf([textAt(), codeAt()], { widthMm, heightMm });
  return (await admin.post("/api/printingformats", { name: `${widthMm} mm`, layout })).body.oid;
}

test.each([
  ["zpl", 2],
  ["escpos", 3],
] as const)(
  "%s: a label of 100 × 150 mm becomes commands in the worker, a small one does not",
  async (language, copies) => {
    const shop = await createShop({ language });
    await shop.admin.put(`/api/printingprinters/${shop.printerId}`, { printWidthMm: 100 });
    const [small, large] = [await drawnFormat(shop, 50, 25), await drawnFormat(shop, 100, 150)];
    let calls = 0;
    interceptCalls(["commands"], (_, send) => {
      calls++;
      send();
    });
    await shop.becomes(await shop.print({ formatId: small }), { stateId: Done });
    expect(calls).toBe(0);
    await shop.becomes(await shop.print({ formatId: large, copies }), { stateId: Done });
    expect(calls).toBe(1);
    const { labels } = shop.printer;
    expect(labels).toHaveLength(1 + copies);
    for (const { bytes } of labels.slice(1))
      expect(rasterOf(language, bytes)).toMatchObject({ width: 800, height: 1200 });
  },
);

test("where the worker fails, the label is sent at the next attempt", async () => {
  const shop = await createShop({ language: "zpl" });
  const formatId = await drawnFormat(shop, 100, 150);
  failOnce("commands");
  const oid = await shop.print({ formatId });
  await shop.becomes(oid, { stateId: Done });
  expect(shop.printer.labels).toHaveLength(1);
  expect((await shop.request(oid))["attempts"]).toBe(2);
});
