import { describe, expect, test } from "vitest";
import { aBox, type TestBox } from "../../harness/box.ts";
import { aHandheld, OLDEST } from "../../harness/handheld.ts";
import { aLine } from "../../harness/line.ts";
import { operationsOf } from "./operations.ts";
import { Terminal } from "./terminal.ts";

const INVENTORY = 3;

interface Item {
  readonly oid: number;
  readonly articleId: number;
  readonly locationId: number;
  readonly quantity: number;
  readonly article: { readonly code: string };
}

async function itemsOf(box: TestBox): Promise<readonly Item[]> {
  const { body } = await (await box.as("admin")).get(`/api/inventories/${INVENTORY}/items`);
  return body;
}

describe.each(OLDEST)("a terminal in %s", (browser) => {
  test("counts without the box, and sends all of it when the box is there", async () => {
    const box = await aBox();
    const line = await aLine(box.url);
    const terminal = new Terminal(await aHandheld({ browser, mayComplain: true }));
    await terminal.open(line.url);
    await terminal.logIn("user");
    await terminal.load(INVENTORY);
    const items = await itemsOf(box);
    const single = items.find(({ quantity, oid }) => quantity === 1 && oid > 130);
    if (single === undefined) throw new Error("the demo has no such item");
    line.cut();
    const spot = `{ inventoryId: ${INVENTORY}, placeId: ${single.locationId} }`;
    const codes = [single.article.code, single.article.code, "NOBODY-1"];
    const done = await terminal.call<{ verdict: string; operationId: string }[]>(
      `core.burst(${JSON.stringify(codes)}, ${spot}, 20)`,
    );
    expect(done.map(({ verdict }) => verdict)).toEqual(["counted", "same", "unknown"]);
    await terminal.until("core.now.unsent === 3");
    line.mend();
    await terminal.call("core.sendNow()");
    await terminal.until("core.isAllSent()");
    expect(operationsOf(box, INVENTORY).map(({ operationId }) => operationId)).toEqual(
      done.map(({ operationId }) => operationId),
    );
  });
});
