import { WrongState } from "../../domain/errors.ts";
import { type Message, msg } from "../../domain/message.ts";
import type { TableKind } from "../../domain/table-kinds.ts";
import { fold } from "../../domain/text-folding.ts";
import type { StreamResponse } from "../../http/endpoint/response.ts";
import { type DownloadFormat, tableResponse } from "../../http/endpoint/table-response.ts";
import type { Locale } from "../../i18n/locales.ts";
import { textIn } from "../../i18n/text.ts";
import type { Cell } from "../../platform/tables/cell.ts";
import type { Import } from "./import-job.ts";
import type { KindOfTable } from "./options.ts";
import { readErrorRows } from "./rows-file.ts";
import type { Field } from "./table-fields.ts";

const ERRORS = msg("Errors");
const ERRORS_WIDTH = 60;

/**
 * The rows of an import with errors, as they are in its file, with the defaults that they would get, and with the errors in a last
 * column. Passwords and PINs are left out. Throws WrongState if no row has errors.
 */
export function errorsFile(job: Import, form: DownloadFormat, language: Locale): StreamResponse {
  const { checkResult, files } = job;
  const file = files.errorRows;
  if (checkResult === null || file === null) {
    throw new WrongState(msg("The file has no rows with errors."));
  }
  const width = checkResult.errorColumns;
  const { columns } = checkResult.layout;
  const headers = new Map(columns.map(({ column, header }) => [column, header]));
  const defaults = job.options.defaults ?? {};
  const added = job.columns.filter(
    ({ field }) => defaults[field] !== undefined && columns.every((column) => column.field !== field),
  );
  let release = () => {};
  let isEnded = false;
  function* rows(): Generator<Cell[]> {
    for (const { cells, messages, defaulted } of readErrorRows(file?.descriptor ?? -1)) {
      const sentences = messages.map((message) => textIn(message, language));
      const all = Array.from({ length: width }, (_, index) => cells[index] ?? null);
      const defaultOf = (field: Field) => (defaulted.includes(field) ? (defaults[field] ?? null) : null);
      for (const field of defaulted) {
        const own = columns.filter((column) => column.field === field);
        const [first] = own;
        if (first !== undefined && own.every(({ column }) => all[column] === null))
          all[first.column] = defaultOf(field);
      }
      yield [...all, ...added.map(({ field }) => defaultOf(field)), sentences.join("; ")];
      // The file may be closed as soon as the client disconnects.
      if (isEnded) return;
    }
  }
  const titles = Array.from({ length: width }, (_, index) => ({ title: headers.get(index) ?? "" }));
  const table = {
    name: textIn(ERRORS, language),
    columns: [
      ...titles,
      ...added.map(({ title }) => ({ title: textIn(title, language) })),
      { title: textIn(ERRORS, language), width: ERRORS_WIDTH },
    ],
    rows: rows(),
  };
  const body = tableResponse(table, `${asciiName(job.fileName)}-errors`, form, language);
  return {
    ...body,
    open() {
      release = file.retain();
      return body.open();
    },
    ended() {
      isEnded = true;
      release();
    },
  };
}

/** A template of a kind of table: its columns and two example rows. */
export function templateFile(
  { kind, columns }: KindOfTable,
  form: DownloadFormat,
  language: Locale,
): StreamResponse {
  const rows = EXAMPLES[kind].map((example) =>
    columns.map(({ field }): Cell => {
      const value = example[field] ?? null;
      return value !== null && typeof value === "object" ? textIn(value, language) : value;
    }),
  );
  const titles = columns.map(({ title, width }) => ({ title: textIn(title, language), width }));
  return tableResponse({ name: kind, columns: titles, rows }, `${kind}-template`, form, language);
}

/** A file name without its extension, in ASCII letters, digits and hyphens. */
function asciiName(fileName: string): string {
  const base = fold(fileName.replace(/\.[^.]*$/, "")).replace(/[^a-z0-9]+/g, "-");
  return base.replace(/^-|-$/g, "").slice(0, 60) || "import";
}

type Example = Readonly<Partial<Record<Field, string | number | Message>>>;

const HALL = msg("Main building / First floor / 101");

/** Two example rows of each kind of table. The users have no secrets. */
const EXAMPLES: Readonly<Record<TableKind, readonly Example[]>> = {
  articles: [
    {
      code: "IT-0001",
      name: msg("Laptop Dell Latitude"),
      price: 25900,
      category: msg("Computers"),
      type: msg("Laptop"),
      serialNumber: "SN-12345",
      location: HALL,
      quantity: 1,
    },
    {
      code: "FU-0001",
      name: msg("Office chair"),
      price: 3490.5,
      category: msg("Furniture"),
      type: msg("Chair"),
      location: msg("Main building / Store"),
      quantity: 12,
    },
  ],
  locations: [
    { location: msg("Main building / First floor"), code: "P1" },
    { location: HALL, code: "101" },
  ],
  users: [
    {
      userName: "jan.novak",
      firstName: "Jan",
      lastName: "Novák",
      roles: "User",
      isActive: msg("yes"),
    },
    {
      userName: "eva.svobodova",
      firstName: "Eva",
      lastName: "Svobodová",
      roles: "Manager, User",
      isActive: msg("yes"),
    },
  ],
  "refill-rules": [
    {
      code: "FU-0001",
      name: msg("Office chair"),
      location: msg("Main building / Store"),
      minimum: 6,
      target: 12,
    },
    { code: "IT-0001", name: msg("Laptop Dell Latitude"), minimum: 2 },
  ],
  stock: [
    {
      code: "IT-0001",
      name: msg("Laptop Dell Latitude"),
      location: HALL,
      quantity: 1,
    },
    {
      code: "FU-0001",
      name: msg("Office chair"),
      quantity: 12,
      location: msg("Main building / Store"),
    },
  ],
};

const TITLES = [
  { title: msg("Row"), width: 8 },
  { title: msg("Column in the file"), width: 28 },
  { title: msg("Value", "of a column"), width: 40 },
  { title: msg("Reason"), width: 60 },
];

/** What of another product's file is not imported: columns, then values and rows. Throws WrongState if there is nothing. */
export function notTakenFile(job: Import, form: DownloadFormat, language: Locale): StreamResponse {
  const { columns = [], rows = [] } = job.checkResult?.notTaken ?? {};
  if (columns.length + rows.length === 0) throw new WrongState(msg("Everything in the file is imported."));
  const lines: Cell[][] = [
    ...columns.map(({ header, values, reason }) => {
      return [
        null,
        header,
        textIn(msg("{n, plural, one {# value} other {# values}}", { n: values }), language),
        textIn(reason, language),
      ];
    }),
    ...rows.map(({ row, column, value, reason }) => [row, column, value, textIn(reason, language)]),
  ];
  const table = {
    name: textIn(msg("Not imported"), language),
    columns: TITLES.map(({ title, width }) => ({ title: textIn(title, language), width })),
    rows: lines,
  };
  return tableResponse(table, `${asciiName(job.fileName)}-not-imported`, form, language);
}
