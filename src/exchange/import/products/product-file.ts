import type { Message } from "../../../domain/message.ts";
import type { Cell } from "../../../platform/tables/cell.ts";

/** The fields that a product's file can have. */
type ProductField =
  | "code"
  | "name"
  | "category"
  | "type"
  | "state"
  | "price"
  | "serialNumber"
  | "rfId"
  | "user"
  | "note"
  | "dtBuy"
  | "supplier"
  | "warrantyEnd"
  | "location"
  | "quantity";

/** Returns the text of a column of the same row by the names of its header; empty if there is none. */
export type TextAt = (...headers: readonly string[]) => string;

/** What a rule makes of a value. A `value` of null: as an empty cell; a list: the names of a path. `left`: why the value, or a part of it, is not taken. */
export interface TakenValue {
  readonly value: Cell | readonly string[];
  readonly left?: Message;
}

/** Translates a value that is not empty. */
export type ValueRule = (text: string, textAt: TextAt) => TakenValue;

/** A field with the columns that hold it. */
export interface MappedField {
  readonly field: ProductField;
  /** The names of the columns, the preferred one first. The first value that is not empty is taken. */
  readonly from: readonly string[];
  readonly rule?: ValueRule;
  /** The values of all columns are taken, as lines. */
  readonly isJoined?: boolean;
  /** What of the taken values is not taken. */
  readonly left?: Message;
}

/** The ids of the files. */
export const PRODUCT_IDS = [
  ...(["snipe-it", "shelf", "homebox", "inventree-parts", "inventree-stock"] as const),
  ...(["odoo-products", "odoo-stock", "odoo-assets"] as const),
] as const;
export type ProductId = (typeof PRODUCT_IDS)[number];

/** The choices of an import; `none`: the file is not read as that of another product. */
export const PRODUCT_CHOICES = ["none", ...PRODUCT_IDS] as const;
export type ProductChoice = (typeof PRODUCT_CHOICES)[number];

/** Columns that are not taken. */
interface LeftColumns {
  readonly headers: readonly string[];
  /** The reason holds only where the file has one of these columns. */
  readonly where?: readonly string[];
  readonly reason: Message;
}

/** A kind of file that another product exports, and how it is read. */
export interface ProductFile {
  readonly id: ProductId;
  readonly title: Message;
  readonly kind: "articles" | "stock";
  /** A header with one name of each group is recognised. */
  readonly signature: readonly (readonly string[])[];
  readonly fields: readonly MappedField[];
  /** Columns without a field here, with the reason; the first one counts. */
  readonly left: readonly LeftColumns[];
  /** Columns with pictures in their cells, the preferred one first. */
  readonly pictures?: readonly string[];
  /** Columns that only decide which rows are taken. */
  readonly deciding?: readonly string[];
  /** Why a row is not taken; null: it is taken. */
  rejects?(textAt: TextAt): Message | null;
  /** The name of a custom field that a header holds, if the product marks such columns. */
  customFieldName?(header: string): string | null;
  /** Values of new records whose rows have none, as text. */
  readonly defaults: { readonly category?: string; readonly type?: string };
  /** The character by which the product marks text that a spreadsheet would run as a formula. */
  readonly formulaMark?: string;
  /** Rows of the same article and location are added up. */
  readonly isSummed?: boolean;
}
