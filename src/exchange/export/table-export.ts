import { join } from "node:path";
import { Invalid } from "../../domain/errors.ts";
import { type Message, msg } from "../../domain/message.ts";
import type { Principal } from "../../domain/principal.ts";
import { columnKey } from "../../domain/text-folding.ts";
import type { Dependencies } from "../../http/dependencies.ts";
import type { StreamResponse } from "../../http/endpoint/response.ts";
import type { DownloadFormat } from "../../http/endpoint/table-response.ts";
import { makeWorkerFiles } from "../../http/endpoint/worker-file.ts";
import { LOCALE_CODES, LOCALES } from "../../i18n/locales.ts";
import { textIn } from "../../i18n/text.ts";
import { CSV_TYPE, SEPARATORS, type Separator } from "../../platform/tables/csv-write.ts";
import { XLSX_TYPE } from "../../platform/tables/xlsx-write.ts";
import { reusableWorker } from "../../platform/workers/client.ts";
import { DatabaseWorker } from "../../platform/workers/database-worker.ts";
import type { PieceProgram } from "../../platform/workers/piece-program.ts";
import { siteTime } from "../../printing/labels/label-values.ts";
import type { BeginExport } from "../../security-log/table.ts";
import { columnsOf } from "../import/columns.ts";
import { nameKeysOf } from "../import/header.ts";
import type { Field } from "../import/table-fields.ts";
import type { ExportSelection, ListedField } from "./rows.ts";

/** A column of the file with its field. */
interface ExportColumn {
  readonly field: Field | ListedField;
  readonly title: string;
  readonly width: number;
}

/** Input of the export worker. */
export interface ExportInput {
  /** The generation's main file. */
  readonly database: string;
  readonly selection: ExportSelection;
  readonly format: "csv" | "xlsx";
  readonly separator: Separator;
  /** Passed in, because loading the columns with their schemas would slow the worker's start. */
  readonly columns: readonly ExportColumn[];
}

const workers = reusableWorker<PieceProgram<ExportInput>>(
  () => new DatabaseWorker(new URL("./export-worker.ts", import.meta.url)),
);

/** Exports a table that the import can read, as a file. Throws TooManyRequests, Unavailable, WrongState. */
export type ExportTable = (
  principal: Principal,
  address: string,
  selection: ExportSelection,
  query: DownloadFormat & {
    /** The columns of a list of articles, by commas; default: those that the import reads. */
    readonly columns?: string | null | undefined;
    /** Reads the `ids` of the selection, once the export may begin. */
    readonly readIds?: (() => Promise<string>) | undefined;
  },
) => Promise<StreamResponse>;

// No title is a name of the import, which would read pieces at all locations as those at one.
const LISTED_COLUMNS: readonly {
  readonly field: ListedField;
  readonly title: Message;
  readonly width: number;
}[] = [
  { field: "pieces", title: msg("Pieces in total"), width: 10 },
  { field: "currency", title: msg("Currency"), width: 10 },
  { field: "heldBy", title: msg("With", "person"), width: 24 },
  { field: "isDisposal", title: msg("Marked for disposal"), width: 10 },
  { field: "createdDT", title: msg("Created"), width: 24 },
  { field: "modifiedDT", title: msg("Modified"), width: 24 },
];

/** The names of these columns, by `columnKey`. No custom field may have them. */
export function listedColumnNames(): string[] {
  return LISTED_COLUMNS.flatMap(({ title }) =>
    LOCALE_CODES.map((locale) => columnKey(textIn(title, locale))),
  );
}

/** Creates the function that all exports of tables share, with their limit of files at the same time. */
export function makeExportTable(
  { storage, clock, config }: Dependencies,
  beginExport: BeginExport,
): ExportTable {
  const respondWith = makeWorkerFiles(workers);
  const timeOf = siteTime(config.timeZone);
  return async (principal, address, selection, { format = "csv", separator, columns: wanted, readIds }) => {
    const { kind, language } = selection;
    const inTable = columnsOf(storage.db, selection.tenantId, kind).filter(({ isSecret }) => !isSecret);
    const names = new Set(inTable.flatMap(nameKeysOf));
    // A custom field may be older than the rule about its name. The import must not read this column as that field.
    const listed = LISTED_COLUMNS.map((column) => {
      const name = textIn(column.title, language);
      return names.has(columnKey(name))
        ? { ...column, title: msg("{name}", { name: `${name} (2)` }) }
        : column;
    });
    const columns = wanted ? chosen([...inTable, ...listed], wanted.split(",")) : inTable;
    beginExport(principal, address, { table: kind, format });
    return respondWith(principal.tenantId, async () => ({
      input: {
        database: join(storage.folder, storage.status().generation),
        selection: { ...selection, ids: await readIds?.() },
        columns: columns.map(({ field, title, width }) => ({ field, title: textIn(title, language), width })),
        format,
        separator: SEPARATORS[separator ?? LOCALES[language].separator],
      },
      contentType: format === "csv" ? CSV_TYPE : XLSX_TYPE,
      fileName: `${kind}-${timeOf(new Date(clock.now())).date}.${format}`,
    }));
  };
}

/** The columns of fields, in their order. Throws Invalid on another field. */
function chosen<C extends { readonly field: string }>(all: readonly C[], fields: readonly string[]): C[] {
  return [...new Set(fields)].map((field) => {
    const column = all.find((one) => one.field === field);
    if (column === undefined)
      throw Invalid.field(
        "columns",
        msg("must be some of these, by commas: {columns}", {
          columns: all.map((one) => one.field).join(", "),
        }),
      );
    return column;
  });
}
