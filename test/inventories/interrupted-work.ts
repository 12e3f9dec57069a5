import { randomUUID } from "node:crypto";
import type { Client } from "../harness/client.ts";
import type { TestServer } from "../harness/server.ts";
import { startJob } from "../jobs/waiting.ts";
import { createJpeg, upload } from "../photos/uploads.ts";
import { putIntoState } from "./inventory-setup.ts";
import { createWarehouse, type Warehouse } from "./stocktake.ts";

/** Work on an inventory, and the state before it. */
export const JOBS = {
  "the first preparation": { name: "prepare", state: 1, body: undefined },
  "a repeated preparation": { name: "prepare", state: 2, body: undefined },
  "an approval": { name: "approve", state: 6, body: undefined },
  "a reopening": { name: "reopen", state: 6, body: undefined },
  "a close": { name: "close", state: 6, body: undefined },
  "a decision": { name: "decide", state: 5, body: { decision: "keepDifference" } },
} as const;
export type Job = keyof typeof JOBS;

const LOCATIONS = ["A", "B", "C"] as const;
const CODES = Array.from({ length: 30 }, (_, index) => `W-${String(index + 10)}`);

const WITH_PHOTOS = ["W-11", "W-24"];

/** A stocktake of 30 articles that is ready for the work, and another one of the same articles. */
export interface Ready {
  readonly id: number;
  /** An open stocktake with common articles. */
  readonly other: number;
  /** Ids by name. */
  readonly locations: ReadonlyMap<string, number>;
}

/** Makes the same warehouse each time: counted, missing, moved, unexpected and late pieces, disposals, photos, decisions. */
export async function makeReady(server: TestServer, job: Job): Promise<Ready> {
  const warehouse = createWarehouse(server);
  for (const name of LOCATIONS) await warehouse.addLocation(name);
  for (const [index, code] of CODES.entries()) await warehouse.article(code, stockOf(index));
  const id = await warehouse.stocktake(["A", "B"]);
  const other = await warehouse.stocktake(["A"], { name: "Other" });
  if (JOBS[job].name === "prepare") await addPhotos(warehouse, id);
  else await countEverything(warehouse, id);
  await putIntoState(server, id, JOBS[job].state);
  if (JOBS[job].name !== "prepare") {
    await sendCounts(warehouse, id, [set("W-12", "B", 4), set("W-13", "C", 2), set("NOBODY", "A", 1)]);
  }
  return { id, other, locations: new Map(LOCATIONS.map((name) => [name, warehouse.at(name)])) };
}

const stockOf = (index: number) => ({
  A: 5 + index,
  ...(index % 3 === 0 && { B: 2 }),
  ...(index % 5 === 0 && { C: 1 }),
});

async function countEverything(warehouse: Warehouse, id: number): Promise<void> {
  const { manager } = warehouse;
  const { body } = await manager.get(`/api/inventories/${id}/items`);
  const items: { oid: number; quantity: number; articleId: number }[] = body;
  await sendCounts(
    warehouse,
    id,
    items.flatMap(({ oid, quantity }, index) =>
      index % 7 === 6
        ? []
        : [{ kind: "set", itemId: oid, quantity: quantity + (index % 4) - 1, isDisposal: index % 6 === 0 }],
    ),
  );
  // Found where they were not expected.
  await sendCounts(warehouse, id, [set("W-11", "C", 3), set("W-14", "B", 1)]);
  // Moved after the count.
  for (const code of ["W-10", "W-16", "W-22"]) await warehouse.put(code, { A: 3, C: 4 });
}

async function addPhotos(warehouse: Warehouse, id: number): Promise<void> {
  for (const code of WITH_PHOTOS) {
    const { oid } = await warehouse.item(id, code, "A");
    await upload(warehouse.manager, oid, await createJpeg());
  }
}

const set = (code: string, location: string, quantity: number) => ({ kind: "set", code, location, quantity });

async function sendCounts(warehouse: Warehouse, id: number, counts: readonly object[]): Promise<void> {
  const operations = counts.map((count) => {
    const { location, ...fields } = count as { location?: string };
    const at = "2026-11-20T10:00:00.000Z";
    const locationId = location === undefined ? {} : { locationId: warehouse.at(location) };
    return { operationId: randomUUID(), at, ...fields, ...locationId };
  });
  const { status, text } = await warehouse.manager.post(`/api/inventories/${id}/counts`, { operations });
  if (status !== 200) throw new Error(text);
}

/** Starts the work; returns the path of its job. */
export async function startWork(server: TestServer, job: Job, id: number): Promise<string> {
  const { name, body } = JOBS[job];
  return startJob(server.manager, `/api/inventories/${id}/${name}`, body);
}

const TIME = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;

/** Everything that the work has changed, without times. */
export async function outcomeOf(server: TestServer, { id, other }: Ready): Promise<object> {
  const { manager } = server;
  const [detail, report, disposals] = [
    (await manager.get(`/api/inventories/${id}`)).body,
    (await manager.get(`/api/inventories/${id}/report?format=csv`)).text.replace(TIME, "(time)"),
    (await manager.get("/api/articledisposals")).body,
  ];
  return {
    state: [detail.inventoryStateId, detail.isApproved, detail.job],
    stock: linesOfWarehouse((await manager.get("/api/export/stock")).text),
    items: await itemsOf(manager, id),
    othersItems: await itemsOf(manager, other),
    report: linesOfWarehouse(report),
    disposals: disposals.map(({ articleId, userId, state }: Record<string, unknown>) => ({
      articleId,
      userId,
      state,
    })),
  };
}

const linesOfWarehouse = (table: string) =>
  table
    .split("\n")
    .filter((line) => line.includes("W-"))
    .toSorted();

async function itemsOf(manager: Client, id: number): Promise<string[]> {
  const { body } = await manager.get(`/api/inventories/${id}/items`);
  const items: (Record<string, unknown> & { readonly article: { readonly code: string } })[] = body;
  const lines = items.map(async ({ oid, inventoryId, counted, movedDT, articleId, ...item }) => {
    const hasPhotos = WITH_PHOTOS.includes(item.article.code);
    const photos = hasPhotos ? (await manager.get(`/api/photoarticleinventory/${oid}`)).body : [];
    return JSON.stringify({
      ...item,
      article: { ...item.article, oid: 0 },
      isCounted: counted !== null,
      isMoved: movedDT !== null,
      photos: photos.length,
    });
  });
  return (await Promise.all(lines)).toSorted();
}
