import type { Message } from "../../domain/message.ts";
import { COLUMNS } from "./columns.ts";
import type { Field, Kind } from "./values.ts";

/** What sort of problem a cause is. */
export const CAUSE_KINDS = ["missing", "unknown", "ambiguous", "invalid", "duplicate", "other"] as const;
export type CauseKind = (typeof CAUSE_KINDS)[number];

/** What can be decided for the rows of a cause. */
export const ACTIONS = ["create", "empty", "replace", "leaveOut"] as const;
export type Action = (typeof ACTIONS)[number];

/** A problem with a row. */
export interface Issue {
  /** The field where it shows; null: the row as a whole. */
  readonly field: Field | null;
  readonly kind: CauseKind;
  /** What is wrong in this row. */
  readonly words: Message;
  /** The text at fault; absent: there is none, or it is a secret. */
  readonly value?: string;
  /** Tells causes of one field and kind apart: letters, digits and hyphens. */
  readonly code?: string;
  /** The field that a decision fills, where it is another one than `field`. */
  readonly fills?: Field;
  /** What is wrong in all rows of the cause, where `words` name something of this row. */
  readonly causeWords?: Message;
  /** It is only a missing record, which is created unless something else is decided. */
  readonly isCreated?: boolean;
  /** It is the table as a whole that can't be read. */
  readonly isTable?: boolean;
}

/** Takes a problem with a row. */
export type TellIssue = (issue: Issue) => void;

/** The longest text by which a value is told apart from others. */
const MAX_VALUE = 200;

/** A text at fault as decisions name it. */
export function issueValue(text: string): string {
  return text.trim().slice(0, MAX_VALUE);
}

/** The id of an issue's cause: the same in each check of a file, such as `user.unknown` or `price.invalid.must-be-a-number`. */
export function causeIdOf({ field, fills, kind, code, isTable }: Issue): string {
  return [fills ?? field ?? (isTable ? "table" : "row"), kind, ...(code === undefined ? [] : [code])].join(
    ".",
  );
}

/** A code made of an English message. */
export function codeOf({ en }: Message): string {
  return en
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 60);
}

/** What a record of each kind is found by; without it a row means nothing. */
export const KEY_FIELDS: Readonly<Record<Kind, readonly Field[]>> = {
  articles: ["code"],
  locations: ["location"],
  users: ["userName"],
  stock: ["code", "location", "quantity"],
};

/** What a new record can't be without, beside its key. */
export const REQUIRED_FIELDS: Readonly<Record<Kind, readonly Field[]>> = {
  articles: ["name", "category", "type"],
  locations: [],
  users: ["firstName", "lastName", "roles"],
  stock: [],
};

/** Whether a field is a secret, which is shown nowhere. */
export function isSecret(kind: Kind, field: Field | null): boolean {
  return COLUMNS[kind].some((column) => column.field === field && column.isSecret === true);
}

/** The actions that are offered for a cause, by its id; none for an id that is no cause's. */
export function actionsFor(kind: Kind, causeId: string): readonly Action[] {
  const [name = "", causeKind, code] = causeId.split(".");
  if (name === "row") return ["leaveOut"];
  const field = COLUMNS[kind].find((column) => column.field === name)?.field;
  if (field === undefined) return [];
  const isKey = KEY_FIELDS[kind].includes(field);
  const isFirstKey = KEY_FIELDS[kind][0] === field;
  const empty: readonly Action[] = isKey ? [] : ["empty"];
  switch (causeKind as CauseKind) {
    case "missing": {
      if (isFirstKey) return ["leaveOut"];
      // An article without a location can do without its quantity.
      return kind === "articles" && field === "location"
        ? ["replace", "empty", "leaveOut"]
        : ["replace", "leaveOut"];
    }
    case "unknown":
      return isFirstKey ? ["replace", "leaveOut"] : ["create", "replace", ...empty, "leaveOut"];
    case "ambiguous":
      return isFirstKey ? ["leaveOut"] : ["replace", ...empty, "leaveOut"];
    case "invalid":
      return isSecret(kind, field) ? ["empty", "leaveOut"] : ["replace", ...empty, "leaveOut"];
    case "duplicate":
      return ["leaveOut"];
    case "other":
      return code === "several-locations" ? ["empty", "leaveOut"] : ["leaveOut"];
    default:
      return [];
  }
}
