import { parentPort } from "node:worker_threads";
import type { Database as Connection } from "better-sqlite3";
import { DomainError } from "../../domain/errors.ts";
import { serializeError } from "../../platform/error-serialization.ts";
import { preparer } from "../../storage/database/prepared.ts";
import { Database } from "../../storage/database/worker-database.ts";
import type { ReadText } from "../tables/csv-read.ts";
import { openTable } from "../tables/read.ts";
import { collectCauses } from "./causes.ts";
import type { CheckData, Checked, CheckSign } from "./check.ts";
import { checkRows } from "./check-rows.ts";
import { firstChoices, readNames, suggestions } from "./choices.ts";
import { findHeaderRow, readHeader } from "./header.ts";
import { chooseSheet, collectLayout, splitRows } from "./layout.ts";
import { decisionsOf } from "./options.ts";
import { collectFaults } from "./row-errors.ts";

// Dry runs, one after the other: the whole table is read, checked and planned against one moment of the data, which nothing here can change.

if (parentPort === null) throw new Error("this runs as a thread");
const port = parentPort;
const tell = (sign: CheckSign) => port.postMessage(sign);

async function check(connection: Connection, data: CheckData): Promise<Checked> {
  const { kind, tenantId, options, chosen, defaults, upload } = data;
  const db = { query: preparer(connection) };
  let text: ReadText | null = null;
  const table = await openTable(upload, {
    encoding: options.encoding ?? null,
    separator: options.separator ?? null,
    tell: (how) => {
      text = how;
    },
  });
  const sheet = await chooseSheet(table, kind, options.sheet ?? null, chosen.byHeader);
  const { top, rest } = await splitRows(table.rows(sheet));
  const headerRow = findHeaderRow(kind, top, options.headerRow ?? null, chosen.byHeader);
  const header = readHeader(kind, headerRow, chosen);
  const layout = collectLayout(kind, header, top);
  const decisions = decisionsOf(options);
  const names = readNames(db, tenantId);
  const causes = collectCauses(kind, decisions, suggestions(names));
  const faults = collectFaults();
  const isCsv = table.sheets === null;
  const counts = await checkRows(
    { ...data, db, header, layout, decisions, causes, faults, isCsv, headerRow },
    top,
    rest,
    (done) => tell({ kind: "progress", done }),
  );
  layout.refuseOtherColumns(chosen.byIndex);
  return {
    layout: { sheets: table.sheets, sheet, ...layout.all(), text },
    headers: Object.fromEntries(header.columns.map(({ field, header: own }) => [field, own])),
    defaults,
    choices: firstChoices(names),
    ...counts,
    ...{ errors: faults.told(), errorCount: faults.count(), causes: causes.all() },
  };
}

function signOf(error: unknown): CheckSign {
  if (error instanceof DomainError) return { kind: "refused", refusal: serializeError(error) };
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return {
    kind: "failed",
    message: error instanceof Error ? (error.stack ?? error.message) : String(error),
    code,
  };
}

async function signOfCheck(data: CheckData): Promise<CheckSign> {
  const db = new Database(data.database, { readonly: true, timeout: 5000 });
  try {
    // Each row looks up its record and the places of it, all over the file.
    db.pragma("cache_size = -65536");
    db.exec("BEGIN");
    return { kind: "done", checked: await check(db, data) };
  } catch (error) {
    return signOf(error);
  } finally {
    db.close();
  }
}

port.on("message", async (data: CheckData | null) => {
  if (data === null) return port.close();
  tell(await signOfCheck(data));
});
