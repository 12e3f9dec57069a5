import type { Database as Connection } from "better-sqlite3";
import { Invalid } from "../../domain/errors.ts";
import { MAX_SHEET_LABELS } from "../../domain/label-sheets.ts";
import { msg } from "../../domain/message.ts";
import { type TransferredResult, transferredCopy } from "../../platform/workers/protocol.ts";
import { serveCalls } from "../../platform/workers/server.ts";
import { preparer } from "../../storage/database/connection.ts";
import type { Db } from "../../storage/database/statement.ts";
import { Database } from "../../storage/database/worker-database.ts";
import { hasCode, valuesOf } from "../labels/label-values.ts";
import { type SheetLabel, sheetPdf } from "./sheet-pdf.ts";
import type { SheetInput, SheetProgram } from "./sheet-routes.ts";

// Sheets of labels, one file at a time. Each reads one snapshot of the data, label by label as the client reads the file.

/** The file in progress. */
let current: { readonly db: Connection; readonly pieces: AsyncIterator<Buffer> } | null = null;

function start(input: SheetInput): void {
  const db = new Database(input.database, { readonly: true, timeout: 5000 });
  // The first read of a transaction fixes its snapshot.
  db.exec("BEGIN");
  db.pragma("schema_version");
  const reader = { query: preparer(db) };
  try {
    const ids = printedIds(reader, input);
    current = { db, pieces: sheetPdf(labelsOf(reader, { ...input, ids }), input.options) };
  } catch (error) {
    db.close();
    throw error;
  }
}

/** The records that get a label. Throws Invalid where there are none, or too many. */
function printedIds(db: Db, { tenantId, subject, ids }: SheetInput): readonly number[] {
  const printed = ids.filter((oid) => hasCode(db, tenantId, { subject, oid }));
  if (printed.length > MAX_SHEET_LABELS) throw Invalid.field("", TOO_MANY);
  if (printed.length === 0) throw Invalid.field("", NONE);
  return printed;
}

const TOO_MANY = msg("A file has at most {max} labels. Select fewer records.", { max: MAX_SHEET_LABELS });
const NONE = msg("None of the records has a code. Only records with a code get a label.");

/** The labels of records with a code, in the order of the ids. */
function* labelsOf(db: Db, { tenantId, subject, ids, time }: SheetInput): Generator<SheetLabel, void> {
  for (const oid of ids) {
    const values = valuesOf(db, tenantId, { subject, oid }, time);
    if (values === null) continue;
    // The name is on the label already.
    const detail = "path" in values ? values.path.slice(0, -(values.name.length + 3)) : values.location;
    yield { name: values.name, code: values.code, detail };
  }
}

async function next(): Promise<TransferredResult<Uint8Array> | null> {
  if (current === null) throw new Error("no sheet is in progress");
  const { done, value } = await current.pieces.next();
  if (!done) return transferredCopy(value);
  current.db.close();
  current = null;
  return null;
}

serveCalls<SheetProgram>({ start, next });
