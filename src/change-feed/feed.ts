import type { Storage } from "../storage/storage.ts";
import type { PageHead } from "./follow.ts";
import { type PagePart, type PageRequest, readPage } from "./pages.ts";
import { changesIn, copiedChanges } from "./store.ts";

/** Changes of a page. */
const MAX_CHANGES = 1000;

/** A page of the feed, with its changes as JSON, joined by the separator. */
export interface FeedPage extends PageHead {
  readonly changes: readonly Buffer[];
}

/** What a reader asks for. `separator`: between two changes. */
type FeedRequest = Omit<PageRequest, "maxChanges"> & { readonly separator: string };

/** The next page of the feed. Throws Invalid on a malformed cursor. */
export async function readFeed(storage: Storage, request: FeedRequest): Promise<FeedPage> {
  const { tenantId, separator } = request;
  const read = async (part: PagePart) => {
    const { pieces } = await storage.reader.rows(queryOf(part, tenantId), separator);
    return pieces;
  };
  const page = await readPage(storage, { ...request, maxChanges: MAX_CHANGES }, read);
  const { cursor, isWhole, hasMore } = page;
  const changes: Buffer[] = [];
  for (const pieces of page.parts) {
    // None where the records have been deleted in between.
    if (pieces.length > 0 && changes.length > 0) changes.push(Buffer.from(separator));
    changes.push(...pieces);
  }
  return { cursor, isWhole, hasMore, changes };
}

function queryOf(part: PagePart, tenantId: number) {
  if ("range" in part) return changesIn.bound(part.range);
  const query = copiedChanges.get(part.table.kind);
  if (query === undefined) throw new Error(`the feed has no table ${part.table.kind}`);
  return query.bound({ tenantId, oid: part.oid, last: part.last });
}
