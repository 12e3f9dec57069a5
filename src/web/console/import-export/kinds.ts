import { type Message, msg } from "../../../domain/message.ts";
import type { TableKind } from "../../../domain/table-kinds.ts";

/** The names of the data types. */
export const KIND_NAMES: Readonly<Record<TableKind, Message>> = {
  articles: msg("Articles"),
  stock: msg("Stock by location"),
  locations: msg("Locations"),
  users: msg("Users"),
};
export const KINDS: readonly TableKind[] = ["articles", "stock", "locations", "users"];

/** The screens that list the records of a data type, and their links. */
export const KIND_SCREENS: Readonly<Record<TableKind, { readonly href: string; readonly words: Message }>> = {
  articles: { href: "#/articles", words: msg("Show articles") },
  stock: { href: "#/articles", words: msg("Show articles") },
  locations: { href: "#/locations", words: msg("Show locations") },
  users: { href: "#/people", words: msg("Show people") },
};
