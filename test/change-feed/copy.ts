import { createHash } from "node:crypto";
import { FED, type FedTable, formOf } from "../../src/storage/database/feed-triggers.ts";
import type { ChangePage } from "../../src/web/api/types/endpoints.d.ts";
import type { Client } from "../harness/client.ts";
import type { TestServer } from "../harness/server.ts";

/** A change as the feed returns it. */
export interface Change {
  readonly table: string;
  readonly oid: number;
  readonly record: { readonly [property: string]: unknown } | null;
}

/** Reads a page after a cursor; throws for another response. */
export async function page(client: Client, cursor: string, more = ""): Promise<ChangePage> {
  const response = await client.get(`/api/changes?since=${cursor}${more}`);
  if (response.status !== 200) throw new Error(`${response.status}: ${response.text}`);
  return response.body;
}

/** A copy of a site's records, kept by the feed as docs/integrate/change-feed.md tells. */
export class Copy {
  cursor = "";
  readonly #records = new Map<string, Change>();

  /** Applies the next page. `cut`: is cut off after so many changes, so the cursor is not saved. */
  async take(client: Client, cut = Number.POSITIVE_INFINITY): Promise<ChangePage> {
    const next = await page(client, this.cursor);
    if (next.isWhole) this.#records.clear();
    for (const change of next.changes.slice(0, cut)) {
      const key = `${change.table} ${change.oid}`;
      if (change.record === null) this.#records.delete(key);
      else this.#records.set(key, change);
    }
    if (cut >= next.changes.length) this.cursor = next.cursor;
    return next;
  }

  /** Applies pages until there is no other. */
  async takeAll(client: Client): Promise<void> {
    while ((await this.take(client)).hasMore);
  }

  /** The number of records of each table, and a checksum of their values. */
  sums(): Record<string, string> {
    return sumsOf([...this.#records.values()]);
  }

  /** The records of a table. */
  of(table: string): readonly Change[] {
    return [...this.#records.values()].filter((change) => change.table === table);
  }
}

/** The tables of a page's changes. */
export const tablesOf = ({ changes }: Pick<ChangePage, "changes">) => [
  ...new Set(changes.map(({ table }) => table)),
];

/** A copy that has everything that a user may read. */
export async function copyOf(server: TestServer, userName = "manager"): Promise<Copy> {
  const copy = new Copy();
  await copy.takeAll(await server.as(userName));
  return copy;
}

/** The number of records of each table, and a checksum of their values. */
export function sumsOf(changes: readonly Change[]): Record<string, string> {
  const tables = Map.groupBy(changes, ({ table }) => table);
  return Object.fromEntries(
    [...tables].sort().map(([table, all]) => {
      const lines = all.map(({ record }) => JSON.stringify(Object.entries(record ?? {}).sort())).sort();
      return [table, `${all.length} ${createHash("sha256").update(lines.join("\n")).digest("hex")}`];
    }),
  );
}

/** The same of a tenant's rows in the database, read column by column without the queries of the feed. */
export function sumsOfDatabase(
  server: Pick<TestServer, "appliance">,
  tenantId: number,
  fed: readonly FedTable[] = FED,
): Record<string, string> {
  const { db } = server.appliance.dependencies.storage;
  const rows = (text: string) =>
    db.query<Record<string, unknown>>({ sql: text, reads: [] }, [tenantId]).all(tenantId);
  const recordsOf = (one: FedTable): Change[] =>
    rows(`SELECT * FROM "${one.table}" WHERE ifnull(tenantId, ?) = ${tenantId}`)
      .filter((row) => row["deleted"] !== 1 && (one.table !== "user" || row["kind"] === "person"))
      .filter((row) => one.table !== "articleTransfer" || row["state"] !== "deleted")
      .map((row) => ({ table: one.table, oid: Number(row["oid"]), record: recordOf(one, row) }));
  const chosen = (oid: unknown) =>
    rows(
      `SELECT locationId FROM inventoryLocation WHERE tenantId = ? AND inventoryId = ${oid} ORDER BY locationId`,
    );
  return sumsOf(
    fed.flatMap(recordsOf).map((change) =>
      change.table === "inventory"
        ? {
            ...change,
            record: { ...change.record, chosenLocations: chosen(change.oid).map((row) => row["locationId"]) },
          }
        : change,
    ),
  );
}

/** The record of a row, as the feed has it. */
function recordOf({ properties }: FedTable, row: Record<string, unknown>): Record<string, unknown> {
  const values = Object.entries(properties).map(([name, given]) => {
    const { form, column } = formOf(name, given);
    const value = row[column];
    if (form === "flag") return [name, value === 1];
    if (form === "money") return [name, Number(value) / 10_000];
    const isJson = form === "texts?" || form === "json" || form === "json?";
    return [name, isJson && value !== null ? JSON.parse(String(value)) : value];
  });
  return { oid: row["oid"], ...Object.fromEntries(values) };
}
