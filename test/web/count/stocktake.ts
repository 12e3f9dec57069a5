import { rename } from "node:fs/promises";
import { basename } from "node:path";
import { expect, inject } from "vitest";
import { moveToMainFile } from "../../harness/demo-copy.ts";
import { startServer, type TestServer } from "../../harness/server.ts";

/** An item of a stocktake, as the API gives it. */
export interface Item {
  readonly oid: number;
  readonly locationId: number;
  readonly inventoryLocationId: number | null;
  readonly quantity: number;
  readonly inventoryQuantity: number | null;
  readonly isFound: boolean;
  readonly note: string | null;
  readonly isDisposal: boolean;
  readonly disposalMethodId: number | null;
  readonly disposalReasonId: number | null;
  readonly article: { readonly oid: number; readonly code: string; readonly name: string };
  /** The last count; absent for callers who may not see it. */
  readonly counted?: { readonly user: { readonly fullName: string } } | null;
}

/** A started stocktake of which nothing is counted. */
export interface Stocktake {
  readonly oid: number;
  readonly name: string;
  /** Two of its locations, with expected articles. */
  readonly rooms: readonly [Room, Room];
  /** Reads the item of the article with this code from the server. */
  readItem(code: string): Promise<Item>;
}

export interface StocktakeOptions {
  readonly isBlind?: boolean;
  /** Locations to count; by default the first floor with its rooms. */
  readonly locationIds?: readonly number[];
}

export interface Room {
  readonly oid: number;
  readonly name: string;
  readonly code: string;
  /** One piece is expected. */
  readonly single: Item;
  /** Several pieces are expected. */
  readonly several: Item;
}

const FIRST_FLOOR = 3;

/** Creates a stocktake and starts it. */
export async function createStocktake(
  server: TestServer,
  options: StocktakeOptions = {},
): Promise<Stocktake> {
  return withReadItem(server, await start(server, options));
}

type Started = Omit<Stocktake, "readItem">;

async function start(
  server: TestServer,
  { isBlind = false, locationIds = [FIRST_FLOOR] }: StocktakeOptions,
): Promise<Started> {
  const manager = await server.as("manager");
  const name = "Spring";
  const { body } = await manager.post("/api/inventories", { name, locationIds, isBlind });
  const path = `/api/inventories/${body.oid}`;
  for (const transition of ["prepare", "start"]) {
    const { status } = await manager.put(`${path}/${transition}`);
    expect(status).toBe(200);
  }
  const locations: readonly { oid: number; name: string; code: string }[] = (
    await manager.get("/api/locations")
  ).body;
  const all: readonly Item[] = (await manager.get(`${path}/items`)).body;
  const rooms = locations.flatMap((location) => {
    const here = all.filter(({ locationId }) => locationId === location.oid);
    const single = here.find(({ quantity }) => quantity === 1);
    const several = here.find(({ quantity }) => quantity > 2);
    return single && several ? [{ ...location, single, several }] : [];
  });
  const [one, other] = rooms;
  if (one === undefined || other === undefined) throw new Error("the demo has too few locations");
  return { oid: body.oid, name, rooms: [one, other] };
}

async function withReadItem(server: TestServer, started: Started): Promise<Stocktake> {
  const manager = await server.as("manager");
  return {
    ...started,
    async readItem(code) {
      const items: readonly Item[] = (await manager.get(`/api/inventories/${started.oid}/items`)).body;
      const found = items.find(({ article }) => article.code === code);
      if (found === undefined) throw new Error(`no item of ${code}`);
      return found;
    },
  };
}

/** Data folders with a started stocktake, by its options. Each is created once in a process. */
const prepared = new Map<string, Promise<{ readonly folder: string; readonly started: Started }>>();

async function prepare(options: StocktakeOptions): Promise<{ folder: string; started: Started }> {
  const server = await startServer({ keep: true });
  const started = await start(server, options);
  await server.halt();
  // The demo folder's clean-up removes it.
  const folder = `${inject("demoFolder")}-${basename(server.folder)}`;
  await rename(server.folder, folder);
  await moveToMainFile(folder);
  return { folder, started };
}

/** Starts a server whose data folder has a started stocktake. */
export async function startServerWithStocktake(
  options: StocktakeOptions,
): Promise<{ readonly server: TestServer; readonly stocktake: Stocktake }> {
  const key = JSON.stringify(options);
  const preparing = prepared.get(key) ?? prepare(options);
  prepared.set(key, preparing);
  const { folder, started } = await preparing;
  const server = await startServer({ stopped: folder });
  return { server, stocktake: await withReadItem(server, started) };
}
