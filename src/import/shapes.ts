import { z } from "zod";
import { SEPARATOR_NAMES } from "../tables/separators.ts";
import type { Language } from "../words.ts";
import { COLUMNS } from "./columns.ts";
import type { RowFault } from "./faults.ts";
import { type Import, STATES } from "./one-import.ts";
import { KINDS } from "./values.ts";

const Made = z.object({ count: z.int(), names: z.array(z.string()).describe("the first 20") });
const PreviewRows = z
  .array(
    z.object({
      row: z.int(),
      key: z.string().describe("what the record is known by"),
      changes: z.array(
        z.object({ column: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
      ),
    }),
  )
  .describe("the first 20");

/** An import in a list. */
export const ImportHead = z
  .object({
    id: z.int(),
    kind: z.enum(KINDS),
    fileName: z.string(),
    createdDT: z.iso.datetime(),
    createdBy: z.string(),
    state: z.enum(STATES),
    progress: z.object({ done: z.int(), total: z.int().nullable() }).describe("rows"),
    rows: z.int(),
    toCreate: z.int(),
    toUpdate: z.int(),
    unchanged: z.int(),
    errorCount: z.int(),
  })
  .meta({ id: "ImportHead" });
export type ImportHead = z.output<typeof ImportHead>;

/** An import with all that its dry run has found. */
export const ImportDetail = ImportHead.extend({
  columns: z
    .array(z.object({ header: z.string(), field: z.string().nullable() }))
    .describe("all of the file, in its order; `field`: what it is about, null where it is left out"),
  fields: z
    .array(z.object({ field: z.string(), title: z.string(), isNeeded: z.boolean() }))
    .describe("what a column may be about"),
  text: z
    .object({ encoding: z.string(), separator: z.enum(SEPARATOR_NAMES) })
    .nullable()
    .describe("how the text was read; null for a workbook"),
  ignoredColumns: z.array(z.string()).describe("columns that mean nothing here"),
  errors: z
    .array(z.object({ row: z.int(), column: z.string().nullable(), message: z.string() }))
    .describe("the first 10 000; `row` as the spreadsheet numbers it"),
  made: z
    .object({ locations: Made, categories: Made, types: Made })
    .describe("what is made beside the rows, because they name it"),
  preview: z.object({ create: PreviewRows, update: PreviewRows, unchanged: PreviewRows }),
}).meta({ id: "Import" });
export type ImportDetail = z.output<typeof ImportDetail>;

const NONE = { count: 0, names: [] };

/** What is shown of an import in a list. */
export function headOf(one: Import): ImportHead {
  const { id, kind, fileName, createdDT, createdBy, state, done, total } = one;
  const result = one.applied ?? one.checked?.result;
  return {
    ...{ id, kind, fileName, createdDT, createdBy, state },
    progress: { done, total },
    rows: result?.rows ?? 0,
    toCreate: result?.toCreate ?? 0,
    toUpdate: result?.toUpdate ?? 0,
    unchanged: result?.unchanged ?? 0,
    errorCount: one.faults?.length ?? result?.errorCount ?? 0,
  };
}

/** All that is shown of an import, in a language. */
export function detailOf(one: Import, language: Language): ImportDetail {
  const result = one.applied ?? one.checked?.result;
  const message = ({ row, column, words }: RowFault) => ({ row, column, message: words[language] });
  return {
    ...headOf(one),
    columns: [...(one.checked?.columns ?? [])],
    fields: COLUMNS[one.kind].map(({ field, title, isKey = false }) => ({
      field,
      title: title[language],
      isNeeded: isKey,
    })),
    text: one.checked?.text ?? null,
    ignoredColumns: [...(one.checked?.ignored ?? [])],
    errors: (one.faults ?? result?.errors ?? []).map(message),
    made: result?.made ?? { locations: NONE, categories: NONE, types: NONE },
    preview: result?.preview ?? { create: [], update: [], unchanged: [] },
  };
}
