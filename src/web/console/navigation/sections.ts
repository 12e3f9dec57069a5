import { type Message, msg } from "../../../domain/message.ts";
import type { Permission } from "../../../domain/roles.ts";

/** A part of the console, as its navigation names it. */
export interface Section {
  /** The first word of its paths. */
  readonly name: string;
  readonly words: Message;
  readonly may: Permission;
  /** `g` and this key lead there. */
  readonly key: string;
}

/** All parts, in the order of the navigation. */
export const SECTIONS: readonly Section[] = [
  { name: "overview", words: msg("Overview"), may: "work", key: "o" },
  { name: "stocktakes", words: msg("Stocktakes"), may: "work", key: "s" },
  { name: "articles", words: msg("Articles"), may: "work", key: "a" },
  { name: "locations", words: msg("Locations"), may: "work", key: "l" },
  { name: "requests", words: msg("Requests"), may: "manage", key: "r" },
  { name: "exchange", words: msg("Import and export"), may: "manage", key: "i" },
  { name: "jobs", words: msg("Jobs"), may: "manage", key: "j" },
  { name: "printers", words: msg("Printers and labels"), may: "work", key: "p" },
  { name: "lists", words: msg("Lists"), may: "manage", key: "c" },
  { name: "people", words: msg("People and devices"), may: "administer", key: "u" },
  { name: "system", words: msg("System"), may: "administer", key: "b" },
];

/** The section of a path, or null. */
export function sectionOf(path: string): Section | null {
  const word = path.split(/[/?]/)[1] ?? "";
  return SECTIONS.find(({ name }) => name === word) ?? null;
}
