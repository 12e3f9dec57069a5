import { type Message, msg } from "../../../domain/message.ts";
import type { CatalogueName } from "../../api/catalogues.ts";

/** All catalogues, in the order of the *Lists* screen. */
export const CATALOGUE_NAMES: readonly CatalogueName[] = [
  "category",
  "type",
  "state",
  "currency",
  "disposalMethod",
  "disposalReason",
];

interface CatalogueTexts {
  /** Last part of the path of its screen. */
  readonly path: string;
  /** Filter of the articles that use a record; null: there is none. */
  readonly filter: string | null;
  /** Heading of the list. */
  readonly title: Message;
  /** Title of the form for a new record. */
  readonly create: Message;
}

/** Texts of each catalogue. */
export const CATALOGUE_TEXTS: Readonly<Record<CatalogueName, CatalogueTexts>> = {
  category: {
    path: "categories",
    filter: "categoryId",
    title: msg("Categories"),
    create: msg("Create category"),
  },
  type: {
    path: "types",
    filter: "typeId",
    title: msg("Types"),
    create: msg("Create type"),
  },
  state: {
    path: "states",
    filter: "stateId",
    title: msg("States"),
    create: msg("Create state"),
  },
  currency: {
    path: "currencies",
    filter: null,
    title: msg("Currencies"),
    create: msg("Create currency"),
  },
  disposalMethod: {
    path: "disposal-methods",
    filter: null,
    title: msg("Disposal methods"),
    create: msg("Create disposal method"),
  },
  disposalReason: {
    path: "disposal-reasons",
    filter: null,
    title: msg("Disposal reasons"),
    create: msg("Create disposal reason"),
  },
};
