import { say, type Words } from "../../../domain/message.ts";
import type { CatalogueName } from "../../answers/catalogues.ts";

/** All catalogues, in the order of the *Lists* screen. */
export const CATALOGUE_NAMES: readonly CatalogueName[] = [
  "category",
  "type",
  "state",
  "currency",
  "disposalMethod",
  "disposalReason",
];

interface CatalogueWords {
  /** Last part of the path of its screen. */
  readonly path: string;
  /** Filter of the articles that use a record; null: there is none. */
  readonly filter: string | null;
  /** Heading of the list. */
  readonly title: Words;
  /** Title of the form for a new record. */
  readonly create: Words;
}

/** Texts of each catalogue. */
export const CATALOGUE_WORDS: Readonly<Record<CatalogueName, CatalogueWords>> = {
  category: {
    path: "categories",
    filter: "categoryId",
    title: say("Categories", "Kategorie"),
    create: say("Create category", "Vytvořit kategorii"),
  },
  type: {
    path: "types",
    filter: "typeId",
    title: say("Types", "Typy"),
    create: say("Create type", "Vytvořit typ"),
  },
  state: {
    path: "states",
    filter: "stateId",
    title: say("States", "Stavy"),
    create: say("Create state", "Vytvořit stav"),
  },
  currency: {
    path: "currencies",
    filter: null,
    title: say("Currencies", "Měny"),
    create: say("Create currency", "Vytvořit měnu"),
  },
  disposalMethod: {
    path: "disposal-methods",
    filter: null,
    title: say("Disposal methods", "Způsoby vyřazení"),
    create: say("Create disposal method", "Vytvořit způsob vyřazení"),
  },
  disposalReason: {
    path: "disposal-reasons",
    filter: null,
    title: say("Disposal reasons", "Důvody vyřazení"),
    create: say("Create disposal reason", "Vytvořit důvod vyřazení"),
  },
};
