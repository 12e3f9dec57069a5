import { z } from "zod";
import { isMessage } from "../../domain/message.ts";
import { TABLE_KINDS } from "../../domain/table-kinds.ts";
import { namedObject } from "../../http/endpoint/named-object.ts";
import { Quantities } from "../../http/endpoint/references.ts";
import type { Locale } from "../../i18n/locales.ts";
import { textIn } from "../../i18n/text.ts";
import { SEPARATOR_NAMES } from "../../platform/tables/csv-write.ts";
import type { Cause } from "./causes.ts";
import { LEVEL_SEPARATORS } from "./cell-texts.ts";
import type { Sums } from "./check-program.ts";
import type { DoubtfulPrices } from "./doubtful-prices.ts";
import { IMPORT_STATES, type Import } from "./import-job.ts";
import { ACTIONS, CAUSE_KINDS, type RowError } from "./issues.ts";
import { OptionsReply } from "./options.ts";
import type { Preview } from "./plan.ts";
import { noneCreated, ofEachCreated, type ShownValue } from "./planner.ts";
import { PRODUCT_FILES } from "./product-rows.ts";
import { PRODUCT_IDS, type ProductId } from "./products/product-file.ts";
import { KEY_FIELDS, REQUIRED_FIELDS } from "./table-fields.ts";

const CreatedSummary = z.object({ count: z.int(), names: z.array(z.string()).describe("the first 20") });
const PreviewRows = z
  .array(
    z.object({
      row: z.int(),
      key: z.string().describe("key of the record"),
      changes: z.array(
        z.object({ column: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
      ),
    }),
  )
  .describe("the first 20");
const Created = z
  .object(ofEachCreated(() => CreatedSummary))
  .describe("records that are created because rows refer to them");
const PreviewReply = z.object({ create: PreviewRows, update: PreviewRows, unchanged: PreviewRows });
const DecisionReply = z.object({ action: z.enum(ACTIONS), to: z.string().optional() });
const ImportCause = namedObject("ImportCause", {
  id: z.string().describe("stable across checks of the file"),
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
        suggestions: z.array(z.string()).describe("similar existing names"),
        decision: DecisionReply.optional(),
      }),
    )
    .describe("the 100 most frequent wrong values; empty if the cause has no value, or it is a secret"),
  valueCount: z.int().describe("distinct values; at most 10 000 are counted"),
  actions: z.array(z.enum(ACTIONS)).describe("possible decisions; empty: correct the options or the file"),
  decision: DecisionReply.nullable().describe("the decision for all values"),
  isResolved: z.boolean().describe("no row has this error any more"),
});

/** An import in a list. */
export const ImportHead = namedObject("ImportHead", {
  id: z.int(),
  kind: z.enum(TABLE_KINDS),
  fileName: z.string(),
  createdDT: z.iso.datetime(),
  createdBy: z.string(),
  state: z.enum(IMPORT_STATES),
  progress: z.object({ done: z.int(), total: z.int().nullable() }).describe("rows"),
  rows: z.int().describe("rows below the header"),
  toCreate: z.int(),
  toUpdate: z.int(),
  unchanged: z.int(),
  errorCount: z.int(),
  revision: z.int().describe("incremented by each check"),
  errorRows: z.int().describe("rows with at least one error"),
  validRows: z.int().describe("rows that can be or were imported"),
  leftOut: z.int().describe("rows left out: by decisions, totals, and with `validRows` the rows with errors"),
});
export type ImportHead = z.output<typeof ImportHead>;

/** What of another product's file is not taken. */
const NotTakenReply = z
  .object({
    columns: z
      .array(
        z.object({
          column: z.int().describe("index, from 0"),
          header: z.string(),
          values: z.int().describe("rows with a value"),
          reason: z.string(),
        }),
      )
      .describe("columns with values that are not imported"),
    rows: z
      .array(
        z.object({
          row: z.int(),
          column: z.string().nullable().describe("null: the whole row"),
          value: z.string().nullable(),
          reason: z.string(),
        }),
      )
      .describe("the first 100 values and rows that are not imported"),
    count: z.int().describe("all values and rows that are not imported"),
  })
  .describe("of another product's export; the rows with errors are not among them");

/** An import with the result of its dry run. */
export const ImportDetail = ImportHead.extend({
  sheets: z.array(z.string()).nullable().describe("visible sheets of a workbook; null for CSV"),
  sheet: z.string().nullable().describe("the sheet that was read"),
  headerRow: z.int().nullable().describe("row number in the spreadsheet; null: not recognised, see `errors`"),
  firstRows: z
    .array(z.object({ row: z.int(), cells: z.array(z.string()) }))
    .describe("rows from the top, with blank ones: 10, or up to 2 below the header row, at most 30"),
  columns: z
    .array(
      z.object({
        column: z.int().describe("index, from 0"),
        letter: z.string(),
        header: z.string().describe("empty if the column has no header"),
        field: z.string().nullable(),
        samples: z.array(z.string()).describe("the first 3 distinct values; empty for passwords and PINs"),
      }),
    )
    .describe("all columns of the sheet, in order; `field`: null if the column is not imported"),
  fields: z
    .array(
      z.object({
        field: z.string(),
        title: z.string(),
        isNeeded: z.boolean().describe("the table can't be read without its column"),
        isRequired: z.boolean().describe("a new record requires it"),
        choices: z.array(z.string()).nullable().describe("existing names, the first 500; null: any text"),
      }),
    )
    .describe("the fields that a column can have"),
  text: z
    .object({ encoding: z.string(), separator: z.enum(SEPARATOR_NAMES) })
    .nullable()
    .describe("detected encoding and separator; null for a workbook"),
  levels: z
    .enum(LEVEL_SEPARATORS)
    .nullable()
    .describe(
      "what separates the levels of a location, detected or chosen; null: the file has no locations, or is another product's",
    ),
  options: OptionsReply.describe("the options of the last check"),
  product: z
    .enum(PRODUCT_IDS)
    .nullable()
    .describe("the product whose export it is, recognised or chosen; null: an own list"),
  products: z.array(z.object({ id: z.enum(PRODUCT_IDS), title: z.string() })).describe("for this kind"),
  joinedRows: z
    .int()
    .describe("rows with a name, code or location of several lines, which are joined by a space"),
  repeatedRows: z.int().describe("rows that repeat an earlier row in all cells, and are not imported again"),
  pictures: z
    .int()
    .describe(
      "pictures of valid rows; an article's photos are not added again. Applied: photos that were added",
    ),
  notTaken: NotTakenReply,
  wrongCheckDigits: z
    .object({
      count: z.int(),
      first: z
        .array(z.object({ row: z.int(), code: z.string(), digit: z.string() }))
        .describe("the first 20; `digit`: the check digit that the code would have"),
    })
    .describe(
      "codes of articles with the digits of an EAN or UPC and a wrong check digit (an article's own code of 8 digits is none). They are imported as they are",
    ),
  sums: z
    .object({
      quantity: z.int().nullable().describe("null also where units differ: they have no sum"),
      quantities: Quantities.describe("by unit, pieces first; none where there are more than 20 units"),
      price: z.number().nullable().describe("of the prices"),
      value: z.number().nullable().describe("of price times quantity"),
    })
    .describe(
      "of the rows that can be imported, to compare with the totals of the list; null: the file lacks a column for it",
    ),
  doubtfulPrices: z.object({
    otherCurrency: z
      .object({ count: z.int(), currencies: z.array(z.string()) })
      .describe(
        "prices that name another currency than the company's. Their numbers are imported as they are",
      ),
    notImported: z
      .array(z.object({ header: z.string(), values: z.int() }))
      .describe("columns that look like prices, where no column is imported as the price"),
  }),
  ignoredColumns: z.array(z.string()).describe("columns that are not imported"),
  causes: z
    .array(ImportCause)
    .describe(
      "errors by cause, including the resolved ones. Missing categories, types and locations are listed too: they are created by default",
    ),
  errors: z
    .array(
      z.object({
        row: z.int(),
        column: z.string().nullable(),
        message: z.string(),
        value: z.string().nullable().describe("the wrong text; null: there is none, or it is a secret"),
        cause: z.string().describe("the id of its cause"),
      }),
    )
    .describe("the first 10 000 unresolved errors; `row`: row number in the spreadsheet"),
  made: Created,
  preview: PreviewReply,
}).meta({ id: "Import" });
export type ImportDetail = z.output<typeof ImportDetail>;

/** The result of the job that applies an import. */
export const ImportResult = namedObject("ImportResult", {
  kind: z.enum(TABLE_KINDS),
  fileName: z.string(),
  photos: z.int().optional().describe("photos that were added; absent for older imports"),
  validRows: z.int().describe("rows that were imported"),
  toCreate: z.int(),
  toUpdate: z.int(),
  unchanged: z.int(),
  created: Created,
  preview: PreviewReply,
});

/** An import as a list item. */
export function toImportHead(job: Import): ImportHead {
  const { id, kind, fileName, createdDT, createdBy, state, done, total, checkResult, applyResult } = job;
  const result = applyResult ?? checkResult?.result;
  const { rows = 0, errorRows = 0, leftOut = 0 } = checkResult ?? {};
  return {
    id,
    kind,
    fileName,
    createdDT,
    createdBy,
    state,
    progress: { done, total },
    rows,
    toCreate: result?.toCreate ?? 0,
    toUpdate: result?.toUpdate ?? 0,
    unchanged: result?.unchanged ?? 0,
    revision: job.revision,
    errorCount: job.applyErrors?.length ?? checkResult?.errorCount ?? 0,
    errorRows,
    validRows: result?.validRows ?? 0,
    leftOut: applyResult === null ? leftOut : leftOut + errorRows,
  };
}

/** An import in detail, in a language. */
export function toImportDetail(job: Import, language: Locale): ImportDetail {
  const { kind, checkResult, applyResult, options, applyErrors } = job;
  const result = applyResult ?? checkResult?.result;
  const { sheets = null, sheet = null, headerRow = null, text = null } = checkResult?.layout ?? {};
  const { firstRows = [], columns = [] } = checkResult?.layout ?? {};
  const needed = [...KEY_FIELDS[kind], ...REQUIRED_FIELDS[kind]];
  return {
    ...toImportHead(job),
    sheets: sheets && [...sheets],
    sheet,
    headerRow,
    text,
    firstRows: firstRows.map(({ row, cells }) => ({ row, cells: [...cells] })),
    columns: columns.map((column) => ({ ...column, samples: [...column.samples] })),
    fields: job.columns.map(({ field, title, isKey = false }) => ({
      field,
      title: textIn(title, language),
      isNeeded: isKey,
      isRequired: needed.includes(field),
      choices: checkResult?.choices[field]?.slice() ?? null,
    })),
    levels: checkResult?.levels ?? null,
    options: toOptionsReply(options),
    ...toProductReply(job, language),
    joinedRows: checkResult?.joinedRows ?? 0,
    repeatedRows: checkResult?.repeatedRows ?? 0,
    pictures: applyResult?.photos ?? checkResult?.pictures ?? 0,
    wrongCheckDigits: {
      count: checkResult?.wrongCheckDigits.count ?? 0,
      first: [...(checkResult?.wrongCheckDigits.first ?? [])],
    },
    sums: toSums(checkResult?.sums),
    doubtfulPrices: toDoubtfulPrices(checkResult?.doubtfulPrices),
    ignoredColumns: columns
      .filter(({ field, header }) => field === null && header !== "")
      .map(({ header }) => header),
    causes: (checkResult?.causes ?? []).map((cause) => toImportCause(cause, language)),
    errors: (applyErrors ?? checkResult?.errors ?? []).map(({ message, ...error }: RowError) => ({
      ...error,
      message: textIn(message, language),
    })),
    made: result?.created ?? noneCreated(),
    preview: toPreview(result?.preview, language),
  };
}

function toPreview(
  { create, update, unchanged }: Preview = { create: [], update: [], unchanged: [] },
  language: Locale,
): ImportDetail["preview"] {
  const shown = (value: ShownValue) => (isMessage(value) ? textIn(value, language) : value);
  const rows = (some: Preview["create"]) =>
    some.map(({ changes, ...row }) => ({
      ...row,
      changes: changes.map(({ column, before, after }) => ({
        column,
        before: shown(before),
        after: shown(after),
      })),
    }));
  return { create: rows(create), update: rows(update), unchanged: rows(unchanged) };
}

/** The amounts as numbers. */
function toSums({ quantity, quantities, price, value }: Sums = NO_SUMS): ImportDetail["sums"] {
  const amount = (sum: number | null) => (sum === null ? null : sum / 10_000);
  return { quantity, quantities: [...quantities], price: amount(price), value: amount(value) };
}

function toDoubtfulPrices(doubts?: DoubtfulPrices): ImportDetail["doubtfulPrices"] {
  const { count = 0, currencies = [] } = doubts?.otherCurrency ?? {};
  return {
    otherCurrency: { count, currencies: [...currencies] },
    notImported: [...(doubts?.notImported ?? [])],
  };
}

const NO_SUMS: Sums = { quantity: null, quantities: [], price: null, value: null };

function toImportCause({ message, ...cause }: Cause, language: Locale): z.output<typeof ImportCause> {
  return {
    ...cause,
    firstRows: [...cause.firstRows],
    message: textIn(message, language),
    actions: [...cause.actions],
    values: cause.values.map((value) => ({ ...value, suggestions: [...value.suggestions] })),
  };
}

/** Options without absent properties. */
function toOptionsReply(options: Import["options"]): ImportDetail["options"] {
  return OptionsReply.parse(JSON.parse(JSON.stringify(options)));
}

/** Values and rows in a response. */
const MAX_SHOWN = 100;

/** The part of a response about the product whose file it is. */
function toProductReply(
  { kind, checkResult }: Import,
  language: Locale,
): {
  product: ProductId | null;
  products: { id: ProductId; title: string }[];
  notTaken: z.output<typeof NotTakenReply>;
} {
  const { columns = [], rows = [], count = 0 } = checkResult?.notTaken ?? {};
  return {
    product: checkResult?.product ?? null,
    products: PRODUCT_FILES.filter((file) => file.kind === kind).map(({ id, title }) => ({
      id,
      title: textIn(title, language),
    })),
    notTaken: {
      columns: columns.map((one) => ({ ...one, reason: textIn(one.reason, language) })),
      rows: rows.slice(0, MAX_SHOWN).map((one) => ({ ...one, reason: textIn(one.reason, language) })),
      count,
    },
  };
}
