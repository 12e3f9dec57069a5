import type { InventoryItem } from "../../../src/web/api/types/endpoints.d.ts";
import type { TestServer } from "../../harness/server.ts";
import type { Terminal } from "../../harness/terminal.ts";
import type { Stock, Warehouse } from "../../inventories/stocktake.ts";

/** Pieces by article and location. Articles are A, B …, locations are `here` and `there`. */
export type Pieces = Readonly<Record<string, Stock>>;

/** Outcome of a mistake. */
export type Ending =
  | "the true count"
  | "the true count, to be recounted"
  | "a wrong count, to be recounted"
  | "a question that is still open"
  | "still to count"
  | "a difference in the results"
  | "a silent miscount";

export interface Mistake {
  readonly what: string;
  readonly expected: Pieces;
  /** Pieces that are really there. */
  readonly truth: Pieces;
  readonly ends: Ending;
  /** Articles of which each piece has a serial number. */
  readonly serials?: readonly string[];
  readonly isBlind?: boolean;
  readonly make: (attempt: Attempt) => Promise<void>;
}

/** The actions of a worker at a terminal. */
export interface Worker {
  readonly terminal: Terminal;
  /** Opens a location of this mistake. */
  readonly go: (location: string) => Promise<void>;
  /** Scans an article of this mistake and waits for the result and the text on the card. */
  readonly scan: (article: string, verdict: string, words?: string) => Promise<void>;
  /** Opens the quantity pad of an article that is listed at the location. */
  readonly openPad: (article: string) => Promise<void>;
  /** Waits until all counts without an open question are sent. */
  readonly waitUntilSent: () => Promise<void>;
}

/** The means to make a mistake. */
export interface Attempt extends Worker {
  readonly server: TestServer;
  readonly warehouse: Warehouse;
  readonly inventory: number;
  /** The whole code of an article. */
  readonly code: (article: string) => string;
  readonly labelOf: (location: string) => string;
  /** The id of a location. */
  readonly at: (location: string) => number;
  /** The items of an article as the server has them. */
  readonly items: (article: string) => Promise<readonly InventoryItem[]>;
  /** Opens another terminal with another user. */
  readonly colleague: () => Promise<Worker>;
}

/** Compares the server's counts with the pieces that are there. */
export async function findEnding(
  { truth, expected }: Mistake,
  { items, code, at }: Attempt,
  asked: readonly string[],
): Promise<Ending> {
  const articles = Object.keys({ ...expected, ...truth });
  const all = (await Promise.all(articles.map(items))).flat();
  const wrong = await Promise.all(
    articles.map(async (article) => {
      const counted = (await items(article)).filter(({ inventoryQuantity }) => inventoryQuantity !== null);
      const really = Object.entries(truth[article] ?? {});
      const isTrue =
        really.every(([name, pieces]) => pieces === piecesAt(counted, at(name))) &&
        sumOf(counted) === really.reduce((sum, [, pieces]) => sum + pieces, 0);
      return isTrue ? [] : [article];
    }),
  );
  const isToRecount = all.some((item) => item.isToRecount);
  if (wrong.flat().length === 0) return isToRecount ? "the true count, to be recounted" : "the true count";
  if (isToRecount) return "a wrong count, to be recounted";
  if (wrong.flat().every((article) => asked.includes(code(article)))) return "a question that is still open";
  const results = (await Promise.all(wrong.flat().map(items))).map((of) => of.map(({ result }) => result));
  if (results.every((of) => of.includes("notCounted"))) return "still to count";
  const differs = results.every((of) => of.some((result) => result !== "foundAsExpected"));
  return differs ? "a difference in the results" : "a silent miscount";
}

const sumOf = (items: readonly InventoryItem[]) =>
  items.reduce((sum, item) => sum + (item.inventoryQuantity ?? 0), 0);
const piecesAt = (items: readonly InventoryItem[], location: number) =>
  sumOf(items.filter((item) => (item.inventoryLocationId ?? item.locationId) === location));
