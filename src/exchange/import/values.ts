import type { Role } from "../../domain/roles.ts";

/** What can be imported and exported. */
export const KINDS = ["articles", "locations", "users", "stock"] as const;
export type Kind = (typeof KINDS)[number];

/** What a row says, checked; an empty cell says nothing. */
export interface Values {
  readonly code?: string;
  readonly name?: string;
  readonly category?: string;
  readonly type?: string;
  readonly state?: string;
  /** Ten-thousandths. */
  readonly price?: number;
  readonly serialNumber?: string;
  readonly rfId?: string;
  readonly user?: string;
  readonly responsibleUser?: string;
  /** The names from the root down. */
  readonly location?: readonly string[];
  readonly quantity?: number;
  readonly userName?: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly roles?: readonly Role[];
  readonly isActive?: boolean;
  readonly password?: string;
  readonly pin?: string;
}

/** What a column is about. */
export type Field = keyof Values;

/** A row of the file. */
export interface Row {
  /** The number that the spreadsheet shows beside it. */
  readonly number: number;
  readonly values: Values;
  /** Fields whose cells can't be read: they are told already. */
  readonly faulty: readonly Field[];
  /** Values that were decided on for a new record that lacks them. */
  readonly fallbacks?: Values;
  /** Fields whose records are created where they are missing. */
  readonly creates?: readonly Field[];
}
