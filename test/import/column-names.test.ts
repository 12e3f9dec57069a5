import { describe, expect, test } from "vitest";
import { TABLE_KINDS } from "../../src/domain/table-kinds.ts";
import { COLUMNS } from "../../src/exchange/import/columns.ts";
import { readHeader } from "../../src/exchange/import/header.ts";
import { LOCALE_CODES } from "../../src/i18n/locales.ts";
import { textIn } from "../../src/i18n/text.ts";

const BY_NAME = { byHeader: new Map(), byIndex: new Map() };

describe.each(TABLE_KINDS)("a table of %s", (kind) => {
  test.each(LOCALE_CODES)("with the column names of %s is recognised as a whole", (locale) => {
    const cells = COLUMNS[kind].map(({ title }) => textIn(title, locale));
    const { columns } = readHeader(COLUMNS[kind], { number: 1, cells }, BY_NAME);
    expect(columns.map(({ field }) => field)).toEqual(COLUMNS[kind].map(({ field }) => field));
  });
});

test.each([
  {
    of: "German",
    headers: [
      "Inventarnummer",
      "Bezeichnung",
      "Zustand",
      "Verantwortlich",
      "Anschaffung",
      "Anschaffungspreis",
    ],
    fields: ["code", "name", "state", "responsibleUser", "dtBuy", "price"],
  },
  {
    of: "German, another",
    headers: ["Bezeichnung", "Warengruppe", "Preis netto", "Lagerort", "Anz.", "Bemerkung"],
    fields: ["name", "category", "price", "location", "quantity", "note"],
  },
  {
    of: "Czech",
    headers: ["Inv. č.", "Název", "Poř. cena", "Zodp. osoba", "Výr. číslo", "Místnost"],
    fields: ["code", "name", "price", "responsibleUser", "serialNumber", "location"],
  },
  {
    of: "Slovak",
    headers: ["Inventárne číslo", "Názov majetku", "Obstarávacia cena", "Výrobné číslo", "Počet kusov"],
    fields: ["code", "name", "price", "serialNumber", "quantity"],
  },
  {
    of: "Czech, another",
    headers: ["Evidenční číslo", "Označení", "Cena pořiz.", "Odp. osoba", "Datum poř."],
    fields: ["code", "name", "price", "responsibleUser", "dtBuy"],
  },
])("the words of $of lists are recognised", ({ headers, fields }) => {
  const { columns } = readHeader(COLUMNS.articles, { number: 1, cells: headers }, BY_NAME);
  expect(columns.map(({ field }) => field)).toEqual(fields);
});
