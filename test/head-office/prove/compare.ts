import { createHash } from "node:crypto";
import { join } from "node:path";
import Database from "better-sqlite3";
import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { DELIVERED, type OfficeColumn, officeColumns, officeTable } from "../../../src/head-office/tables.ts";
import { type FedTable, type Form, formOf } from "../../../src/storage/database/feed-triggers.ts";
import { newestGeneration } from "../../torture/check/newest.ts";

// Compares a site with its rows in the head office, table by table, by a checksum of the values. Both sides are read without the
// queries of the delivery. The site must not run.

/** What differs between a stopped site's folder and the head office, a line each; and how many rows were compared. */
export async function differencesOf(
  office: string,
  site: string,
  folder: string,
): Promise<{ differences: string[]; rows: number }> {
  const client = new pg.Client({ connectionString: office });
  await client.connect();
  const db = new Database(join(folder, newestGeneration(folder)));
  const differences: string[] = [];
  let rows = 0;
  try {
    for (const one of DELIVERED) {
      const own = sumOfSite(db, one);
      const delivered = await sumOfOffice(client, one, site);
      rows += own.rows;
      if (own.sum !== delivered.sum)
        differences.push(`${one.table}: ${own.rows} rows at the site, ${delivered.rows} in the head office`);
    }
  } finally {
    db.close();
    await client.end();
  }
  return { differences, rows };
}

interface Sum {
  readonly rows: number;
  readonly sum: string;
}

function sumOfSite(db: Database.Database, one: FedTable): Sum {
  const chosen = db.prepare<[number], { locationId: number }>(
    "SELECT locationId FROM inventoryLocation WHERE inventoryId = ? ORDER BY locationId",
  );
  const columns = officeColumns(one);
  const hash = createHash("sha256");
  let rows = 0;
  const all = db.prepare<[], Record<string, unknown>>(
    `SELECT * FROM "${one.table}" WHERE ifnull(tenantId, 1) = 1 ORDER BY oid`,
  );
  for (const row of all.iterate()) {
    if (row["deleted"] === 1 || (one.table === "user" && row["kind"] !== "person")) continue;
    if (one.table === "articleTransfer" && row["state"] === "deleted") continue;
    const values = columns.map(({ property }) => {
      if (property === "oid") return row["oid"];
      if (property === "chosenLocations")
        return `[${chosen.all(Number(row["oid"])).map(({ locationId }) => locationId)}]`;
      const { form, column } = formOf(property, one.properties[property] ?? "text");
      return textOf(form, row[column]);
    });
    hash.update(`${values.map((value) => JSON.stringify(value ?? null)).join()}\n`);
    rows++;
  }
  return { rows, sum: hash.digest("hex") };
}

/** A stored value as the text that the query of the head office has for it. */
function textOf(form: Form, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (form === "flag") return value === 1;
  if (form === "money") return (Number(value) / 10_000).toFixed(4);
  return value;
}

/** The expression of a value in the head office that is equal to textOf. */
function expressionOf({ name, type }: OfficeColumn): string {
  if (type === "timestamptz") return `to_char(${name} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  if (type.startsWith("numeric")) return `${name}::text`;
  return type === "jsonb" ? `replace(${name}::text, ' ', '')` : name;
}

async function sumOfOffice(client: pg.Client, one: FedTable, site: string): Promise<Sum> {
  const values = officeColumns(one).map(expressionOf).join(", ");
  const query = `SELECT json_build_array(${values}) FROM ${officeTable(one)} WHERE site = '${site}' ORDER BY oid`;
  // Values of JSON in a CSV with a quote that is not in the text: the lines are the JSON itself.
  const stream = client.query(
    copyTo(`COPY (${query}) TO STDOUT WITH (FORMAT csv, QUOTE E'\\x01', DELIMITER E'\\x02')`),
  );
  const hash = createHash("sha256");
  let rows = 0;
  let rest = "";
  stream.setEncoding("utf8");
  for await (const piece of stream) {
    const lines = (rest + String(piece)).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const parsed: unknown[] = JSON.parse(line);
      hash.update(`${parsed.map((value) => JSON.stringify(value)).join()}\n`);
      rows++;
    }
  }
  return { rows, sum: hash.digest("hex") };
}
