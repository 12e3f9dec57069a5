import { fold } from "../../src/domain/text-folding.ts";
import { hasWords, searchRank, searchWords } from "../../src/domain/word-search.ts";
import type { ArticleLocation } from "../../src/web/api/types/endpoints.d.ts";
import type { Client } from "../harness/client.ts";

// A page of articles, computed from the complete lists.

export interface Row {
  readonly oid: number;
  readonly name: string;
  readonly code: string | null;
  readonly price: number;
  readonly serialNumber: string | null;
  readonly rfId: string | null;
  readonly isDisposal: boolean;
  readonly categoryId: number;
  readonly typeId: number;
  readonly stateId: number;
  readonly userId: number | null;
  readonly responsibleUserId: number | null;
  readonly [property: string]: unknown;
}
/** The parameters of a page, by name. */
export type Query = Readonly<Record<string, string | number | boolean>>;

/** All articles with their locations, read from the lists. */
export async function everything(user: Client) {
  const articles: Row[] = (await user.get("/api/articles")).body;
  const locations: { oid: number; parentLocationId: number | null }[] = (await user.get("/api/locations"))
    .body;
  const stock = new Map<number, ArticleLocation[]>();
  for (const { oid } of articles) stock.set(oid, (await user.get(`/api/articles/${oid}/locations`)).body);
  const parents = new Map(locations.map(({ oid, parentLocationId }) => [oid, parentLocationId]));
  const isIn = (oid: number | null, ancestor: number): boolean =>
    oid !== null && (oid === ancestor || isIn(parents.get(oid) ?? null, ancestor));
  return { articles, stock, isIn, names: await namesOf(user) };
}

/** The names by which articles are sorted, by sort and by the id of the record. */
async function namesOf(user: Client) {
  const catalogue = async (path: string): Promise<ReadonlyMap<number, string>> => {
    const records: { oid: number; name: string }[] = (await user.get(path)).body;
    return new Map(records.map(({ oid, name }) => [oid, name]));
  };
  const people: { id: number; fullName: string }[] = (await user.get("/api/pda/users")).body;
  const fullNames: ReadonlyMap<number, string> = new Map(people.map(({ id, fullName }) => [id, fullName]));
  return {
    category: { of: "categoryId", names: await catalogue("/api/articlecategories") },
    type: { of: "typeId", names: await catalogue("/api/articletypes") },
    state: { of: "stateId", names: await catalogue("/api/articlestates") },
    user: { of: "userId", names: fullNames },
    responsibleUser: { of: "responsibleUserId", names: fullNames },
  } as const;
}
export type StoredRecords = Awaited<ReturnType<typeof everything>>;

function compareRelevance(a: Row, b: Row, words: readonly string[]): number {
  const rankOf = ({ code, name }: Row) =>
    searchRank({ code: code === null ? null : fold(code), name: fold(name) }, words);
  const [one, other] = [rankOf(a), rankOf(b)];
  const key = ({ code, name }: Row) => bytes((one <= words.length ? code : name) ?? "");
  return one - other || Buffer.compare(key(a), key(b)) || a.oid - b.oid;
}

const bytes = (text: string) => Buffer.from(fold(text));
/** The expected content of a page, computed from the lists. */
export function expected(records: StoredRecords, query: Query): Row[] {
  const { q = "", locationId, noPlace, isDisposal, priceFrom, priceTo, ...others } = query;
  const words = searchWords(String(q));
  const { sort = words.length === 0 ? "name" : "relevance", ...equal } = others;
  const stockAt = ({ oid }: Row) => records.stock.get(oid) ?? [];
  const has = (row: Row) => {
    const locations = stockAt(row).flatMap(({ location: { name, code } }) => [name, code]);
    const texts = [row.name, row.code, row.serialNumber, row.rfId, ...locations];
    return hasWords(texts.map((text) => fold(text ?? "")).join("\n"), words);
  };
  const field = String(sort).replace("-", "");
  const named = Object.entries(records.names).find(([name]) => name === field)?.[1];
  const nameOf = (row: Row) => (named === undefined ? "" : (named.names.get(Number(row[named.of])) ?? ""));
  const compare = (a: Row, b: Row): number => {
    if (named !== undefined) return Buffer.compare(bytes(nameOf(a)), bytes(nameOf(b))) || a.oid - b.oid;
    if (field === "relevance") return compareRelevance(a, b, words);
    if (field === "name") return Buffer.compare(bytes(a.name), bytes(b.name)) || a.oid - b.oid;
    if (field === "price") return a.price - b.price || a.oid - b.oid;
    if (field === "code") return Buffer.compare(bytes(a.code ?? ""), bytes(b.code ?? "")) || a.oid - b.oid;
    return a.oid - b.oid;
  };
  const sign = String(sort).startsWith("-") ? -1 : 1;
  const isKeyless = (row: Row) => (row[named?.of ?? field] === null ? 1 : 0);
  return records.articles
    .filter((row) => Object.entries(equal).every(([name, value]) => row[name] === value))
    .filter(has)
    .filter((row) => isDisposal === undefined || row.isDisposal === isDisposal)
    .filter(({ price }) => price >= Number(priceFrom ?? 0) && price <= Number(priceTo ?? 1e12))
    .filter((row) => noPlace === undefined || (stockAt(row).length === 0) === noPlace)
    .filter(
      (row) =>
        locationId === undefined || stockAt(row).some((p) => records.isIn(p.locationId, Number(locationId))),
    )
    .sort((a, b) => isKeyless(a) - isKeyless(b) || sign * compare(a, b));
}
export const ids = (rows: readonly Row[]) => rows.map(({ oid }) => oid);
