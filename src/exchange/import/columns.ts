import { z } from "zod";
import { newPassword, newPin, roles } from "../../access/accounts/user-fields.ts";
import { listCustomFields } from "../../custom-fields/custom-field.ts";
import { MAX_PIECES } from "../../domain/counting/fold.ts";
import type { Message } from "../../domain/message.ts";
import type { TableKind } from "../../domain/table-kinds.ts";
import { day, flag, integer, lines, price, text } from "../../http/endpoint/fields.ts";
import type { Cell } from "../../platform/tables/cell.ts";
import { ARTICLE } from "../../records/article.ts";
import { STOCK } from "../../records/article-parts.ts";
import { LOCATION } from "../../records/location.ts";
import { type Field as Declared, fieldsIn, type RecordDeclaration } from "../../records/record.ts";
import { REFILL_RULE } from "../../records/refill-rule.ts";
import { USER } from "../../records/user.ts";
import type { Db } from "../../storage/database/statement.ts";
import {
  asDay,
  asDigits,
  asFlag,
  asLine,
  asList,
  asPath,
  asPrice,
  asQuantity,
  asText,
  type ParsedCell,
} from "./cells.ts";
import { CODES_COLUMN } from "./code-list.ts";
import { customColumn } from "./custom-columns.ts";
import { PACKS_COLUMN } from "./pack-list.ts";
import type { Field } from "./values.ts";

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

/** What the kind of a field does not say. */
const OWN_FORMS: Readonly<Partial<Record<Field, CellForm>>> = {
  roles: { parse: asList, schema: roles() },
  badgeCode: { parse: asText, schema: text() },
  password: { parse: asText, schema: newPassword() },
  pin: { parse: asDigits, schema: newPin() },
};

function formOf(field: Declared): CellForm {
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
    default:
      throw new Error(`${field.kind} has no cells`);
  }
}

/** The columns of the fields of a record that stand in tables. A reference stands as the name of its record. */
function columnsOfRecord(record: RecordDeclaration): readonly Column[] {
  return fieldsIn(record, "cells").flatMap(([name, declared]): Column[] => {
    const { cells, label, reach } = declared;
    if (cells === undefined) return [];
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
