import { z } from "zod";
import type { Locale } from "../../domain/message.ts";
import { SEPARATOR_NAMES } from "../tables/separators.ts";
import type { Cause } from "./causes.ts";
import { COLUMNS } from "./columns.ts";
import { type Import, STATES } from "./import-job.ts";
import { ACTIONS, CAUSE_KINDS, KEY_FIELDS, REQUIRED_FIELDS } from "./issues.ts";
import { OptionsShown } from "./options.ts";
import type { RowFault } from "./row-errors.ts";
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
const Decided = z.object({ action: z.enum(ACTIONS), to: z.string().optional() });
const ImportCause = z
  .object({
    id: z.string().describe("the same for the same cause in each check of the file"),
    field: z.string().nullable(),
    kind: z.enum(CAUSE_KINDS),
    message: z.string(),
    rows: z.int(),
    firstRows: z.array(z.int()).describe("the numbers of the first 20 rows"),
    values: z
      .array(
        z.object({
          value: z.string(),
          rows: z.int(),
          suggestions: z.array(z.string()).describe("existing names like it"),
          decision: Decided.optional(),
        }),
      )
      .describe(
        "the 100 most frequent values at fault; none where the cause has no value, or it is a secret",
      ),
    valueCount: z.int().describe("values that differ; at most 10 000 are counted"),
    actions: z
      .array(z.enum(ACTIONS))
      .describe("what may be decided for it; none: correct the options or the file"),
    decision: Decided.nullable().describe("the decision for all its values"),
    isResolved: z.boolean().describe("no row is wrong because of it any more"),
  })
  .meta({ id: "ImportCause" });

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
    rows: z.int().describe("rows below the header"),
    toCreate: z.int(),
    toUpdate: z.int(),
    unchanged: z.int(),
    errorCount: z.int(),
    revision: z.int().describe("grows with each check"),
    errorRows: z.int().describe("rows with at least one error"),
    validRows: z.int().describe("rows that can be imported, or were"),
    leftOut: z.int().describe("rows left out: by decisions, totals, and with `validRows` those with errors"),
  })
  .meta({ id: "ImportHead" });
export type ImportHead = z.output<typeof ImportHead>;

/** An import with all that its dry run has found. */
export const ImportDetail = ImportHead.extend({
  sheets: z.array(z.string()).nullable().describe("of a workbook, those that are not hidden; null for CSV"),
  sheet: z.string().nullable().describe("the one that was read"),
  headerRow: z
    .int()
    .nullable()
    .describe("as the spreadsheet numbers it; null: none was recognised, and `errors` say so"),
  firstRows: z
    .array(z.object({ row: z.int(), cells: z.array(z.string()) }))
    .describe("from the top, blank ones included: 10, or up to 2 below the header row, at most 30"),
  columns: z
    .array(
      z.object({
        column: z.int().describe("from 0 on"),
        letter: z.string(),
        header: z.string().describe("empty where nothing stands above the column"),
        field: z.string().nullable(),
        samples: z.array(z.string()).describe("the first 3 values that differ; none of passwords and PINs"),
      }),
    )
    .describe("all of the sheet, in its order; `field`: what it is about, null where it is not imported"),
  fields: z
    .array(
      z.object({
        field: z.string(),
        title: z.string(),
        isNeeded: z.boolean().describe("without its column the table can't be read"),
        isRequired: z.boolean().describe("a new record needs it"),
        choices: z.array(z.string()).nullable().describe("existing names, the first 500; null: any text"),
      }),
    )
    .describe("what a column may be about"),
  text: z
    .object({ encoding: z.string(), separator: z.enum(SEPARATOR_NAMES) })
    .nullable()
    .describe("how the text was read; null for a workbook"),
  options: OptionsShown.describe("as they were given for the last check"),
  ignoredColumns: z.array(z.string()).describe("columns that are not imported"),
  causes: z
    .array(ImportCause)
    .describe(
      "what is wrong, by cause; stays listed when a decision has resolved it. Missing categories, types and locations are listed too: they are created unless something else is decided",
    ),
  errors: z
    .array(
      z.object({
        row: z.int(),
        column: z.string().nullable(),
        message: z.string(),
        value: z.string().nullable().describe("the text at fault; null: there is none, or it is a secret"),
        cause: z.string().describe("the id of its cause"),
      }),
    )
    .describe("the first 10 000 that no decision has resolved; `row` as the spreadsheet numbers it"),
  made: z
    .object({ locations: Made, categories: Made, types: Made, states: Made, users: Made })
    .describe("what is created beside the rows, because they name it"),
  preview: z.object({ create: PreviewRows, update: PreviewRows, unchanged: PreviewRows }),
}).meta({ id: "Import" });
export type ImportDetail = z.output<typeof ImportDetail>;

const NONE = { count: 0, names: [] };
const NOTHING = { locations: NONE, categories: NONE, types: NONE, states: NONE, users: NONE };

/** What is shown of an import in a list. */
export function headOf(one: Import): ImportHead {
  const { id, kind, fileName, createdDT, createdBy, state, done, total, checked, applied } = one;
  const result = applied ?? checked?.result;
  const { rows = 0, errorRows = 0, leftOut = 0 } = checked ?? {};
  return {
    ...{ id, kind, fileName, createdDT, createdBy, state },
    progress: { done, total },
    rows,
    toCreate: result?.toCreate ?? 0,
    toUpdate: result?.toUpdate ?? 0,
    unchanged: result?.unchanged ?? 0,
    revision: one.revision,
    errorCount: one.faults?.length ?? checked?.errorCount ?? 0,
    ...{ errorRows, validRows: result?.validRows ?? 0 },
    leftOut: applied === null ? leftOut : leftOut + errorRows,
  };
}

/** All that is shown of an import, in a language. */
export function detailOf(one: Import, language: Locale): ImportDetail {
  const { kind, checked, applied, options, faults } = one;
  const result = applied ?? checked?.result;
  const { sheets = null, sheet = null, headerRow = null, text = null } = checked?.layout ?? {};
  const { firstRows = [], columns = [] } = checked?.layout ?? {};
  const needed = [...KEY_FIELDS[kind], ...REQUIRED_FIELDS[kind]];
  return {
    ...headOf(one),
    ...{ sheets: sheets && [...sheets], sheet, headerRow, text },
    firstRows: firstRows.map(({ row, cells }) => ({ row, cells: [...cells] })),
    columns: columns.map((column) => ({ ...column, samples: [...column.samples] })),
    fields: COLUMNS[kind].map(({ field, title, isKey = false }) => ({
      field,
      title: title[language],
      isNeeded: isKey,
      isRequired: needed.includes(field),
      choices: checked?.choices[field]?.slice() ?? null,
    })),
    options: optionsShown(options),
    ignoredColumns: columns
      .filter(({ field, header }) => field === null && header !== "")
      .map(({ header }) => header),
    causes: (checked?.causes ?? []).map((cause) => causeShown(cause, language)),
    errors: (faults ?? checked?.errors ?? []).map(({ words, ...fault }: RowFault) => ({
      ...fault,
      message: words[language],
    })),
    made: result?.made ?? NOTHING,
    preview: result?.preview ?? { create: [], update: [], unchanged: [] },
  };
}

function causeShown({ words, ...cause }: Cause, language: Locale): z.output<typeof ImportCause> {
  return {
    ...cause,
    firstRows: [...cause.firstRows],
    message: words[language],
    actions: [...cause.actions],
    values: cause.values.map((value) => ({ ...value, suggestions: [...value.suggestions] })),
  };
}

/** Options without what is absent. */
function optionsShown(options: Import["options"]): ImportDetail["options"] {
  return OptionsShown.parse(JSON.parse(JSON.stringify(options)));
}
