import { z } from "zod";
import { newestEntry } from "../change-feed/queries.ts";
import { Unavailable } from "../domain/errors.ts";
import type { ChangedArticle } from "../domain/outgoing-event-types.ts";
import type { Dependencies } from "../http/dependencies.ts";
import { pause } from "../platform/back-off.ts";
import { repeatedWork } from "../platform/repeated-work.ts";
import { FED } from "../storage/database/feed-triggers.ts";
import { parsedRows } from "../storage/database/json.ts";
import type { Tx } from "../storage/database/statement.ts";
import * as articles from "./article-store.ts";
import { recordOutgoingEvent } from "./outgoing-events.ts";

// The event article.changed is made from the change feed, which has every change in the order of the commits: an import of
// 100 000 articles makes 1 000 events, not 100 000. The events and the position in the feed are one transaction.

/** Entries of the feed that a step reads at most, of all tables: its transaction takes about 10 ms. */
const MAX_ENTRIES = 2000;
/** Entries without a changed article, after which the position is saved. */
const MAX_UNSAVED = 1_000_000;
/** After an error, also of a full disk. */
const RETRY_MS = 1000;
/** Articles of an event. */
const MAX_ARTICLES = 100;

const KIND = FED.find(({ table }) => table === "article")?.kind ?? 0;

/** From now on the tenant's changed articles become events. */
export function followArticles(tx: Tx, tenantId: number): void {
  articles.follow.run(tx, { tenantId, seq: newestEntry(tx) });
}

/** The tenant's changed articles become no events any more. */
export function unfollowArticles(tx: Tx, tenantId: number): void {
  articles.unfollow.run(tx, { tenantId });
}

const Oids = z.array(z.int());

/** Where a tenant's reading is: `saved` is the position in the database, `read` one up to which no article has changed since. */
interface Position {
  readonly saved: number;
  readonly read: number;
}

/** Records the events of changed articles until it is stopped. Changes are collected for `collectMs`. */
export function recordArticleEvents(
  { storage, log }: Pick<Dependencies, "storage" | "log">,
  collectMs: number,
): { stop(): Promise<void> } {
  const { db, reader } = storage;
  const stopping = new AbortController();
  const positions = new Map<number, Position>();
  let followers: readonly { readonly tenantId: number }[] | null = null;
  let retry: NodeJS.Timeout | undefined;

  /** Records the events of a part of the feed. Returns whether there is more. */
  async function recordStep(tenantId: number): Promise<boolean> {
    const newest = newestEntry(db);
    const saved = articles.position.first(db, { tenantId })?.seq ?? newest;
    const known = positions.get(tenantId);
    const from = known?.saved === saved ? known.read : saved;
    if (from >= newest) return false;
    const until = Math.min(newest, from + MAX_ENTRIES);
    const range = { tenantId, kind: KIND, from, until };
    const oids = Oids.parse(parsedRows(await reader.rows(articles.changedIn.bound(range))));
    positions.set(tenantId, { saved, read: until });
    // Counts write the feed all day: the position is not saved for each of them.
    if (oids.length > 0 || until - saved > MAX_UNSAVED) {
      const isSaved = await storage.write(tenantId, (tx) => save(tx, tenantId, saved, until, oids));
      if (isSaved) positions.set(tenantId, { saved: until, read: until });
      else positions.delete(tenantId);
    }
    return until < newest;
  }

  const work = repeatedWork(
    async () => {
      await pause(collectMs, stopping.signal);
      followers ??= articles.followers.all(db, {});
      for (const { tenantId } of followers) while (!work.isStopping() && (await recordStep(tenantId)));
    },
    (error) => {
      // What was read is read again.
      positions.clear();
      if (!(error instanceof Unavailable)) log.error({ err: error }, "changed articles were not recorded");
      retry = setTimeout(work.ask, RETRY_MS).unref();
    },
  );
  const removeListener = storage.onChange(["followedArticles", "changeEntry"], (written) => {
    if (written.has("followedArticles")) followers = null;
    if (written.has("changeEntry")) work.ask();
  });
  work.ask();
  return {
    async stop() {
      removeListener();
      clearTimeout(retry);
      const ended = work.stop();
      stopping.abort();
      await ended;
    },
  };
}

/** Saves the position with the events. False: another webhook has ended the following meanwhile, or begun it anew. */
function save(tx: Tx, tenantId: number, from: number, until: number, oids: readonly number[]): boolean {
  if (articles.advance.run(tx, { tenantId, from, until }).changes === 0) return false;
  for (let at = 0; at < oids.length; at += MAX_ARTICLES)
    recordOutgoingEvent(tx, {
      tenantId,
      type: "article.changed",
      dedupeKey: `${from}-${until}-${at}`,
      data: { articles: describe(tx, tenantId, oids.slice(at, at + MAX_ARTICLES)) },
    });
  return true;
}

/** The articles as they are now, in the order of the ids. */
function describe(tx: Tx, tenantId: number, oids: readonly number[]): ChangedArticle[] {
  const rows = articles.named.all(tx, { tenantId, oids: JSON.stringify(oids) });
  const byOid = new Map(rows.map(({ oid, code, name }) => [oid, { oid, code, name, deleted: false }]));
  return oids.map((oid) => byOid.get(oid) ?? { oid, code: null, name: null, deleted: true });
}
