import { Invalid } from "../../domain/errors.ts";
import { MAX_SHEET_LABELS } from "../../domain/label-sheets.ts";
import { msg } from "../../domain/message.ts";
import { serveFiles } from "../../storage/database/file-worker.ts";
import type { Db } from "../../storage/database/statement.ts";
import { hasCode, valuesOf } from "../labels/label-values.ts";
import { type SheetLabel, sheetPdf } from "./sheet-pdf.ts";
import type { SheetInput } from "./sheet-routes.ts";

serveFiles<SheetInput>((db, input) =>
  sheetPdf(labelsOf(db, { ...input, ids: printedIds(db, input) }), input.options),
);

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
