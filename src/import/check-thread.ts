import { parentPort, workerData } from "node:worker_threads";
import type { Database as Connection } from "better-sqlite3";
import { Refusal } from "../errors.ts";
import { packRefusal } from "../refusal-packing.ts";
import { Database } from "../storage/in-thread.ts";
import { preparer } from "../storage/prepared.ts";
import type { ReadText } from "../tables/csv-read.ts";
import { readTable } from "../tables/read.ts";
import { say } from "../words.ts";
import type { CheckData, Checked, CheckSign } from "./check.ts";
import { collectFaults } from "./faults.ts";
import { dryHand } from "./hand.ts";
import { type Header, readHeader } from "./header.ts";
import { makePlan, type Plan } from "./plan.ts";
import { readRow } from "./read-row.ts";
import { rowWriter } from "./rows-file.ts";
import type { Field } from "./values.ts";

// A dry run: the whole table is read, checked and planned against one moment of the data, which nothing here can change.

const TELL_EVERY_MS = 100;

const TOO_LONG = say(
  "has more values than there are columns: a text with a separator in it needs quotation marks",
  "má více hodnot, než je sloupců: text s oddělovačem uvnitř potřebuje uvozovky",
);

if (parentPort === null) throw new Error("this runs as a thread");
const port = parentPort;
const { database, tenantId, kind, sheet, text, chosen, upload, rows } = workerData as CheckData;
const tell = (sign: CheckSign) => port.postMessage(sign);

async function check(db: Connection): Promise<Checked> {
  const faults = collectFaults();
  const parts = { db: { query: preparer(db) }, hand: dryHand(), tenantId, hashes: null };
  const writer = rowWriter(rows);
  let header: Header = { columns: [], all: [], ignored: [], faults: [] };
  let asRead: ReadText | null = null;
  let headers: Partial<Record<Field, string>> = {};
  let plan: Plan | null = null;
  let done = 0;
  let last = 0;
  for await (const read of readTable(upload, sheet, {
    ...text,
    tell: (how) => {
      asRead = how;
    },
  })) {
    if (plan === null) {
      header = readHeader(kind, read.cells, chosen);
      headers = Object.fromEntries(header.columns.map(({ field, header: own }) => [field, own]));
      plan = makePlan(kind, parts, headers, faults);
      for (const { column, words } of header.faults) faults.add(read.number, column, words);
      // Without its columns nothing in the table means anything.
      if (faults.count() > 0) break;
      continue;
    }
    if (read.isTooLong) faults.add(read.number, null, TOO_LONG);
    const row = readRow(header.columns, read, (column, words) => faults.add(read.number, column, words));
    plan.take(row);
    // A table with faults is never applied.
    if (faults.count() === 0) writer.add(row);
    done++;
    if (performance.now() - last < TELL_EVERY_MS) continue;
    last = performance.now();
    tell({ kind: "progress", done });
  }
  plan ??= makePlan(kind, parts, headers, faults);
  if (done === 0 && faults.count() === 0)
    faults.add(1, null, say("The table has no rows.", "Tabulka nemá žádné řádky."));
  writer.end();
  return { result: plan.result(), headers, columns: header.all, ignored: header.ignored, text: asRead };
}

function signOf(error: unknown): CheckSign {
  if (error instanceof Refusal) return { kind: "refused", refusal: packRefusal(error) };
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return {
    kind: "failed",
    message: error instanceof Error ? (error.stack ?? error.message) : String(error),
    code,
  };
}

const db = new Database(database, { readonly: true, timeout: 5000 });
try {
  // Each row looks up its record and the places of it, all over the file.
  db.pragma("cache_size = -65536");
  db.exec("BEGIN");
  tell({ kind: "done", checked: await check(db) });
} catch (error) {
  tell(signOf(error));
} finally {
  db.close();
}
