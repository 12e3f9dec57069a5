import { expect } from "vitest";
import type { TestServer } from "../harness/server.ts";
import { type HeldSlices, holdSlices } from "../jobs/slices.ts";
import { endOf, startJob } from "../jobs/waiting.ts";
import { startWarehouse, type Warehouse } from "./stocktake.ts";

/** Work on a stocktake whose slices are held. */
export interface Held {
  readonly warehouse: Warehouse;
  readonly slices: HeldSlices;
  readonly id: number;
  readonly path: string;
}

/** A warehouse of three locations. Each unit of its work is a slice. */
export const startThreeLocations = () => startWarehouse(["A", "B", "C"], { sliceMs: 0 });

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
