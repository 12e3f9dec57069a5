import type { z } from "zod";
import type { SecretHashes } from "../../access/accounts/user-changes.ts";
import type { Message } from "../../domain/message.ts";
import type { Pack } from "../../domain/packs.ts";
import type { Role } from "../../domain/roles.ts";
import type { TableKind } from "../../domain/table-kinds.ts";
import type { StoredPhoto } from "../../photos/photo.ts";
import type { Cell } from "../../platform/tables/cell.ts";
import type { ARTICLE } from "../../records/article.ts";
import type { STOCK } from "../../records/article-parts.ts";
import type { CatalogueName } from "../../records/catalogues.ts";
import type { LOCATION } from "../../records/location.ts";
import type { CellField, CellNameOf, Field as Declared, RecordDeclaration } from "../../records/record.ts";
import type { REFILL_RULE } from "../../records/refill-rule.ts";
import type { USER } from "../../records/user.ts";

// The fields of imported and exported tables, with their columns and rows.

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

type ReferenceColumn<To> = {
  [N in CellField<typeof ARTICLE>]: (typeof ARTICLE)["fields"][N] extends { readonly to: To }
    ? CellNameOf<typeof ARTICLE, N>
    : never;
}[CellField<typeof ARTICLE>];

/** The columns of articles that name a record. */
export type NameColumn = ReferenceColumn<string>;

/** Those that name a record of a list. */
export type ListColumn = ReferenceColumn<CatalogueName>;

/** The lists whose records articles name. */
export type NamedList = Extract<
  (typeof ARTICLE)["fields"][CellField<typeof ARTICLE>],
  { to: CatalogueName }
>["to"];

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

/** A picture of a row, in base64, with the header of its column. */
export interface RowPicture {
  readonly column: string;
  readonly base64: string;
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
  /** Holds numbers, whose stored form is text. */
  readonly isNumeric?: boolean;
  /** What is put between the values of several columns of a file with this field. Absent: only one column can have it. */
  readonly joint?: string | undefined;
}

/** How the cells of a column are read. */
export interface CellForm {
  parse(cell: Cell): ParsedCell;
  readonly schema: z.ZodType;
}

/** A cell's content as input of the field's schema, or an error. */
export type ParsedCell =
  | { readonly value: unknown }
  /** `causeMessage`: the same without the cell's own content, where `error` names it. */
  | { readonly error: Message; readonly causeMessage?: Message };

/** A column of the file with a known field. */
export interface HeaderColumn extends Column {
  readonly index: number;
  /** The header in the file. */
  readonly header: string;
  /** The indexes of all columns whose values are joined, `index` first; absent: there is only this one. */
  readonly joined?: readonly number[];
}

/** The headers of the file, by field. */
export type FileHeaders = Readonly<Partial<Record<Field, string>>>;

/** The key fields of each kind of table. A row without them is an error. */
export const KEY_FIELDS: Readonly<Record<TableKind, readonly Field[]>> = {
  articles: ["code"],
  locations: ["location"],
  users: ["userName"],
  stock: ["code", "location", "quantity"],
  "refill-rules": ["code"],
};

/** The fields that a new record requires, besides its key. */
export const REQUIRED_FIELDS: Readonly<Record<TableKind, readonly Field[]>> = {
  articles: ["name", "category", "type"],
  locations: [],
  users: ["firstName", "lastName", "roles"],
  stock: [],
  "refill-rules": ["minimum"],
};
