import { say, type Words } from "../../../domain/message.ts";
import type { Kind } from "../../../exchange/import/values.ts";

/** The names of the data types. */
export const KIND_NAMES: Readonly<Record<Kind, Words>> = {
  articles: say("Articles", "Artikly"),
  stock: say("Stock by location", "Stav podle umístění"),
  locations: say("Locations", "Umístění"),
  users: say("Users", "Uživatelé"),
};
export const KINDS: readonly Kind[] = ["articles", "stock", "locations", "users"];

/** The screens that list the records of a data type, and their links. */
export const KIND_SCREENS: Readonly<Record<Kind, { readonly href: string; readonly words: Words }>> = {
  articles: { href: "#/articles", words: say("Show articles", "Zobrazit artikly") },
  stock: { href: "#/articles", words: say("Show articles", "Zobrazit artikly") },
  locations: { href: "#/locations", words: say("Show locations", "Zobrazit umístění") },
  users: { href: "#/people", words: say("Show people", "Zobrazit lidi") },
};
