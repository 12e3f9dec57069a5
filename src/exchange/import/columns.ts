import { z } from "zod";
import { listCustomFields } from "../../custom-fields/custom-field.ts";
import { MAX_PIECES } from "../../domain/counting/fold.ts";
import { type Message, msg } from "../../domain/message.ts";
import type { TableKind } from "../../domain/table-kinds.ts";
import { integer, text } from "../../http/endpoint/fields.ts";
import type { Cell } from "../../platform/tables/cell.ts";
import { ARTICLE } from "../../records/article.ts";
import type { Db } from "../../storage/database/statement.ts";
import { asPath, asQuantity, type ParsedCell } from "./cells.ts";
import { CODES_COLUMN } from "./code-list.ts";
import { customColumn } from "./custom-columns.ts";
import { PACKS_COLUMN } from "./pack-list.ts";
import { columnsOfRecord } from "./record-columns.ts";
import { USER_COLUMNS } from "./user-columns.ts";
import type { Field } from "./values.ts";

/** A column of an imported or exported table. */
export interface Column {
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
  parse(cell: Cell): ParsedCell;
  readonly schema: z.ZodType;
}

const path = () => z.array(text()).min(1);
/** The columns of the fields of articles. */
const FIELDS = columnsOfRecord(ARTICLE);
const code: Column = { ...fieldColumn("code"), isKey: true };
const articleName = fieldColumn("name");
const location: Column = {
  field: "location",
  width: 44,
  title: msg("Location"),
  aliases: ["location path", "path", "cesta", "place", "místo", "místnost", "room", "lokace", "poloha"],
  parse: asPath,
  schema: path(),
};
const quantity: Column = {
  field: "quantity",
  width: 10,
  title: msg("Quantity"),
  aliases: ["pieces", "qty", "amount", "count", "počet", "počet kusů", "kusy", "ks"],
  parse: asQuantity,
  schema: integer(0, MAX_PIECES),
};

const BEFORE_STOCK = FIELDS.findIndex(({ field }) => field === "responsibleUser") + 1;

const ARTICLES: readonly Column[] = [
  code,
  ...FIELDS.slice(1, BEFORE_STOCK),
  location,
  quantity,
  ...FIELDS.slice(BEFORE_STOCK),
  CODES_COLUMN,
  PACKS_COLUMN,
];

const LOCATIONS: readonly Column[] = [
  { ...location, isKey: true, aliases: [...location.aliases, "name", "název"] },
  { ...code, isKey: false, aliases: ["location code", "kód umístění", "číslo", "number"] },
];

const pieces = { width: 12, parse: asQuantity, schema: integer(1, MAX_PIECES) };
const REFILL_RULES: readonly Column[] = [
  code,
  articleName,
  location,
  {
    field: "minimum",
    title: msg("Minimum"),
    aliases: ["minimum stock", "min", "reorder point", "minimální stav", "minimální zásoba"],
    ...pieces,
  },
  {
    field: "target",
    title: msg("Refill up to"),
    aliases: ["target", "maximum", "max", "doplnit do"],
    ...pieces,
  },
];

/** The columns of each kind of table, in export order, without custom fields. */
export const COLUMNS: Readonly<Record<TableKind, readonly Column[]>> = {
  articles: ARTICLES,
  locations: LOCATIONS,
  users: USER_COLUMNS,
  // The name is for readers only; articles are found by code.
  "refill-rules": REFILL_RULES,
  stock: [code, articleName, { ...location, isKey: true }, { ...quantity, isKey: true }],
};

/** The columns of a kind of table. Articles have those of the tenant's custom fields at the end. */
export function columnsOf(db: Db, tenantId: number, kind: TableKind): readonly Column[] {
  return kind === "articles"
    ? [...COLUMNS.articles, ...listCustomFields(db, tenantId).map(customColumn)]
    : COLUMNS[kind];
}

function fieldColumn(name: Field): Column {
  const column = FIELDS.find(({ field }) => field === name);
  if (column === undefined) throw new Error(`articles have no column ${name}`);
  return column;
}
