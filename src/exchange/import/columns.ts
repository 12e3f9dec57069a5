import { z } from "zod";
import type { SecretHashes } from "../../access/accounts/user-changes.ts";
import { newPassword, newPin, roles } from "../../access/accounts/user-fields.ts";
import { packsBody } from "../../articles/body.ts";
import { MAX_CODES } from "../../articles/codes/codes.ts";
import { type CustomFieldRecord, listCustomFields } from "../../custom-fields/custom-field.ts";
import { headersOfField } from "../../custom-fields/names.ts";
import { MAX_PIECES } from "../../domain/counting/fold.ts";
import { parseCustomValue } from "../../domain/custom-fields.ts";
import { type Message, msg } from "../../domain/message.ts";
import type { Pack } from "../../domain/packs.ts";
import type { Role } from "../../domain/roles.ts";
import type { TableKind } from "../../domain/table-kinds.ts";
import { fold } from "../../domain/text-folding.ts";
import { day, flag, integer, lines, price, scannedText, text } from "../../http/endpoint/fields.ts";
import type { StoredPhoto } from "../../photos/photo.ts";
import { type Cell, plainNumber } from "../../platform/tables/cell.ts";
import { ARTICLE } from "../../records/article.ts";
import { STOCK } from "../../records/article-parts.ts";
import { LOCATION } from "../../records/location.ts";
import {
  type CellField,
  type CellNameOf,
  type Field as Declared,
  fieldsIn,
  type RecordDeclaration,
  type TabularField,
} from "../../records/record.ts";
import { REFILL_RULE } from "../../records/refill-rule.ts";
import { USER } from "../../records/user.ts";
import type { Db } from "../../storage/database/statement.ts";
import { codesIn, packsIn } from "./cell-texts.ts";
import {
  asDay,
  asDigits,
  asFlag,
  asLine,
  asList,
  asNumber,
  asPath,
  asPrice,
  asQuantity,
  asText,
  type ParsedCell,
} from "./cells.ts";
import type { RowPicture } from "./pictures.ts";

/** The checked value of a field: an amount in ten-thousandths, the location as names from the root down. */
type ValueOf<F extends Declared> = F extends { readonly to: "location" }
  ? readonly string[]
  : F["kind"] extends "money" | "whole"
    ? number
    : F["kind"] extends "flag"
      ? boolean
      : F["kind"] extends "list"
        ? readonly string[]
        : string;

/** The values of the fields of a record that stand in tables. */
type ValuesOf<R extends RecordDeclaration> = {
  readonly [N in CellField<R> as CellNameOf<R, N>]?: ValueOf<R["fields"][N]>;
};

/** The checked values of a row. An empty cell has no value. */
export interface Values
  extends ValuesOf<typeof ARTICLE>,
    ValuesOf<typeof LOCATION>,
    ValuesOf<typeof STOCK>,
    ValuesOf<typeof REFILL_RULE>,
    ValuesOf<typeof USER> {
  readonly additionalCodes?: readonly string[];
  readonly packs?: readonly Pack[];
  readonly roles?: readonly Role[];
  /** Values of custom fields, as they are stored. */
  readonly [custom: CustomColumn]: string;
}

/** The column of a custom field, by its oid. */
type CustomColumn = `field:${number}`;

/** The oid of the custom field of a column; null: the column of another field. */
export function customFieldOf(field: Field): number | null {
  return field.startsWith("field:") ? Number(field.slice("field:".length)) : null;
}

/** The field of a column. */
export type Field = keyof Values;

/** A row of the file. */
export interface Row {
  /** The row number in the spreadsheet. */
  readonly number: number;
  readonly values: Values;
  /** Fields with invalid cells, whose issues are already reported. */
  readonly invalid: readonly Field[];
  /** Decided values for a new record without its own. */
  readonly fallbacks?: Values;
  /** Fields whose missing records are created. */
  readonly creates?: readonly Field[];
  /** Its picture, in base64. */
  readonly picture?: RowPicture;
  /** Its picture as a stored photo, in place of `picture`. */
  readonly photo?: StoredPhoto;
  /** The hashes of its secrets, which are masked in `values`. Absent in a dry run. */
  readonly hashes?: SecretHashes;
}

/** A column of an imported or exported table. */
export interface Column extends CellForm {
  readonly field: Field;
  /** The header that the export writes. */
  readonly title: Message;
  /** Other accepted headers. Case, accents, blanks and punctuation are ignored. */
  readonly aliases: readonly string[];
  /** The table can't be read without this column. */
  readonly isKey?: boolean;
  /** Column width in a workbook, in characters. */
  readonly width: number;
  /** Secrets are imported but never exported. */
  readonly isSecret?: boolean;
}

/** How the cells of a column are read. */
interface CellForm {
  parse(cell: Cell): ParsedCell;
  readonly schema: z.ZodType;
}

/** The key fields of each kind of table. A row without them is an error. */
export const KEY_FIELDS: Readonly<Record<TableKind, readonly Field[]>> = {
  articles: ["code"],
  locations: ["location"],
  users: ["userName"],
  stock: ["code", "location", "quantity"],
  "refill-rules": ["code"],
};

/** Rules of a field beside those of its kind. */
const OWN_FORMS: Readonly<Partial<Record<Field, CellForm>>> = {
  roles: { parse: asList, schema: roles() },
  badgeCode: { parse: asText, schema: text() },
  password: { parse: asText, schema: newPassword() },
  pin: { parse: asDigits, schema: newPin() },
};

function formOf(field: TabularField): CellForm {
  switch (field.kind) {
    case "text":
      return { parse: asLine, schema: text() };
    case "reference":
      return field.to === "location"
        ? { parse: asPath, schema: z.array(text()).min(1) }
        : { parse: asLine, schema: text() };
    case "lines":
      return { parse: asText, schema: lines() };
    case "money":
      return { parse: asPrice, schema: price() };
    case "whole":
      return { parse: asQuantity, schema: integer(field.min ?? 0, field.max ?? MAX_PIECES) };
    case "day":
      return { parse: asDay, schema: day() };
    case "flag":
      return { parse: asFlag, schema: flag() };
    case "list":
      return { parse: asList, schema: z.array(text()) };
  }
}

/** The columns of the fields of a record that stand in tables. A reference stands as the name of its record. */
function columnsOfRecord(record: RecordDeclaration): readonly Column[] {
  return fieldsIn(record, "cells").flatMap(([name, declared]): Column[] => {
    if (declared.cells === undefined) return [];
    const { cells, label, reach } = declared;
    const { title = label, width, aliases } = cells;
    // The checked values of a row have a property for each column.
    const field = (cells.name ?? name) as Field;
    const form = OWN_FORMS[field] ?? formOf(declared);
    return [{ field, title, width, aliases, ...(reach === "secret" && { isSecret: true }), ...form }];
  });
}

/** The columns with some of them, or new ones, after another one. */
function placeAfter(columns: readonly Column[], field: Field, placed: readonly Column[]): Column[] {
  const others = columns.filter((column) => !placed.includes(column));
  return others.toSpliced(others.findIndex((column) => column.field === field) + 1, 0, ...placed);
}

function asCodes(cell: Cell): ParsedCell {
  const parsed = asText(cell);
  return "error" in parsed ? parsed : { value: codesIn(String(parsed.value)) };
}

/** The column of the additional codes of articles. */
const CODES_COLUMN: Column = {
  field: "additionalCodes",
  width: 30,
  title: msg("Additional codes"),
  aliases: ["further codes", "other codes", "další čárové kódy"],
  parse: asCodes,
  schema: z.array(scannedText()).max(MAX_CODES),
};

function asPacks(cell: Cell): ParsedCell {
  const parsed = asText(cell);
  if ("error" in parsed) return parsed;
  const packs = packsIn(String(parsed.value));
  if (packs === null) return { error: msg("must be packs with their pieces, such as Box=12; Pallet=480") };
  if (new Set(packs.map(({ name }) => fold(name))).size < packs.length)
    return { error: msg("names a pack twice") };
  return { value: packs };
}

/** The column of the packs of articles. */
const PACKS_COLUMN: Column = {
  field: "packs",
  width: 24,
  title: msg("Packs"),
  aliases: ["pack sizes", "packaging", "balení"],
  parse: asPacks,
  schema: packsBody(),
};

const FIELDS = columnsOfRecord(ARTICLE);
const [LOCATION_PATH, QUANTITY] = columnsOfRecord(STOCK) as [Column, Column];
const USER_FIELDS = columnsOfRecord(USER);
const only = (columns: readonly Column[], ...fields: Field[]) =>
  columns.filter(({ field }) => fields.includes(field));

const keyed = (kind: TableKind, columns: readonly Column[]) =>
  columns.map((column) => ({ ...column, isKey: KEY_FIELDS[kind].includes(column.field) }));

/** The columns of each kind of table, in export order, without custom fields. */
export const COLUMNS: Readonly<Record<TableKind, readonly Column[]>> = {
  articles: keyed("articles", [
    ...placeAfter(FIELDS, "responsibleUser", [LOCATION_PATH, QUANTITY]),
    CODES_COLUMN,
    PACKS_COLUMN,
  ]),
  locations: keyed("locations", [
    { ...LOCATION_PATH, aliases: [...LOCATION_PATH.aliases, "name", "název"] },
    ...columnsOfRecord(LOCATION),
  ]),
  users: keyed(
    "users",
    placeAfter(USER_FIELDS, "lastName", [...only(USER_FIELDS, "roles"), ...only(USER_FIELDS, "isActive")]),
  ),
  // The name is for readers only; articles are found by code.
  "refill-rules": keyed("refill-rules", [
    ...only(FIELDS, "code", "name"),
    LOCATION_PATH,
    ...columnsOfRecord(REFILL_RULE),
  ]),
  stock: keyed("stock", [...only(FIELDS, "code", "name"), LOCATION_PATH, QUANTITY]),
};

/** The columns of a kind of table. Articles have those of the tenant's custom fields at the end. */
export function columnsOf(db: Db, tenantId: number, kind: TableKind): readonly Column[] {
  return kind === "articles"
    ? [...COLUMNS.articles, ...listCustomFields(db, tenantId).map(customColumn)]
    : COLUMNS[kind];
}

const WIDTH = 18;

/** The column of a custom field: its name is the header. */
export function customColumn(field: CustomFieldRecord): Column {
  return {
    field: `field:${field.oid}`,
    width: WIDTH,
    title: msg("{name}", { name: field.name }),
    aliases: headersOfField(field).slice(1),
    parse: (cell) => parseCell(field, cell),
    schema: z.string(),
  };
}

/** The stored form of a cell. */
function parseCell(field: CustomFieldRecord, cell: Cell): ParsedCell {
  const parsed = readCell(field, cell);
  if ("error" in parsed) return parsed;
  const { value } = parsed;
  const text = typeof value === "number" ? plainNumber(value) : String(value);
  return parseCustomValue(field, text);
}

function readCell({ type }: CustomFieldRecord, cell: Cell): ParsedCell {
  switch (type) {
    case "number":
      return asNumber(cell);
    case "yesNo":
      return asFlag(cell);
    case "date":
      return asDay(cell);
    default:
      return asText(cell);
  }
}
