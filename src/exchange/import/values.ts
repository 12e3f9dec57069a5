import type { SecretHashes } from "../../access/accounts/user-changes.ts";
import type { Pack } from "../../domain/packs.ts";
import type { Role } from "../../domain/roles.ts";
import type { StoredPhoto } from "../../photos/photo.ts";
import type { RowPicture } from "./pictures.ts";

/** The checked values of a row. An empty cell has no value. */
export interface Values {
  readonly code?: string;
  readonly name?: string;
  readonly category?: string;
  readonly type?: string;
  readonly state?: string;
  /** Ten-thousandths. */
  readonly price?: number;
  readonly serialNumber?: string;
  readonly additionalCodes?: readonly string[];
  readonly packs?: readonly Pack[];
  readonly rfId?: string;
  readonly user?: string;
  readonly responsibleUser?: string;
  readonly note?: string;
  readonly invoiceNo?: string;
  /** YYYY-MM-DD */
  readonly dtBuy?: string;
  readonly supplier?: string;
  /** YYYY-MM-DD */
  readonly warrantyEnd?: string;
  /** Names from the root down. */
  readonly location?: readonly string[];
  readonly quantity?: number;
  /** Of minimum stock: fewer pieces are too few. */
  readonly minimum?: number;
  /** Of minimum stock: pieces to refill up to. */
  readonly target?: number;
  readonly userName?: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly roles?: readonly Role[];
  readonly isActive?: boolean;
  readonly badgeCode?: string;
  readonly password?: string;
  readonly pin?: string;
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
