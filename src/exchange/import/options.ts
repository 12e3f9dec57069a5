import { z } from "zod";
import { Invalid } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import { oneOf, text, textOrNull, whole } from "../../http/endpoint/fields.ts";
import { faultsOf } from "../../http/endpoint/validation-errors.ts";
import { MAX_TABLE_COLUMNS } from "../../platform/limits.ts";
import { ENCODINGS } from "../tables/encoding.ts";
import { SEPARATOR_NAMES } from "../tables/separators.ts";
import { COLUMNS } from "./columns.ts";
import { ACTIONS, actionsFor, isSecret, issueValue } from "./issues.ts";
import { parseText } from "./read-row.ts";
import type { Field, Kind, Values } from "./values.ts";

/** The rows from the top among which the header row is. */
export const MAX_HEADER_ROW = 30;
/** With all options as many properties as the body of a request may have. */
export const MAX_DECISIONS = 4_000;
/** The longest text that a cell holds in a spreadsheet. */
const MAX_CELL = 32_767;

/** How a file is to be read, and what is decided for its problems; what is absent is found by itself. */
export const optionFields = {
  sheet: textOrNull().optional(),
  headerRow: whole(1, MAX_HEADER_ROW).nullable().optional(),
  columns: z
    .array(z.object({ column: whole(0, MAX_TABLE_COLUMNS - 1), field: textOrNull() }))
    .max(MAX_TABLE_COLUMNS)
    .optional(),
  defaults: z.record(z.string(), text(MAX_CELL)).optional(),
  encoding: oneOf(ENCODINGS).nullable().optional(),
  separator: oneOf(SEPARATOR_NAMES).nullable().optional(),
  decisions: z
    .array(
      z.object({
        cause: text(),
        value: z.string().max(MAX_CELL).optional(),
        action: oneOf(ACTIONS),
        to: text(MAX_CELL).optional(),
      }),
    )
    .max(MAX_DECISIONS)
    .optional(),
};
const Options = z.object(optionFields);
export type ImportOptions = z.output<typeof Options>;
export type Decision = NonNullable<ImportOptions["decisions"]>[number];

/** Options from JSON text; null: none. Throws Invalid naming the property below `options`. */
export function optionsIn(json: string | null): ImportOptions {
  if (json === null) return {};
  let given: unknown;
  try {
    given = JSON.parse(json);
  } catch {
    throw Invalid.field("options", msg("must be JSON", "musí být JSON"));
  }
  const result = Options.safeParse(given, { reportInput: true });
  if (result.success) return result.data;
  const [first, ...others] = faultsOf(result.error).faults.map(({ path, words }) => ({
    path: path === "" ? "options" : `options.${path}`,
    words,
  }));
  throw first
    ? Invalid.fields([first, ...others])
    : Invalid.field("options", msg("is not valid", "není platné"));
}

/** The same as it is answered. */
export const OptionsShown = z
  .object({
    sheet: z.string().nullable().optional(),
    headerRow: z.int().nullable().optional(),
    columns: z.array(z.object({ column: z.int(), field: z.string().nullable() })).optional(),
    defaults: z.record(z.string(), z.string()).optional(),
    encoding: z.enum(ENCODINGS).nullable().optional(),
    separator: z.enum(SEPARATOR_NAMES).nullable().optional(),
    decisions: z
      .array(
        z.object({
          cause: z.string(),
          value: z.string().optional(),
          action: z.enum(ACTIONS),
          to: z.string().optional(),
        }),
      )
      .optional(),
  })
  .meta({ id: "ImportOptions" });

/** Options that fit a kind of table. */
export interface CheckedOptions {
  readonly columns: ReadonlyMap<number, Field | null>;
  readonly defaults: Values;
}

/** Whether new records may have a value for this field by default. */
export function mayHaveDefault(kind: Kind, field: Field): boolean {
  const isOwn = ["code", "userName", "serialNumber", "rfId"].includes(field) || isSecret(kind, field);
  return kind !== "locations" && !isOwn && COLUMNS[kind].some((column) => column.field === field);
}

/** Checks options against a kind of table. Throws Invalid naming the property. */
export function checkOptions(kind: Kind, options: ImportOptions): CheckedOptions {
  const names = COLUMNS[kind].map(({ field }) => field);
  const fieldOf = (name: string): Field | undefined => names.find((field) => field === name);
  const columns = new Map<number, Field | null>();
  for (const [index, { column, field: name }] of (options.columns ?? []).entries()) {
    const field = name === null ? null : fieldOf(name);
    const list = names.join(", ");
    if (field === undefined) {
      throw Invalid.field(
        `columns.${index}.field`,
        msg(`must be one of: ${list}, or null`, `musí být jedno z: ${list}, nebo null`),
      );
    }
    if (field !== null && [...columns.values()].includes(field)) {
      throw Invalid.field(
        `columns.${index}.field`,
        msg("is chosen for another column already", "už je zvoleno pro jiný sloupec"),
      );
    }
    if (columns.has(column)) {
      throw Invalid.field(
        `columns.${index}.column`,
        msg("is given twice: choose one field for it", "je uvedeno dvakrát: zvolte pro něj jedno pole"),
      );
    }
    columns.set(column, field);
  }
  return { columns, defaults: checkDefaults(kind, options, fieldOf) };
}

function checkDefaults(
  kind: Kind,
  { defaults = {}, decisions = [] }: ImportOptions,
  fieldOf: (name: string) => Field | undefined,
): Values {
  const values: Partial<Record<Field, unknown>> = {};
  for (const [name, given] of Object.entries(defaults)) {
    const field = fieldOf(name);
    if (field === undefined || !mayHaveDefault(kind, field)) {
      const list = COLUMNS[kind].map((column) => column.field).filter((one) => mayHaveDefault(kind, one));
      throw Invalid.field(
        `defaults.${name}`,
        msg(`can't have a default. Use: ${list.join(", ")}`, `nemůže mít výchozí hodnotu. Použijte: ${list}`),
      );
    }
    const parsed = parseText(kind, field, given);
    if ("fault" in parsed) throw Invalid.field(`defaults.${name}`, parsed.fault);
    values[field] = parsed.value;
  }
  const decided = new Set<string>();
  for (const [index, decision] of decisions.entries()) {
    checkDecision(kind, decision, `decisions.${index}`);
    const { cause, value } = decision;
    const key = JSON.stringify([cause, value === undefined ? null : issueValue(value)]);
    if (decided.has(key)) {
      throw Invalid.field(
        `decisions.${index}`,
        msg("repeats the cause and value of another one", "opakuje příčinu a hodnotu jiného rozhodnutí"),
      );
    }
    decided.add(key);
  }
  // Each value has come out of its own field's schema.
  return values as Values;
}

function checkDecision(kind: Kind, { cause, action, to }: Decision, path: string): void {
  const actions = actionsFor(kind, cause);
  if (actions.length === 0) {
    throw Invalid.field(
      `${path}.cause`,
      msg("is not a cause that can be decided", "není příčina, o které lze rozhodnout"),
    );
  }
  if (!actions.includes(action)) {
    const list = actions.join(", ");
    throw Invalid.field(
      `${path}.action`,
      msg(`is not offered for this cause. Use: ${list}`, `se pro tuto příčinu nenabízí. Použijte: ${list}`),
    );
  }
  if (action !== "replace") return;
  if (to === undefined) throw Invalid.field(`${path}.to`, msg("is required", "je povinné"));
  const field = COLUMNS[kind].find((column) => column.field === cause.split(".")[0])?.field;
  const parsed = field === undefined ? null : parseText(kind, field, to);
  if (parsed !== null && "fault" in parsed) throw Invalid.field(`${path}.to`, parsed.fault);
}

/** The decisions of one import: one with a value goes before the one for all values of its cause. */
export function decisionsOf({ decisions = [] }: ImportOptions) {
  const byCause = new Map<string, { all?: Decision; readonly byValue: Map<string, Decision> }>();
  for (const decision of decisions) {
    const known = byCause.get(decision.cause) ?? { byValue: new Map<string, Decision>() };
    byCause.set(decision.cause, known);
    if (decision.value === undefined) known.all = decision;
    else known.byValue.set(issueValue(decision.value), decision);
  }
  return {
    /** The decision for a cause as a whole. */
    forAll: (cause: string): Decision | null => byCause.get(cause)?.all ?? null,
    /** The decision for this value alone. */
    forValue: (cause: string, value: string): Decision | null =>
      byCause.get(cause)?.byValue.get(value) ?? null,
    /** The decision that counts. */
    of(cause: string, value: string | null): Decision | null {
      const known = byCause.get(cause);
      return (value === null ? undefined : known?.byValue.get(value)) ?? known?.all ?? null;
    },
  };
}
export type Decisions = ReturnType<typeof decisionsOf>;
