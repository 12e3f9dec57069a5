import { describe, expect, test } from "vitest";
import { openCoreCount, readItems } from "../core/core-count.ts";
import { openCore } from "../core/core-terminal.ts";

/** A terminal that has counted one tag offline. `read` reads it, and waits until it is counted. */
async function countTag() {
  const { server, proxy, page, terminal, singles, spot } = await openCoreCount();
  const [single] = singles;
  const reading = `core.readingAt(${spot})`;
  const read = async () => {
    await terminal.call(`${reading}.take([{ epc: ${JSON.stringify(single?.article.code)}, rssi: null }])`);
    await terminal.until(`${reading}.counted.value === 1`);
  };
  proxy.cut();
  await read();
  const settle = async () => {
    proxy.restore();
    await terminal.call("core.sendNow()");
    await terminal.until("core.isAllSent()");
    return (await readItems(server)).find(({ oid }) => oid === single?.oid)?.inventoryQuantity;
  };
  return { proxy, page, terminal, spot, reading, read, settle };
}

const UNDO = "core.entriesIn('waiting').then(([{ operationId }]) => core.change.undo(operationId))";
/** As if the server had rejected it. */
const afterRejection = (change: string) => `core.db().then(async (db) => {
  const [entry] = await db.getAll("outbox");
  await db.put("outbox", { ...entry, state: "refused" });
  await core.${change};
})`;

describe("a tag can be read and counted again", () => {
  test.each([
    ["undone", () => UNDO],
    ["rejected and discarded", () => afterRejection('problems.discardOperations([entry.seq], "wrong")')],
    ["rejected and undone", () => afterRejection("change.undo(entry.operationId)")],
    ["rejected and undone with its reading", (spot: string) => afterRejection(`readingAt(${spot}).undo()`)],
  ])("after its count was %s", async (_, changeOf) => {
    const { terminal, spot, reading, read, settle } = await countTag();
    await terminal.call(changeOf(spot));
    await terminal.until(`${reading}.counted.value === 0`);
    await read();
    expect(await settle()).toBe(1);
  });

  test("after its count was undone in another tab", async () => {
    const { proxy, page, terminal, reading, read, settle } = await countTag();
    const other = await openCore(proxy.url, page.data);
    await other.call(UNDO);
    await terminal.until(`${reading}.counted.value === 0`);
    await read();
    expect(await settle()).toBe(1);
  });
});
