import { beforeAll, expect, test } from "vitest";
import { plansOf } from "../harness/query-plans.ts";
import { createOperation, type Sent, send } from "./count-requests.ts";
import { sharedWarehouse } from "./stocktake.ts";

// An unknown code was scanned, and the user then takes the scan back.

const { server, warehouse } = sharedWarehouse();
beforeAll(async () => {
  await warehouse.addLocation("shelf");
  await warehouse.addLocation("floor");
  await warehouse.article("A", { shelf: 1 });
});

const START = Date.now() - 60_000;
/** An operation of the code at a location, so many seconds after the beginning. */
const scan = (code: string, seconds: number, more: Sent = {}) =>
  createOperation({
    code,
    locationId: warehouse.at("shelf"),
    quantity: 1,
    at: new Date(START + seconds * 1000).toISOString(),
    ...more,
  });
const back = (code: string, seconds: number, more: Sent = {}) =>
  scan(code, seconds, { quantity: null, ...more });
const nowhere = { locationId: null };
const onTheFloor = () => ({ locationId: warehouse.at("floor") });

/** The quantities that are shown for the scans of one code. */
type Story = readonly [name: string, sent: (code: string) => Sent[], shown: (number | null)[]];
const STORIES: readonly Story[] = [
  ["found", (x) => [scan(x, 1)], [1]],
  ["found and taken back", (x) => [scan(x, 1), back(x, 2)], []],
  ["taken back, the scan arrives later", (x) => [back(x, 2), scan(x, 1)], []],
  ["found, taken back and found again", (x) => [scan(x, 1), back(x, 2), scan(x, 3, { quantity: 4 })], [4]],
  [
    "found twice and taken back",
    (x) => [scan(x, 1), scan(x, 2, { kind: "add" }), back(x, 3, { note: "no" })],
    [],
  ],
  ["taken back at another location", (x) => [scan(x, 1), back(x, 2, onTheFloor())], [1]],
  ["found without a location and taken back", (x) => [scan(x, 1, nowhere), back(x, 2, nowhere)], []],
  ["taken back without a location", (x) => [scan(x, 1), back(x, 2, nowhere)], [1]],
  ["another code taken back", (x) => [scan(x, 1), back(`${x}1`, 2)], [1]],
  [
    "a note after it was taken back",
    (x) => [scan(x, 1), back(x, 2), scan(x, 3, { quantity: undefined, note: "n" })],
    [null],
  ],
  [
    "two of one moment in the order of their ids",
    (x) => [
      scan(x, 1, { operationId: `00000000-0000-4000-8000-${x.padStart(12, "0")}` }),
      back(x, 1, { operationId: `ffffffff-0000-4000-8000-${x.padStart(12, "0")}` }),
    ],
    [],
  ],
];

/** The number of unknown scans in the progress, and the list in the report. */
async function readResults(inventory: number): Promise<{ progress: number; report: (number | null)[] }> {
  const progress = await warehouse.user.get(`/api/inventories/${inventory}/progress?details=true`);
  await warehouse.move(inventory, "finish");
  const { body } = await warehouse.manager.get(`/api/inventories/${inventory}/report`);
  const report = body.unknownCodes.map(({ quantity }: { quantity: number | null }) => quantity);
  return { progress: progress.body.unknown, report };
}

test.for(STORIES.map((story, index) => [story[0], story, `700${index}`] as const))(
  "%s",
  async ([, [, sent, shown], code]) => {
    const inventory = await warehouse.stocktake(["shelf"]);
    const operations = sent(code);
    await send(warehouse.user, inventory, operations);
    const kept = await warehouse.manager.get(`/api/inventories/${inventory}/operations?state=unknown`);
    expect(kept.body).toHaveLength(operations.length);
    expect(await readResults(inventory)).toEqual({ progress: shown.length, report: shown });
  },
);

test("an unknown code that is taken back after it became known is not reported as unknown either", async () => {
  const inventory = await warehouse.stocktake(["shelf"]);
  await send(warehouse.user, inventory, [scan("LATER", 1)]);
  await warehouse.article("LATER", {});
  const { body } = await send(warehouse.user, inventory, [back("LATER", 2)]);
  expect(body.receipts).toMatchObject([{ result: "applied", item: { inventoryQuantity: null } }]);
  expect(await readResults(inventory)).toEqual({ progress: 0, report: [] });
});

test("when the taking back is late, the code stays reported until it is applied", async () => {
  const inventory = await warehouse.stocktake(["shelf"]);
  await send(warehouse.user, inventory, [scan("LATE", 1)]);
  await warehouse.move(inventory, "finish");
  await send(warehouse.user, inventory, [back("LATE", 2)]);
  const report = async () =>
    (await warehouse.manager.get(`/api/inventories/${inventory}/report`)).body.unknownCodes.length;
  expect(await report()).toBe(1);
  await warehouse.move(inventory, "reopen", "finish");
  expect(await report()).toBe(0);
});

test("a taken back count is found by its own index, however many counts exist", async () => {
  const plans = await plansOf(server, () => warehouse.user.get("/api/inventories/3/progress?details=true"));
  expect(plans.join("\n")).toContain("countOperationRetracted (inventoryId=? AND code=?)");
});
