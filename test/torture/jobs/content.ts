import { join } from "node:path";
import Database from "better-sqlite3";
import { newestGeneration } from "../check/newest.ts";

/** What a job may change, without numbers of transactions and times: an interrupted job must end with the same. */
export interface Content {
  readonly tables: Readonly<Record<string, string>>;
  /** The id of the newest job; 0: none. */
  readonly lastJob: number;
  /** The ids of all stored counts. */
  readonly counts: ReadonlySet<string>;
  /** Errors of SQLite's own check, and of the search index. */
  readonly damage: readonly string[];
}

/** The counts beside the job go to this inventory of the demo. */
export const COUNTED_INVENTORY = 3;

const QUERIES: Readonly<Record<string, string>> = {
  article: "1",
  articleLocation: "1",
  location: "1",
  articleCategory: "1",
  articleType: "1",
  printFormat: "1",
  printRequest: "1",
  inventory: "1",
  inventoryLocation: "1",
  inventoryItem: `inventoryId <> ${COUNTED_INVENTORY}`,
  inventoryTransition: "1",
  disposalProposal: "1",
};
/** Differ from run to run: transactions and times. */
const VARYING = /^(change|preparedChange|.*DT|at|recentCounts|checkpoint)$/;
/** The queue tries to print meanwhile. */
const VARYING_IN: Readonly<Record<string, RegExp>> = {
  printRequest: /^(stateId|attempts|isInterrupted|lastError)$/,
};

/** Reads the newest generation of a stopped server's folder. */
export function contentOf(folder: string): Content {
  const db = new Database(join(folder, newestGeneration(folder)), { readonly: true });
  try {
    const rowsOf = (table: string, where: string) => {
      const columns = (db.pragma(`table_info(${table})`) as readonly { name: string }[])
        .map(({ name }) => name)
        .filter((name) => !VARYING.test(name) && VARYING_IN[table]?.test(name) !== true);
      const image = `json_object(${columns.map((name) => `'${name}', ${name}`).join(", ")})`;
      return db.prepare(`SELECT ${image} FROM ${table} WHERE ${where} ORDER BY 1`).pluck().all().join("\n");
    };
    return {
      tables: Object.fromEntries(
        Object.entries(QUERIES).map(([table, where]) => [table, rowsOf(table, where)]),
      ),
      lastJob: Number(db.prepare("SELECT ifnull(max(oid), 0) FROM job").pluck().get()),
      counts: new Set(db.prepare("SELECT operationId FROM countOperation").pluck().all() as string[]),
      damage: damageIn(db),
    };
  } finally {
    db.close();
  }
}

function damageIn(db: Database.Database): string[] {
  const check = db.pragma("quick_check") as readonly { quick_check: string }[];
  const broken = db.pragma("foreign_key_check") as readonly object[];
  const unfinished = db.prepare("SELECT count(*) FROM job WHERE finishedDT IS NULL").pluck().get();
  return [
    ...check.map(({ quick_check }) => quick_check).filter((line) => line !== "ok"),
    ...broken.map((one) => `broken reference ${JSON.stringify(one)}`),
    ...(unfinished === 0 ? [] : [`${String(unfinished)} jobs are unfinished`]),
  ];
}

/** The tables that differ, a sentence each. */
export function differences(found: Content, expected: Content): string[] {
  return Object.keys(QUERIES).flatMap((table) => {
    const [has, wants] = [found.tables[table] ?? "", expected.tables[table] ?? ""].map((text) =>
      text.split("\n"),
    );
    if (has === undefined || wants === undefined || has.join("\n") === wants.join("\n")) return [];
    const [more, fewer] = [new Set(has), new Set(wants)];
    const surplus = has.filter((row) => !fewer.has(row));
    const missing = wants.filter((row) => !more.has(row));
    return [
      `${table}: ${has.length} rows, expected ${wants.length}; ${surplus.length} others, such as ${surplus[0]?.slice(0, 300)}, instead of ${missing[0]?.slice(0, 300)}`,
    ];
  });
}
