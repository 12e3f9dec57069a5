import { z } from "zod";
import { listCustomFields } from "../../custom-fields/custom-field.ts";
import { MAX_PIECES } from "../../domain/counting/fold.ts";
import { type Message, msg } from "../../domain/message.ts";
import type { TableKind } from "../../domain/table-kinds.ts";
import { integer, price, text } from "../../http/endpoint/fields.ts";
import type { Cell } from "../../platform/tables/cell.ts";
import type { Db } from "../../storage/database/statement.ts";
import { asLine, asPath, asPrice, asQuantity, type ParsedCell } from "./cells.ts";
import { CODES_COLUMN } from "./code-list.ts";
import { customColumn } from "./custom-columns.ts";
import { PACKS_COLUMN } from "./pack-list.ts";
import { PURCHASE_COLUMNS } from "./purchase-columns.ts";
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
const name = { parse: asLine, schema: text() };
const code: Column = {
  field: "code",
  width: 14,
  title: msg("Code"),
  aliases: [
    "article code",
    "kód artiklu",
    "inventární číslo",
    "evidenční číslo",
    "inventory number",
    "barcode",
    "čárový kód",
    "číslo",
    "inv. číslo",
    "inv. č.",
    "číslo majetku",
    "kód majetku",
    "asset number",
    "asset no",
    "asset tag",
    "item number",
  ],
  isKey: true,
  ...name,
};
const articleName: Column = {
  field: "name",
  width: 40,
  title: msg("Name"),
  aliases: [
    ...["article", "artikl", "název artiklu", "article name", "označení", "předmět", "item", "item name"],
    ...["název majetku", "asset", "asset name", "položka", "description", "popis"],
  ],
  ...name,
};
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

const ARTICLES: readonly Column[] = [
  code,
  articleName,
  {
    field: "category",
    width: 20,
    title: msg("Category"),
    aliases: [
      "article category",
      "skupina",
      "group",
      "kategorie majetku",
      "skupina majetku",
      "asset category",
    ],
    ...name,
  },
  {
    field: "type",
    width: 20,
    title: msg("Type"),
    aliases: ["article type", "druh", "typ artiklu", "kind", "typ majetku", "druh majetku", "asset type"],
    ...name,
  },
  {
    field: "state",
    width: 14,
    title: msg("State"),
    aliases: ["status", "article state", "stav artiklu"],
    ...name,
  },
  {
    field: "price",
    width: 12,
    title: msg("Price"),
    aliases: [
      "unit price",
      "cena za kus",
      "jednotková cena",
      "pořizovací cena",
      "value",
      "hodnota",
      "purchase price",
      "cost",
      "vstupní cena",
    ],
    parse: asPrice,
    schema: price(),
  },
  {
    field: "serialNumber",
    width: 18,
    title: msg("Serial number"),
    aliases: ["serial no", "serial", "s/n", "sn", "výrobní číslo"],
    ...name,
  },
  {
    field: "rfId",
    width: 28,
    title: msg("RFID"),
    aliases: ["rfid tag", "tag", "epc", "rfid kód"],
    ...name,
  },
  {
    field: "user",
    width: 16,
    title: msg("User"),
    aliases: ["assigned to", "přiděleno", "used by"],
    ...name,
  },
  {
    field: "responsibleUser",
    width: 18,
    title: msg("Responsible user"),
    aliases: ["responsible", "responsible person", "odpovědný uživatel", "zodpovědná osoba", "odpovídá"],
    ...name,
  },
  location,
  quantity,
  ...PURCHASE_COLUMNS,
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
