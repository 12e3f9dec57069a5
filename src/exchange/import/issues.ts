import type { Message } from "../../domain/message.ts";
import { englishText } from "../../domain/message.ts";
import type { TableKind } from "../../domain/table-kinds.ts";
import { type Column, KEY_FIELDS } from "./columns.ts";
import type { Field } from "./values.ts";

/** The kinds of causes. */
export const CAUSE_KINDS = ["missing", "unknown", "ambiguous", "invalid", "duplicate", "other"] as const;
export type CauseKind = (typeof CAUSE_KINDS)[number];

/** The actions that can be decided for the rows of a cause. */
export const ACTIONS = ["create", "empty", "replace", "leaveOut"] as const;
export type Action = (typeof ACTIONS)[number];

/** A problem with a row. */
export interface Issue {
  /** The field; null: the row as a whole. */
  readonly field: Field | null;
  readonly kind: CauseKind;
  /** The error in this row. */
  readonly message: Message;
  /** The wrong text; absent if there is none or it is a secret. */
  readonly value?: string;
  /** Distinguishes causes of one field and kind: letters, digits and hyphens. */
  readonly code?: string;
  /** The field that a decision fills, if it differs from `field`. */
  readonly fills?: Field;
  /** The message for all rows of the cause, if `message` contains data of this row. */
  readonly causeMessage?: Message;
  /** The issue is a missing record, which is created by default. */
  readonly isCreated?: boolean;
  /** The issue concerns the whole table. */
  readonly isTable?: boolean;
}

/** Reports an issue of a row. */
export type ReportIssue = (issue: Issue) => void;

/** Characters by which values are distinguished. */
const MAX_VALUE = 200;

/** A wrong text in the form that decisions refer to. */
export function issueValue(text: string): string {
  return text.trim().slice(0, MAX_VALUE);
}

/** The id of an issue's cause, such as `user.unknown` or `price.invalid.must-be-a-number`. Stable across checks of a file. */
export function causeIdOf({ field, fills, kind, code, isTable }: Issue): string {
  return [fills ?? field ?? (isTable ? "table" : "row"), kind, ...(code === undefined ? [] : [code])].join(
    ".",
  );
}

/** A code derived from an English message. */
export function codeOf(message: Message): string {
  return englishText(message)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 60);
}

/** The fields that a new record requires, besides its key. */
export const REQUIRED_FIELDS: Readonly<Record<TableKind, readonly Field[]>> = {
  articles: ["name", "category", "type"],
  locations: [],
  users: ["firstName", "lastName", "roles"],
  stock: [],
  "refill-rules": ["minimum"],
};

/** True for a secret field, which is never shown. */
export function isSecret(columns: readonly Column[], field: Field | null): boolean {
  return columns.some((column) => column.field === field && column.isSecret === true);
}

/** The actions that a cause allows, by its id. Empty for an unknown id. */
export function actionsFor(kind: TableKind, columns: readonly Column[], causeId: string): readonly Action[] {
  const [name = "", causeKind, code] = causeId.split(".");
  if (name === "row") return ["leaveOut"];
  const field = columns.find((column) => column.field === name)?.field;
  if (field === undefined) return [];
  const isKey = KEY_FIELDS[kind].includes(field);
  const isFirstKey = KEY_FIELDS[kind][0] === field;
  const empty: readonly Action[] = isKey ? [] : ["empty"];
  switch (causeKind as CauseKind) {
    case "missing": {
      if (isFirstKey) return ["leaveOut"];
      // An article without a location needs no quantity.
      return kind === "articles" && field === "location"
        ? ["replace", "empty", "leaveOut"]
        : ["replace", "leaveOut"];
    }
    case "unknown":
      return isFirstKey ? ["replace", "leaveOut"] : ["create", "replace", ...empty, "leaveOut"];
    case "ambiguous":
      return isFirstKey ? ["leaveOut"] : ["replace", ...empty, "leaveOut"];
    case "invalid":
      return isSecret(columns, field) ? ["empty", "leaveOut"] : ["replace", ...empty, "leaveOut"];
    case "duplicate":
      return ["leaveOut"];
    case "other":
      return code === "several-locations" ? ["empty", "leaveOut"] : ["leaveOut"];
    default:
      return [];
  }
}
