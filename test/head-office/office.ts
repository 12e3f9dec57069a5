import { expect } from "vitest";
import { DELIVERED, officeColumns, officeTable } from "../../src/head-office/tables.ts";
import { type Change, sumsOf, sumsOfDatabase } from "../change-feed/copy.ts";
import { eventually } from "../harness/eventually.ts";
import type { TestServer } from "../harness/server.ts";
import { connected, query } from "./postgres.ts";

/** A row of `tallybox.site`. */
export interface OfficeSite {
  readonly site: string;
  readonly name: string;
  readonly cursor: string;
  readonly is_loading: boolean;
  readonly heard_at: Date;
  readonly current_at: Date | null;
}

/** The sites of the head office by name; none before the first one has created the tables. */
export async function sitesOf(url: string): Promise<readonly OfficeSite[]> {
  const made = await query(url, "SELECT to_regclass('tallybox.site') IS NOT NULL AS made");
  if (made[0]?.["made"] !== true) return [];
  return (await query(url, "SELECT * FROM tallybox.site ORDER BY name, site")) as unknown as OfficeSite[];
}

/** The number of a site's records in each table of the head office, and a checksum of their values. */
export function sumsOfOffice(url: string, site: string): Promise<Record<string, string>> {
  return connected(url, async (run) => {
    const changes: Change[] = [];
    for (const one of DELIVERED) {
      const rows = await run(`SELECT to_json(t) AS json FROM ${officeTable(one)} t WHERE site = $1`, [site]);
      for (const { json } of rows) {
        const row = json as Record<string, unknown>;
        const record = officeColumns(one)
          .filter(({ property }) => !property.endsWith("Folded") && property !== "movedBeforeCount")
          .map(({ name, property, type }) => [property, comparable(row[name], type)]);
        changes.push({ table: one.table, oid: Number(row["oid"]), record: Object.fromEntries(record) });
      }
    }
    return sumsOf(changes);
  });
}

const comparable = (value: unknown, type: string) =>
  value !== null && type === "timestamptz" ? new Date(String(value)).toISOString() : value;

/** The status of the delivery, as its Admin sees it. */
export async function statusOf(server: TestServer): Promise<Record<string, unknown>> {
  const response = await server.admin.get("/api/head-office");
  expect(response.status).toBe(200);
  return response.body;
}

/** Resolves when the head office has every record of the server as it is now, and nothing else of it. */
export async function untilEqual(url: string, server: TestServer): Promise<void> {
  await eventually(async () => {
    const { site } = await statusOf(server);
    const found = (await sitesOf(url)).find((one) => one.site === site);
    expect(found?.current_at ?? null).not.toBeNull();
    expect(await sumsOfOffice(url, String(site))).toEqual(sumsOfDatabase(server, 1, DELIVERED));
  });
}
