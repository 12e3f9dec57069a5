import { type Call, Refused } from "../call.ts";

const TABLES = ["articles", "stock", "locations", "users", "refill-rules"];

/** The bytes of all exports as CSV, by table. */
export type Exports = ReadonlyMap<string, Buffer>;

/** Reads all exports. Throws Refused. */
export async function exportsOf(call: Call): Promise<Exports> {
  const exports = new Map<string, Buffer>();
  for (const table of TABLES) {
    const { status, bytes } = await call("GET", `/api/export/${table}`);
    if (status !== 200) throw new Refused(`export of ${table}: ${status} ${bytes}`);
    exports.set(table, bytes);
  }
  return exports;
}

/** The exports that differ, a sentence each. */
export function differingExports(found: Exports, expected: Exports): string[] {
  return TABLES.filter((table) => found.get(table)?.equals(expected.get(table) ?? Buffer.of()) !== true).map(
    (table) => `the export of ${table} differs`,
  );
}
