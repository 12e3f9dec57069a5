import type { State } from "../../src/domain/inventory-states.ts";
import { addInventory } from "../../src/inventories/create.ts";
import { setState } from "../../src/inventories/inventory.ts";
import { markAsSample, removeMarks } from "../../src/sample/records.ts";
import { sqlite, statement } from "../../src/storage/database/statement.ts";
import type { Client } from "../harness/client.ts";
import type { TestServer } from "../harness/server.ts";
import { pairDevice } from "../security/terminal.ts";
import { createWarehouse, type Warehouse } from "./stocktake.ts";

/** The states of an inventory: id, English and Czech name (contract 3). */
export const STATES = [
  [1, "Preparation", "Příprava"],
  [2, "Waiting for start", "Čeká na spuštění"],
  [3, "In progress", "Probíhá"],
  [4, "Paused", "Pozastavena"],
  [5, "Finished", "Dokončena"],
  [6, "Processing of results", "Zpracování výsledků"],
  [7, "Closed", "Uzavřena"],
  [8, "Cancelled", "Zrušena"],
] as const;

/**
 * Puts an inventory of tenant 1 into any state: no endpoint leads to each of them. The server must have no sample data: for a moment the
 * inventory is some, because the database keeps all others closed.
 */
export async function putIntoState(server: TestServer, oid: number, state: State): Promise<void> {
  await server.appliance.dependencies.storage.write(1, (tx) => {
    markAsSample(tx, 1, "inventory", oid);
    setState(tx, { tenantId: 1, oid }, state, null);
    removeMarks(tx, 1);
  });
}

/** Adds an inventory of tenant 1 in progress without items and without a location of its own; returns its oid. */
export function addInventoryWithoutLocation(server: TestServer): Promise<number> {
  return server.appliance.dependencies.storage.write(1, (tx) =>
    addInventory(tx, {
      tenantId: 1,
      name: "Without a location",
      state: 3,
      locationId: null,
      locationIds: [],
      mustBeApproved: false,
      isApproved: false,
      isBlind: false,
      userId: null,
    }),
  );
}

const operations = statement((p: { itemId: number }) =>
  sqlite
    .selectFrom("countOperation")
    .select((eb) => eb.fn.countAll<number>().as("rows"))
    .where("itemId", "=", p.itemId),
);

/** The number of stored counts of an item. */
export function countsOf(server: TestServer, itemId: number): number {
  return operations.first(server.appliance.dependencies.storage.db, { itemId })?.rows ?? 0;
}

/** A terminal paired by user 1's code, at which user 3 has logged in with the PIN. */
export async function pairTerminal(
  server: TestServer,
  deviceName: string,
): Promise<{ client: Client; device: object }> {
  const { logIn, deviceTokenId } = await pairDevice(server, "admin", {}, deviceName);
  return { client: await logIn(3, "3333"), device: { id: deviceTokenId, name: deviceName } };
}

/**
 * An inventory of location A. Of each of three articles 8 of 9 pieces are counted. Afterwards 2 pieces of MOVED disappear, and
 * all of GONE move to B.
 */
export async function createMovedInventory(
  server: TestServer,
  more: object = {},
): Promise<{ warehouse: Warehouse; id: number }> {
  const warehouse = createWarehouse(server);
  for (const name of ["A", "B"]) await warehouse.addLocation(name);
  for (const code of ["MOVED", "GONE", "STAYED"]) await warehouse.article(code, { A: 9 });
  const id = await warehouse.stocktake(["A"], more);
  for (const code of ["MOVED", "GONE", "STAYED"]) await warehouse.count(id, code, 8);
  await warehouse.put("MOVED", { A: 7 });
  await warehouse.put("GONE", { B: 9 });
  return { warehouse, id };
}
