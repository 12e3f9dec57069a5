import { z } from "zod";
import { parsedRows } from "../storage/database/json.ts";
import type { Storage } from "../storage/storage.ts";
import type { OwnedValues } from "./ownership.ts";
import * as store from "./store.ts";

/** What the site has of a code. */
export interface Present {
  /** Null: the head office owns nothing of it. */
  readonly owned: OwnedValues | null;
  /** Null: there is no article. `category`: the key of its name. */
  readonly article: { readonly name: string; readonly category: string } | null;
}

const flag = z.union([z.literal(0), z.literal(1)]);
const text = z.string().nullable();
const PresentRows = z.array(
  z.tuple([z.string(), flag, text, text, flag, text, text]).transform(([code, isOwned, ...rest]) => {
    const [name, category, hasArticle, articleName, articleCategory] = rest;
    const present: Present = {
      owned: isOwned === 1 ? { name, category } : null,
      article: hasArticle === 1 ? { name: articleName ?? "", category: articleCategory ?? "" } : null,
    };
    return [code, present] as const;
  }),
);

/** What the site has of each code. */
export async function readPresent(
  { reader }: Storage,
  tenantId: number,
  codes: readonly string[],
): Promise<ReadonlyMap<string, Present>> {
  const rows = await reader.rows(store.present.bound({ tenantId, codes: JSON.stringify(codes) }));
  return new Map(PresentRows.parse(parsedRows(rows)));
}

/** The codes of which the head office owns something: at most `limit` after a code, in order. */
export async function readOwnedCodes(
  { reader }: Storage,
  tenantId: number,
  after: string,
  limit: number,
): Promise<readonly string[]> {
  return z
    .array(z.string())
    .parse(parsedRows(await reader.rows(store.codesAfter.bound({ tenantId, after, limit }))));
}

/** How many articles the head office owns something of. */
export async function countOwned({ reader }: Storage, tenantId: number): Promise<number> {
  const [count] = z.array(z.int()).parse(parsedRows(await reader.rows(store.count.bound({ tenantId }))));
  return count ?? 0;
}

/** Ends all ownership: this server has no head office any more. */
export async function endOwnership(storage: Storage): Promise<void> {
  if (store.anyRow.first(storage.db, {}) === null) return;
  await storage.write(null, (tx) => void store.removeAll.run(tx, {}), { evenWhenLow: true });
  await storage.durable();
}
