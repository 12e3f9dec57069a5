import { type Message, msg } from "../domain/message.ts";
import type { RecordDeclaration } from "./record.ts";

// The lists (catalogues) of the contract: records of the tenant or of all tenants that have a name alone.

/** What is special about a list. */
interface Catalogue {
  /** Its number in the change feed. */
  readonly feedKind: number;
  /** One of its records, the list, and the action that adds a record. */
  readonly label: Message;
  readonly title: Message;
  readonly create: Message;
  /** Its path in the API, and the last part of that of its screen. */
  readonly path: string;
  readonly screen: string;
  /** The description of the API names the list, and in the ids of operations a record and all records. */
  readonly described: string;
  readonly ids: readonly [one: string, all: string];
}

/** The lists, by the names of their tables, in the order of the *Lists* screen. */
export const CATALOGUES = {
  articleCategory: {
    feedKind: 1,
    label: msg("Category"),
    title: msg("Categories"),
    create: msg("Create category"),
    path: "/api/articlecategories",
    screen: "categories",
    described: "article categories",
    ids: ["ArticleCategory", "ArticleCategories"],
  },
  articleType: {
    feedKind: 2,
    label: msg("Type"),
    title: msg("Types"),
    create: msg("Create type"),
    path: "/api/articletypes",
    screen: "types",
    described: "article types",
    ids: ["ArticleType", "ArticleTypes"],
  },
  articleState: {
    feedKind: 3,
    label: msg("State"),
    title: msg("States"),
    create: msg("Create state"),
    path: "/api/articlestates",
    screen: "states",
    described: "article states",
    ids: ["ArticleState", "ArticleStates"],
  },
  currencyType: {
    feedKind: 4,
    label: msg("Currency"),
    title: msg("Currencies"),
    create: msg("Create currency"),
    path: "/api/currencytypes",
    screen: "currencies",
    described: "currencies",
    ids: ["Currency", "Currencies"],
  },
  articleDisposalMethod: {
    feedKind: 5,
    label: msg("Disposal method"),
    title: msg("Disposal methods"),
    create: msg("Create disposal method"),
    path: "/api/articledisposalmethods",
    screen: "disposal-methods",
    described: "disposal methods",
    ids: ["DisposalMethod", "DisposalMethods"],
  },
  articleDisposalReason: {
    feedKind: 6,
    label: msg("Disposal reason"),
    title: msg("Disposal reasons"),
    create: msg("Create disposal reason"),
    path: "/api/articledisposalreasons",
    screen: "disposal-reasons",
    described: "disposal reasons",
    ids: ["DisposalReason", "DisposalReasons"],
  },
} as const satisfies Readonly<Record<string, Catalogue>>;

/** The name of a list: that of its table. */
export type CatalogueName = keyof typeof CATALOGUES;

/** The names of the lists. */
export const CATALOGUE_NAMES = Object.keys(CATALOGUES) as readonly CatalogueName[];

/** Whether a table is that of a list. */
export function isCatalogue(table: string): table is CatalogueName {
  return table in CATALOGUES;
}

/** One value for each list. */
export function ofEachCatalogue<T>(
  make: (catalogue: CatalogueName) => T,
): Readonly<Record<CatalogueName, T>> {
  return Object.fromEntries(CATALOGUE_NAMES.map((name) => [name, make(name)])) as Record<CatalogueName, T>;
}

/** A record of a list, such as a category. */
const recordOf = (table: CatalogueName) =>
  ({
    table,
    entity: table,
    label: CATALOGUES[table].label,
    feedKind: CATALOGUES[table].feedKind,
    names: ["name"],
    lostAs: "lists",
    hasDeleted: false,
    hasGlobal: true,
    fields: { name: { kind: "text", isRequired: true, reach: "everywhere", label: msg("Name") } },
    internal: { nameKey: { type: "text", isUnique: true }, nameFolded: { type: "text" } },
  }) as const satisfies RecordDeclaration;

/** The declarations of the lists. */
export const CATALOGUE_RECORDS = CATALOGUE_NAMES.map(recordOf);
