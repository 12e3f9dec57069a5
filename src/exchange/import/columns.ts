import { z } from "zod";
import { newPassword, newPin, roles } from "../../access/users/user-fields.ts";
import { type Message, msg } from "../../domain/message.ts";
import { flag, price, text, whole } from "../../http/endpoint/fields.ts";
import { MAX_PIECES } from "../../stock/stock.ts";
import type { Cell } from "../tables/cell.ts";
import { asDigits, asFlag, asList, asPath, asPrice, asQuantity, asText, type Taken } from "./cells.ts";
import type { Field, Kind } from "./values.ts";

/** A column of a table that goes in or out. */
export interface Column {
  readonly field: Field;
  /** What the export writes above it. */
  readonly title: Message;
  /** Other names that people have for it; letter case, accents, blanks and punctuation do not matter. */
  readonly also: readonly string[];
  /** Without it the table can't be read. */
  readonly isKey?: boolean;
  /** Characters that it shows in a workbook. */
  readonly width: number;
  /** Secrets come in alone. */
  readonly isSecret?: boolean;
  take(cell: Cell): Taken;
  readonly schema: z.ZodType;
}

const path = () => z.array(text()).min(1);
const name = { take: asText, schema: text() };
const code: Column = {
  field: "code",
  width: 14,
  title: msg("Code", "Kód"),
  also: [
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
  title: msg("Name", "Název"),
  also: [
    ...["article", "artikl", "název artiklu", "article name", "označení", "předmět", "item", "item name"],
    ...["název majetku", "asset", "asset name", "položka", "description", "popis"],
  ],
  ...name,
};
const location: Column = {
  field: "location",
  width: 44,
  title: msg("Location", "Umístění"),
  also: ["location path", "path", "cesta", "place", "místo", "místnost", "room", "lokace", "poloha"],
  take: asPath,
  schema: path(),
};
const quantity: Column = {
  field: "quantity",
  width: 10,
  title: msg("Quantity", "Množství"),
  also: ["pieces", "qty", "amount", "count", "počet", "počet kusů", "kusy", "ks"],
  take: asQuantity,
  schema: whole(0, MAX_PIECES),
};

const ARTICLES: readonly Column[] = [
  code,
  articleName,
  {
    field: "category",
    width: 20,
    title: msg("Category", "Kategorie"),
    also: ["article category", "skupina", "group", "kategorie majetku", "skupina majetku", "asset category"],
    ...name,
  },
  {
    field: "type",
    width: 20,
    title: msg("Type", "Typ"),
    also: ["article type", "druh", "typ artiklu", "kind", "typ majetku", "druh majetku", "asset type"],
    ...name,
  },
  {
    field: "state",
    width: 14,
    title: msg("State", "Stav"),
    also: ["status", "article state", "stav artiklu"],
    ...name,
  },
  {
    field: "price",
    width: 12,
    title: msg("Price", "Cena"),
    also: [
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
    take: asPrice,
    schema: price(),
  },
  {
    field: "serialNumber",
    width: 18,
    title: msg("Serial number", "Sériové číslo"),
    also: ["serial no", "serial", "s/n", "sn", "výrobní číslo"],
    ...name,
  },
  {
    field: "rfId",
    width: 28,
    title: msg("RFID", "RFID"),
    also: ["rfid tag", "tag", "epc", "rfid kód"],
    ...name,
  },
  {
    field: "user",
    width: 16,
    title: msg("User", "Uživatel"),
    also: ["assigned to", "přiděleno", "used by"],
    ...name,
  },
  {
    field: "responsibleUser",
    width: 18,
    title: msg("Responsible user", "Odpovědná osoba"),
    also: ["responsible", "responsible person", "odpovědný uživatel", "zodpovědná osoba", "odpovídá"],
    ...name,
  },
  location,
  quantity,
];

const LOCATIONS: readonly Column[] = [
  { ...location, isKey: true, also: [...location.also, "name", "název"] },
  { ...code, isKey: false, also: ["location code", "kód umístění", "číslo", "number"] },
];

const USERS: readonly Column[] = [
  {
    field: "userName",
    width: 18,
    title: msg("User name", "Uživatelské jméno"),
    also: ["login", "user", "uživatel", "přihlašovací jméno", "username"],
    isKey: true,
    ...name,
  },
  {
    field: "firstName",
    width: 16,
    title: msg("First name", "Jméno"),
    also: ["given name", "křestní jméno"],
    ...name,
  },
  {
    field: "lastName",
    width: 18,
    title: msg("Last name", "Příjmení"),
    also: ["surname", "family name"],
    ...name,
  },
  {
    field: "roles",
    width: 18,
    title: msg("Roles", "Role"),
    also: ["role", "oprávnění"],
    take: asList,
    schema: roles(),
  },
  {
    field: "isActive",
    width: 10,
    title: msg("Active", "Aktivní"),
    also: ["is active", "enabled", "povolen"],
    take: asFlag,
    schema: flag(),
  },
  {
    field: "password",
    width: 14,
    title: msg("Password", "Heslo"),
    also: [],
    isSecret: true,
    take: asText,
    schema: newPassword(),
  },
  {
    field: "pin",
    width: 8,
    title: msg("PIN", "PIN"),
    also: ["pin code"],
    isSecret: true,
    take: asDigits,
    schema: newPin(),
  },
];

/** The columns of each kind of table, in the order in which they are exported. */
export const COLUMNS: Readonly<Record<Kind, readonly Column[]>> = {
  articles: ARTICLES,
  locations: LOCATIONS,
  users: USERS,
  // The name is for whoever reads the list; articles are known by their codes.
  stock: [code, articleName, { ...location, isKey: true }, { ...quantity, isKey: true }],
};
