import { signal } from "@preact/signals";
import { type Message, msg } from "../../../domain/message.ts";
import type { Permission } from "../../../domain/roles.ts";
import { may } from "../../login/permissions.ts";

/** A part of the console, as its navigation names it. */
interface Section {
  /** The first word of its paths. */
  readonly name: string;
  readonly label: Message;
  readonly may: Permission;
  /** `g` and this key lead there. */
  readonly key: string;
}

/** All parts, in the order of the navigation. */
const SECTIONS: readonly Section[] = [
  { name: "overview", label: msg("Overview"), may: "work", key: "o" },
  { name: "stocktakes", label: msg("Stocktakes"), may: "work", key: "s" },
  { name: "articles", label: msg("Articles"), may: "work", key: "a" },
  { name: "locations", label: msg("Locations"), may: "work", key: "l" },
  { name: "custody", label: msg("Handed out", "section"), may: "work", key: "h" },
  { name: "refill", label: msg("Refill list"), may: "work", key: "m" },
  { name: "requests", label: msg("Requests"), may: "manage", key: "r" },
  { name: "exchange", label: msg("Import and export"), may: "manage", key: "i" },
  { name: "jobs", label: msg("Jobs"), may: "manage", key: "j" },
  { name: "printers", label: msg("Printers and labels"), may: "work", key: "p" },
  { name: "lists", label: msg("Lists"), may: "manage", key: "c" },
  { name: "sites", label: msg("All sites"), may: "manage", key: "e" },
  { name: "people", label: msg("People and devices"), may: "administer", key: "u" },
  { name: "system", label: msg("System"), may: "administer", key: "b" },
];

/** Whether there is a head office, and this user may see its sites. The navigation asks the server. */
export const seesSites = signal(false);

/** The parts that this user may open. */
export const shownSections = (): readonly Section[] =>
  SECTIONS.filter((one) => may(one.may) && (one.name !== "sites" || seesSites.value));

/** The section of a path, or null. */
export function sectionOf(path: string): Section | null {
  const word = path.split(/[/?]/)[1] ?? "";
  return SECTIONS.find(({ name }) => name === word) ?? null;
}
