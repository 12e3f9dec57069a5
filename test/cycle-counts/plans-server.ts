import { expect } from "vitest";
import type { Client } from "../harness/client.ts";
import { createClock, type TestClock } from "../harness/clock.ts";
import { eventually } from "../harness/eventually.ts";
import { startServer, type TestServer } from "../harness/server.ts";
import { createWarehouse, type Warehouse } from "../inventories/stocktake.ts";

// A warehouse whose plans make stocktakes while a test moves the clock.

/** Monday, 2032-03-01, 05:30 in Prague. */
export const MONDAY = Date.parse("2032-03-01T04:30:00Z");
export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** A run as the tests read it. */
export interface Run {
  readonly plan: { readonly oid: number };
  readonly dueDate: string;
  readonly outcome: string;
  readonly seed: string;
  readonly inventory: { readonly oid: number; readonly name: string; readonly inventoryStateId: number };
  readonly isLast: boolean;
}

export interface PlanServer {
  readonly server: TestServer;
  readonly clock: TestClock;
  readonly warehouse: Warehouse;
  /** A plan of all stock at the locations, each day at 6. */
  readonly fields: object;
  /** Adds this plan, by default as a Manager; returns its id. */
  plan(fields?: object, as?: Client): Promise<number>;
  runs(): Promise<readonly Run[]>;
  /** The runs, when there are so many and none is being prepared. */
  settled(count: number): Promise<readonly Run[]>;
  /** The codes of the articles that a stocktake counts. */
  codes(inventoryId: number): Promise<readonly string[]>;
}

export const DAILY = { every: "day", atHour: 6 };

/** Starts a server in Prague's time zone, on Monday before 6. */
export async function startPlanServer(options: { readonly sliceMs?: number } = {}): Promise<PlanServer> {
  const clock = createClock(MONDAY);
  const server = await startServer({ ...options, clock, settings: { SITE_TIME_ZONE: "Europe/Prague" } });
  const warehouse = createWarehouse(server);
  for (const name of ["A", "B", "C"]) await warehouse.addLocation(name);
  const all = ["A", "B", "C"].map((name) => warehouse.at(name));
  const common = {
    ...{ name: "Shelves", fromDate: "2032-03-01", schedule: DAILY },
    selection: { kind: "notCounted", locationIds: all },
  };
  const runs = async () => {
    const { manager } = server;
    return (await manager.get("/api/count-plans/runs?from=2032-01-01&to=2032-12-31")).body as readonly Run[];
  };
  return {
    server,
    clock,
    warehouse,
    fields: common,
    async plan(fields = {}, as = undefined) {
      const manager = as ?? server.manager;
      const { status, body, text } = await manager.post("/api/count-plans", { ...common, ...fields });
      if (status !== 201) throw new Error(`refused: ${text}`);
      return body.oid;
    },
    runs,
    settled: (count) =>
      eventually(async () => {
        const found = await runs();
        const isBeingPrepared = ({ outcome, inventory }: Run) =>
          outcome === "made" && inventory.inventoryStateId === 1;
        expect(found.filter((run) => !isBeingPrepared(run))).toHaveLength(count);
        return found;
      }),
    async codes(inventoryId) {
      const { body } = await server.manager.get(`/api/inventories/${inventoryId}/items`);
      const items: { article: { code: string } }[] = body;
      return items.map(({ article }) => article.code).sort();
    },
  };
}
