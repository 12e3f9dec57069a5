import { expect } from "vitest";
import { startServer, type TestServer } from "../harness/server.ts";
import { type HeldSlices, holdSlices } from "../jobs/slices.ts";
import { endOf, startJob } from "../jobs/waiting.ts";
import { createWarehouse, type Warehouse } from "./stocktake.ts";

/** Work on a stocktake whose slices are held. */
export interface Held {
  readonly warehouse: Warehouse;
  readonly slices: HeldSlices;
  readonly id: number;
  readonly path: string;
}

/** A warehouse of three locations. */
export async function startWarehouse(): Promise<{ server: TestServer; warehouse: Warehouse }> {
  const server = await startServer({ sliceMs: 0 });
  const warehouse = createWarehouse(server);
  for (const name of ["A", "B", "C"]) await warehouse.addLocation(name);
  return { server, warehouse };
}

/** Starts work on an inventory and runs this many slices. */
export async function startHeld(
  server: TestServer,
  warehouse: Warehouse,
  id: number,
  work: string,
  count: number,
  body?: object,
): Promise<Held> {
  const slices = holdSlices(server);
  const path = await startJob(warehouse.manager, `/api/inventories/${id}/${work}`, body);
  await slices.run(count);
  return { warehouse, slices, id, path };
}

/** Runs the work to its end. */
export async function finish({ slices, warehouse, path }: Held): Promise<void> {
  slices.release();
  expect(await endOf(warehouse.manager, path)).toMatchObject({ state: "done", error: null });
}
