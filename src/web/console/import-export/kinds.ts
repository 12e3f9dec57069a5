import { type Message, msg } from "../../../domain/message.ts";
import type { TableKind } from "../../../domain/table-kinds.ts";
import { t } from "../../i18n/translate.ts";
import type { ImportHead, ImportState } from "./shapes.ts";

/** The names of the data types. */
export const KIND_NAMES: Readonly<Record<TableKind, Message>> = {
  articles: msg("Articles"),
  stock: msg("Stock by location"),
  "refill-rules": msg("Minimum stock"),
  locations: msg("Locations"),
  users: msg("Users"),
};
export const KINDS: readonly TableKind[] = ["articles", "stock", "refill-rules", "locations", "users"];

/** The screens that list the records of a data type, and their links. */
export const KIND_SCREENS: Readonly<Record<TableKind, { readonly href: string; readonly label: Message }>> = {
  articles: { href: "#/articles", label: msg("Show articles") },
  stock: { href: "#/articles", label: msg("Show articles") },
  "refill-rules": { href: "#/refill", label: msg("Show refill list") },
  locations: { href: "#/locations", label: msg("Show locations") },
  users: { href: "#/people", label: msg("Show people") },
};

/** The names of the separators of a CSV file. */
export const SEPARATOR_NAMES = {
  comma: msg("comma ,"),
  semicolon: msg("semicolon ;"),
  tab: msg("tab"),
} as const;

const STATE_NAMES: Readonly<Record<ImportState, Message>> = {
  checking: msg("Checking"),
  checked: msg("Ready to import"),
  applying: msg("Importing"),
  applied: msg("Imported"),
  failed: msg("Failed, nothing was changed"),
  cancelled: msg("Cancelled"),
};

/** The name of an import's state. */
export function stateName({ state, errorCount }: ImportHead): string {
  return t(state === "checked" && errorCount > 0 ? msg("Has errors") : STATE_NAMES[state]);
}

/** Whether the server is working on the import. */
export const isRunningImport = (state: ImportState) => state === "checking" || state === "applying";
