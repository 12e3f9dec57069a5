import type { Kind } from "../../../import/values.ts";
import { say, type Words } from "../../../words.ts";

/** What each kind of table is called. */
export const KIND_NAMES: Readonly<Record<Kind, Words>> = {
  articles: say("Articles", "Artikly"),
  stock: say("Stock: what is where", "Stavy: co kde je"),
  locations: say("Locations", "Umístění"),
  users: say("Users", "Uživatelé"),
};
export const KINDS: readonly Kind[] = ["articles", "stock", "locations", "users"];

/** Where the records of a kind are looked at. */
export const KIND_SCREENS: Readonly<Record<Kind, string>> = {
  articles: "#/articles",
  stock: "#/articles",
  locations: "#/locations",
  users: "#/people",
};
