import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { State } from "../../src/domain/inventory-states.ts";
import type { Client } from "../harness/client.ts";
import type { TestServer } from "../harness/server.ts";
import { type HeldSlices, holdSlices } from "../jobs/slices.ts";
import { startJob } from "../jobs/waiting.ts";
import { createJpeg, upload } from "../photos/uploads.ts";
import { putIntoState } from "./inventory-setup.ts";
import { createWarehouse } from "./stocktake.ts";

/** The kinds of work on an inventory: the state in which each begins, and its body. */
export const WORK = {
  prepare: { state: 2, text: /being prepared/, inCzech: /připravuje/ },
  approve: { state: 6, text: /being approved/, inCzech: /schvaluje/ },
  reopen: { state: 6, text: /being reopened/, inCzech: /znovu otevírá/ },
  close: { state: 6, text: /being closed/, inCzech: /uzavírá/ },
  decide: {
    state: 3,
    text: /Decisions are being applied/,
    inCzech: /provádějí/,
    body: { decision: "keepCount" },
  },
} as const satisfies Record<string, { state: State; text: RegExp; inCzech: RegExp; body?: object }>;
export type Work = keyof typeof WORK;

/** An inventory whose job of this kind has run for one slice. */
export interface BusyStocktake {
  readonly kind: Work;
  readonly manager: Client;
  readonly slices: HeldSlices;
  readonly id: number;
  /** The path of the job. */
  readonly job: string;
  readonly itemId: number;
  readonly photoId: number;
  readonly articleId: number;
  readonly locationId: number;
  /** A stored count of an unknown code. */
  readonly operationId: string;
}

/** Begins work of this kind on an inventory with a photo, a moved item and a count of an unknown code. */
export async function startWork(server: TestServer, kind: Work): Promise<BusyStocktake> {
  const { manager, ...warehouse } = createWarehouse(server);
  const locationId = await warehouse.addLocation("A");
  const articleId = await warehouse.article("MOVED", { A: 9 });
  await warehouse.article("STAYED", { A: 9 });
  const id = await warehouse.stocktake(["A"]);
  const operationId = randomUUID();
  const unknown = {
    operationId,
    kind: "set",
    code: "NOBODY KNOWS",
    locationId,
    quantity: 1,
    at: "2026-11-20T10:00:00.000Z",
  };
  await manager.post(`/api/inventories/${id}/counts`, { operations: [unknown] });
  const { oid: itemId } = await warehouse.item(id, "MOVED");
  const { oid: photoId } = (await upload(manager, itemId, await createJpeg())).body;
  await warehouse.put("MOVED", { A: 7 });
  const { state, ...work } = WORK[kind];
  await putIntoState(server, id, state);
  const slices = holdSlices(server);
  const job = await startJob(
    manager,
    `/api/inventories/${id}/${kind}`,
    "body" in work ? work.body : undefined,
  );
  await slices.run(1);
  expect((await manager.get(job)).body).toMatchObject({ kind, state: "running" });
  return { kind, manager, slices, id, job, itemId, photoId, articleId, locationId, operationId };
}
