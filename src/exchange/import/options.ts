import { createHash } from "node:crypto";
import { z } from "zod";
import { Invalid } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import { OWN_FIELDS, type TableKind } from "../../domain/table-kinds.ts";
import { integer, lines, oneOf, searched, text, textOrNull } from "../../http/endpoint/fields.ts";
import { namedObject } from "../../http/endpoint/named-object.ts";
import { invalidFrom } from "../../http/endpoint/parse.ts";
import { MAX_TABLE_COLUMNS } from "../../platform/limits.ts";
import type { ReadText } from "../../platform/tables/csv-read.ts";
import { ENCODINGS } from "../../platform/tables/csv-read.ts";
import { SEPARATOR_NAMES } from "../../platform/tables/csv-write.ts";
import { columnName } from "../../platform/tables/xlsx-write.ts";
import { LEVEL_SEPARATORS, type LevelSeparator } from "./cell-texts.ts";
import { parseText } from "./cells.ts";
import { ACTIONS, actionsFor, isSecret, issueValue } from "./issues.ts";
import { PRODUCT_CHOICES, type ProductId } from "./products/product-file.ts";
import type { Column, Field, HeaderColumn, Values } from "./table-fields.ts";

/** The header row is at most this far from the top. */
export const MAX_HEADER_ROW = 30;
/** With the other options this is the maximum number of properties of a request body. */
export const MAX_DECISIONS = 4_000;
/** Maximum characters of a spreadsheet cell. */
const MAX_CELL = 32_767;

/** Options for reading a file, and decisions for its causes. Absent options are detected. */
export const optionFields = {
  sheet: textOrNull().optional(),
  headerRow: integer(1, MAX_HEADER_ROW).nullable().optional(),
  columns: z
    .array(z.object({ column: integer(0, MAX_TABLE_COLUMNS - 1), field: textOrNull() }))
    .max(MAX_TABLE_COLUMNS)
    .optional(),
  defaults: z.record(z.string(), lines(MAX_CELL)).optional(),
  encoding: oneOf(ENCODINGS).nullable().optional(),
  separator: oneOf(SEPARATOR_NAMES).nullable().optional(),
  product: oneOf(PRODUCT_CHOICES).nullable().optional(),
  levels: oneOf(LEVEL_SEPARATORS).nullable().optional(),
  decisions: z
    .array(
      z.object({
        cause: searched(),
        value: z.string().max(MAX_CELL).optional(),
        action: oneOf(ACTIONS),
        to: lines(MAX_CELL).optional(),
        reading: text().optional(),
      }),
    )
    .max(MAX_DECISIONS)
    .optional(),
};
const Options = z.object(optionFields);
/** The validated options of an import. */
export type ImportOptions = z.output<typeof Options>;
/** What to do about a cause of errors, or about one value of it. */
export type Decision = NonNullable<ImportOptions["decisions"]>[number];

/** Parses options from JSON text; null: none. Throws Invalid that names the property below `options`. */
export function parseOptions(json: string | null): ImportOptions {
  if (json === null) return {};
  let input: unknown;
  try {
    input = JSON.parse(json);
  } catch {
    throw Invalid.field("options", msg("must be JSON"));
  }
  const result = Options.safeParse(input, { reportInput: true });
  if (result.success) return result.data;
  const [first, ...others] = invalidFrom(result.error).fieldErrors.map(({ path, text }) => ({
    path: path === "" ? "options" : `options.${path}`,
    text,
  }));
  throw first ? Invalid.fields([first, ...others]) : Invalid.field("options", msg("is not valid"));
}

/** The options in a response. */
export const OptionsReply = namedObject("ImportOptions", {
  sheet: z.string().nullable().optional(),
  headerRow: z.int().nullable().optional(),
  columns: z.array(z.object({ column: z.int(), field: z.string().nullable() })).optional(),
  defaults: z.record(z.string(), z.string()).optional(),
  encoding: z.enum(ENCODINGS).nullable().optional(),
  separator: z.enum(SEPARATOR_NAMES).nullable().optional(),
  product: z.enum(PRODUCT_CHOICES).nullable().optional(),
  levels: z
    .enum(LEVEL_SEPARATORS)
    .nullable()
    .optional()
    .describe("what separates the levels of a location: ` / `, `>`, `\\` or ` - `; absent: detected"),
  decisions: z
    .array(
      z.object({
        cause: z.string(),
        value: z.string().optional(),
        action: z.enum(ACTIONS),
        to: z.string().optional(),
        reading: z
          .string()
          .optional()
          .describe(
            "set by the server: the file, how it is read, and the column that the decision is for. A decision that is sent with another one is dropped; without it, it applies to the file as it is read now",
          ),
      }),
    )
    .optional(),
});

/** A kind of table with its columns. */
export interface KindOfTable {
  readonly kind: TableKind;
  readonly columns: readonly Column[];
}

/** True if new records may have a default for this field. */
function allowsDefault({ kind, columns }: KindOfTable, field: Field): boolean {
  const isOwn = OWN_FIELDS.some((own) => own === field) || isSecret(columns, field);
  return kind !== "locations" && !isOwn && columns.some((column) => column.field === field);
}

/** Checks options against a kind of table. Throws Invalid that names the property. */
export function resolveOptions(table: KindOfTable, options: ImportOptions) {
  const names = table.columns.map(({ field }) => field);
  const fieldOf = (name: string): Field | undefined => names.find((field) => field === name);
  const columns = new Map<number, Field | null>();
  for (const [index, { column, field: name }] of (options.columns ?? []).entries()) {
    const field = name === null ? null : fieldOf(name);
    const list = names.join(", ");
    if (field === undefined) {
      throw Invalid.field(`columns.${index}.field`, msg("must be one of: {list}, or null", { list }));
    }
    const [other] = [...columns].find(([, chosen]) => field !== null && chosen === field) ?? [];
    const { title = "", joint } = table.columns.find((one) => one.field === field) ?? {};
    if (other !== undefined && other !== column && joint === undefined) {
      const [first, second] = [columnName(other), columnName(column)];
      throw Invalid.field(
        `columns.${index}.field`,
        msg(
          "The columns {first} and {second} can't both be {title}: its values can't be joined. Import one of them as something else, or not.",
          { title, first, second },
        ),
      );
    }
    if (columns.has(column)) {
      throw Invalid.field(`columns.${index}.column`, msg("is input twice: choose one field for it"));
    }
    columns.set(column, field);
  }
  return { columns, defaults: parseDefaults(table, options, fieldOf) };
}

function parseDefaults(
  table: KindOfTable,
  { defaults = {}, decisions = [] }: ImportOptions,
  fieldOf: (name: string) => Field | undefined,
): Values {
  const values: Partial<Record<Field, unknown>> = {};
  for (const [name, input] of Object.entries(defaults)) {
    const field = fieldOf(name);
    if (field === undefined || !allowsDefault(table, field)) {
      const fields = table.columns.map((column) => column.field).filter((one) => allowsDefault(table, one));
      const list = fields.join(", ");
      throw Invalid.field(`defaults.${name}`, msg("can't have a default. Use: {list}", { list }));
    }
    const parsed = parseText(table.columns, field, input);
    if ("error" in parsed) throw Invalid.field(`defaults.${name}`, parsed.error);
    values[field] = parsed.value;
  }
  const decided = new Set<string>();
  for (const [index, decision] of decisions.entries()) {
    assertDecision(table, decision, `decisions.${index}`);
    const { cause, value } = decision;
    const key = JSON.stringify([cause, value === undefined ? null : issueValue(value)]);
    if (decided.has(key)) {
      throw Invalid.field(`decisions.${index}`, msg("repeats the cause and value of another one"));
    }
    decided.add(key);
  }
  // Each value is the output of its field's schema.
  return values as Values;
}

function assertDecision({ kind, columns }: KindOfTable, { cause, action, to }: Decision, path: string): void {
  const actions = actionsFor(kind, columns, cause);
  if (actions.length === 0) {
    throw Invalid.field(`${path}.cause`, msg("is not a cause that can be decided"));
  }
  if (!actions.includes(action)) {
    const list = actions.join(", ");
    throw Invalid.field(
      `${path}.action`,
      msg("is not offered for this cause. Use: {list}", {
        list,
      }),
    );
  }
  if (action !== "replace") return;
  if (to === undefined) throw Invalid.field(`${path}.to`, msg("is required"));
  const field = columns.find((column) => column.field === cause.split(".")[0])?.field;
  const parsed = field === undefined ? null : parseText(columns, field, to);
  if (parsed !== null && "error" in parsed) throw Invalid.field(`${path}.to`, parsed.error);
}

/** Indexes the decisions of an import. A decision for one value has precedence over the one for its whole cause. */
export function indexDecisions(decisions: readonly Decision[]) {
  const byCause = new Map<string, { all?: Decision; readonly byValue: Map<string, Decision> }>();
  for (const decision of decisions) {
    const known = byCause.get(decision.cause) ?? { byValue: new Map<string, Decision>() };
    byCause.set(decision.cause, known);
    if (decision.value === undefined) known.all = decision;
    else known.byValue.set(issueValue(decision.value), decision);
  }
  return {
    /** The decision for a whole cause. */
    forAll: (cause: string): Decision | null => byCause.get(cause)?.all ?? null,
    /** The decision for this value only. */
    forValue: (cause: string, value: string): Decision | null =>
      byCause.get(cause)?.byValue.get(value) ?? null,
    /** The effective decision. */
    of(cause: string, value: string | null): Decision | null {
      const known = byCause.get(cause);
      return (value === null ? undefined : known?.byValue.get(value)) ?? known?.all ?? null;
    },
  };
}
/** The decisions of an import, indexed by cause and value. */
export type Decisions = ReturnType<typeof indexDecisions>;

/** How a file is read. */
interface Reading {
  /** Names the import, and so its file. */
  readonly importId: number;
  readonly sheet: string | null;
  readonly headerRow: number | null;
  readonly text: ReadText | null;
  readonly product: ProductId | null;
  readonly levels: LevelSeparator | null;
  readonly columns: readonly Pick<HeaderColumn, "field" | "index" | "header" | "joined">[];
}

/**
 * Names what a cause's values were read from: the file, how it is read, and the column of the cause's field (of a location also
 * how its levels are separated); for a cause of whole rows all columns.
 */
export function readingOf({ columns, levels, ...file }: Reading): (cause: string) => string {
  const all = columns.map(({ field, index, header, joined }) => ({ field, index, header, joined }));
  return (cause) => {
    const [name] = cause.split(".");
    const own = name === "row" ? all : all.filter(({ field }) => field === name);
    return createHash("sha256")
      .update(JSON.stringify([file, own, name === "location" || name === "row" ? levels : null]))
      .digest("hex")
      .slice(0, 16);
  };
}

/** The decisions that were made for this reading of the file, or for whatever it is. Each then belongs to this reading. */
export function decisionsFor(
  decisions: readonly Decision[],
  readingOfCause: (cause: string) => string,
): readonly Decision[] {
  return decisions.flatMap((decision) => {
    const reading = readingOfCause(decision.cause);
    return decision.reading === undefined || decision.reading === reading ? [{ ...decision, reading }] : [];
  });
}
