import { z } from "zod";
import { newPassword, newPin, roles } from "../../access/accounts/user-fields.ts";
import { packsBody } from "../../articles/body.ts";
import { MAX_CODES } from "../../articles/codes/codes.ts";
import { type CustomFieldRecord, listCustomFields } from "../../custom-fields/custom-field.ts";
import { headersOfField } from "../../custom-fields/names.ts";
import { MAX_PIECES } from "../../domain/counting/fold.ts";
import { parseCustomValue } from "../../domain/custom-fields.ts";
import { msg } from "../../domain/message.ts";
import { OWN_FIELDS, type TableKind } from "../../domain/table-kinds.ts";
import { fold } from "../../domain/text-folding.ts";
import { MAX_TEXT_LENGTH } from "../../domain/text-limits.ts";
import { day, flag, integer, lines, price, scannedText, text } from "../../http/endpoint/fields.ts";
import { type Cell, plainNumber } from "../../platform/tables/cell.ts";
import { ARTICLE } from "../../records/article.ts";
import { STOCK } from "../../records/article-parts.ts";
import { LOCATION } from "../../records/location.ts";
import { fieldsIn, type RecordDeclaration, type TabularField } from "../../records/record.ts";
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
  asUnit,
} from "./cells.ts";
import { type CellForm, type Column, type Field, KEY_FIELDS, type ParsedCell } from "./table-fields.ts";

/** Rules of a field beside those of its kind. */
const OWN_FORMS: Readonly<Partial<Record<Field, CellForm>>> = {
  roles: { parse: asList, schema: roles() },
  badgeCode: { parse: asText, schema: text() },
  password: { parse: asText, schema: newPassword() },
  pin: { parse: asDigits, schema: newPin() },
  unit: { parse: asUnit, schema: text(ARTICLE.fields.unit.length).optional() },
};

function formOf(field: TabularField): CellForm {
  switch (field.kind) {
    case "text":
      return { parse: asLine, schema: text(field.length ?? MAX_TEXT_LENGTH) };
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

/** Between the values of several columns: of a short text, and of a text of lines. */
const JOINTS: Readonly<Partial<Record<TabularField["kind"], string>>> = { text: ", ", lines: "\n" };

/** The columns of the fields of a record that stand in tables. A reference stands as the name of its record. */
function columnsOfRecord(record: RecordDeclaration): readonly Column[] {
  return fieldsIn(record, "cells").flatMap(([name, declared]): Column[] => {
    if (declared.cells === undefined) return [];
    const { cells, label, reach } = declared;
    const { title = label, width, aliases } = cells;
    // The checked values of a row have a property for each column.
    const field = (cells.name ?? name) as Field;
    const form = OWN_FORMS[field] ?? formOf(declared);
    const isSecret = reach === "secret";
    const joint = isSecret || OWN_FIELDS.some((own) => own === field) ? undefined : JOINTS[declared.kind];
    return [{ field, title, width, aliases, ...(isSecret && { isSecret }), joint, ...form }];
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
  joint: "\n",
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
  // Name and unit are for readers only; articles are found by code.
  "refill-rules": keyed("refill-rules", [
    ...only(FIELDS, "code", "name"),
    LOCATION_PATH,
    ...columnsOfRecord(REFILL_RULE),
    ...only(FIELDS, "unit"),
  ]),
  stock: keyed("stock", [...only(FIELDS, "code", "name"), LOCATION_PATH, QUANTITY, ...only(FIELDS, "unit")]),
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
    ...(field.type === "text" && { joint: JOINTS.text }),
    ...(field.type === "number" && { isNumeric: true }),
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
