import type { Database as Connection } from "better-sqlite3";
import { nameKey } from "../../domain/text-folding.ts";
import { listLocations } from "../../locations/location.ts";
import type { ReadText } from "../../platform/tables/csv-read.ts";
import { openTable } from "../../platform/tables/read.ts";
import { serveCalls } from "../../platform/workers/server.ts";
import { databaseHandle } from "../../storage/database/connection.ts";
import { openForReading } from "../../storage/database/worker-database.ts";
import { collectCauses, createSuggester, firstChoices, readNames } from "./causes.ts";
import type { CheckData, CheckProgram, CheckResult } from "./check-program.ts";
import { checkRows } from "./check-rows.ts";
import { columnsOf } from "./columns.ts";
import { openCollection } from "./homebox-collection.ts";
import { collectRowErrors } from "./issues.ts";
import { chooseSheet, collectLayout, splitRows } from "./layout.ts";
import { decisionsFor, indexDecisions, readingOf } from "./options.ts";
import { PictureReader } from "./pictures.ts";
import { NotTaken, RowTranslator } from "./product-rows.ts";
import { readTop } from "./table-top.ts";

// Dry runs, one at a time. Each reads, checks and plans the whole table against one snapshot of the data, on a read-only
// connection.

async function check(
  connection: Connection,
  data: CheckData,
  report: (done: number) => void,
): Promise<CheckResult> {
  const { kind, tenantId, options, chosen, upload } = data;
  const db = databaseHandle(connection);
  let text: ReadText | null = null;
  const reading = {
    encoding: options.encoding ?? null,
    separator: options.separator ?? null,
    onDetected: (detected: ReadText) => {
      text = detected;
    },
  };
  const table = (await openCollection(upload)) ?? (await openTable(upload, reading));
  const columns = columnsOf(db, tenantId, kind);
  const sheet = await chooseSheet(table, columns, options.sheet ?? null, chosen.byHeader);
  // Closed at the end, also of a refused file: the worker is used again, and the descriptor may be another file's by then.
  await using rows = table.rows(sheet);
  const { top, rest } = await splitRows(rows);
  const rootNames = () => {
    const roots = listLocations(db, tenantId).filter(({ parentLocationId }) => parentLocationId === null);
    return new Set(roots.map(({ name }) => nameKey(name)));
  };
  const { headerRow, header, product, productId, levels, defaults } = readTop(columns, top, data, rootNames);
  const layout = collectLayout(columns, header, top);
  const file = { importId: data.importId, sheet, headerRow: header.row, text, product: productId, levels };
  const valid = decisionsFor(options.decisions ?? [], readingOf({ ...file, columns: header.columns }));
  const decisions = indexDecisions(valid);
  const names = readNames(db, tenantId);
  const causes = collectCauses({ kind, columns }, decisions, createSuggester(names));
  const errors = collectRowErrors();
  const isCsv = table.sheets === null;
  const notTaken = product && new NotTaken(product);
  const translator = product && notTaken && new RowTranslator(product, notTaken);
  const pictures = product && notTaken && new PictureReader(product, notTaken);
  if (product?.file.isSummed === true) {
    await using all = table.rows(sheet);
    for await (const read of all) if (read.number > (header.row ?? 0)) translator?.addUp(read);
  }
  const counts = await checkRows(
    {
      ...data,
      db,
      defaults,
      translator,
      pictures,
      columns,
      header,
      layout,
      decisions,
      causes,
      errors,
      isCsv,
      headerRow,
    },
    top,
    rest,
    report,
  );
  layout.assertColumnsExist(chosen.byIndex);
  return {
    layout: { sheets: table.sheets, sheet, ...layout.all(), text },
    product: productId,
    levels,
    notTaken: notTaken?.all() ?? { columns: [], rows: [], count: 0 },
    defaults,
    choices: firstChoices(names),
    ...counts,
    errors: errors.list(),
    errorCount: errors.count(),
    causes: causes.all(),
    decisions: valid,
  };
}

serveCalls<CheckProgram>({
  async check(data, report) {
    // The rows look up records and their stock all over the database file.
    const db = openForReading(data.database, 65_536);
    try {
      db.exec("BEGIN");
      return await check(db, data, report);
    } finally {
      db.close();
    }
  },
});
