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
