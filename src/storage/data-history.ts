import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";
import { findAppState, saveAppState } from "./app-state.ts";
import { lastChange } from "./database/change-counter.ts";
import { type Db, sqlite, statement, type Tx } from "./database/statement.ts";
import type { Storage } from "./storage.ts";

// A restore or a promotion continues with an earlier state of the data: a new history. Clients that see another history send again
// what the earlier one had acknowledged (docs/integrate/offline-counts.md).

/** The history of the data, as clients see it. */
interface DataHistory {
  readonly id: string;
  /**
   * ISO 8601. The data have everything that was acknowledged before this time in any history that a client may have seen in the
   * last week. Null: not known, because the folder was copied without the restore command.
   */
  readonly copiedAt: string | null;
  /** Identifies the data through all their histories. Null: the server is not set up. */
  readonly installation: string | null;
}

const Stored = z.object({
  /** Oldest first. */
  histories: z.array(
    z.object({
      id: z.string(),
      timeline: z.string(),
      copiedAt: z.string(),
      begunAt: z.string(),
      /** Number of the last change before it. */
      change: z.int(),
    }),
  ),
});
type StoredHistory = z.output<typeof Stored>["histories"][number];

/** Terminals keep what they have sent for 7 days. */
const MAX_AGE_MS = 8 * 86_400_000;

/**
 * Numbers skipped at each new history. The records that the copy lacks had ids of this gap, which clients may still name: a count
 * would go to another item, stocktake or user. Numbers of changes are in ETags.
 */
const GAP = 10_000_000;

const firstTenant = statement(() => sqlite.selectFrom("tenant").select("createdDT").orderBy("oid").limit(1));

const ADD_MISSING_SEQUENCES = `INSERT INTO sqlite_sequence (name, seq)
SELECT name, 0 FROM sqlite_schema
WHERE type = 'table' AND sql LIKE '%AUTOINCREMENT%' AND name NOT IN (SELECT name FROM sqlite_sequence)`;
const SKIP_IDS = `UPDATE sqlite_sequence SET seq = seq + ${GAP}`;
const SKIP_CHANGES = `UPDATE changeCounter SET change = change + ${GAP}`;

/**
 * Follows the history of a storage. Returns a function that gives its newest state as the header `Data-History` (RFC 8941):
 * `"id";copied-at="2026-11-23T08:30:00.000Z";installation="id"`.
 */
export function followDataHistory(storage: Storage): () => string {
  let header = headerOf(readDataHistory(storage));
  storage.onChange(["appState", "tenant"], () => {
    header = headerOf(readDataHistory(storage));
  });
  return () => header;
}

function headerOf({ id, copiedAt, installation }: DataHistory): string {
  const parameters = { "copied-at": copiedAt, installation };
  const shown = Object.entries(parameters).filter(([, value]) => value !== null);
  return [`"${id}"`, ...shown.map(([name, value]) => `${name}="${value}"`)].join(";");
}

/** Reads the history. It changes only by `beginDataHistory`, and where the folder is a new copy. */
function readDataHistory({ db, timeline }: Pick<Storage, "db" | "timeline">): DataHistory {
  const histories = storedHistories(db);
  const newest = histories.at(-1);
  const installation = installationOf(db);
  if (newest === undefined) return { id: timeline, copiedAt: null, installation };
  const oldest = histories.reduce((min, { copiedAt }) => (copiedAt < min ? copiedAt : min), newest.copiedAt);
  return {
    id: `${newest.id}-${timeline}`,
    copiedAt: newest.timeline === timeline ? oldest : null,
    installation,
  };
}

/** When the first tenant was made (ISO 8601), which every copy keeps. Null: the server is not set up. */
export function installedDT(db: Db): string | null {
  return firstTenant.first(db, {})?.createdDT ?? null;
}

/** What all copies of the data of one server have in common, as 12 characters of base64url. Null: the server is not set up. */
export function installationOf(db: Db): string | null {
  const at = installedDT(db);
  return at && createHash("sha256").update(at).digest("base64url").slice(0, 12);
}

/**
 * Begins a new history, copied at the time of the last change. `timeline`: that of the storage. Call it before the transaction uses
 * `tx.change`, which sets that time. After an interrupted start it may run again. New records get ids that no earlier history has used.
 */
export function beginDataHistory(tx: Tx, timeline: string): void {
  const last = lastChange(tx);
  const oldest = new Date(Date.parse(tx.now) - MAX_AGE_MS).toISOString();
  const next: StoredHistory = {
    id: randomBytes(6).toString("base64url"),
    timeline,
    copiedAt: last.at,
    begunAt: tx.now,
    change: last.change,
  };
  const recent = storedHistories(tx).filter(({ begunAt }) => begunAt >= oldest);
  saveAppState(tx, "dataHistory", { histories: [...recent, next] });
  for (const sql of [ADD_MISSING_SEQUENCES, SKIP_IDS, SKIP_CHANGES]) tx.query({ sql, reads: [] }, []).run();
}

/** The restores and promotions of the last week that these data have, oldest first. */
export function listHistories(db: Db): readonly Pick<StoredHistory, "id" | "copiedAt" | "change">[] {
  return storedHistories(db).map(({ id, copiedAt, change }) => ({ id, copiedAt, change }));
}

/**
 * The number of the last change up to this one of an earlier timeline that these data share: at most that of the restore or
 * promotion after it. 0: not known.
 */
export function lastSharedChange(
  db: Db,
  { timeline, change }: { readonly timeline: string; readonly change: number },
): number {
  const histories = storedHistories(db);
  const index = histories.findIndex((history) => history.timeline === timeline);
  const next = histories[index + 1];
  // Either the timeline before the first history, or one that these data do not continue: its history has skipped numbers.
  if (next === undefined || (index === -1 && change > next.change + GAP / 2)) return 0;
  return Math.min(change, next.change);
}

function storedHistories(db: Db): readonly StoredHistory[] {
  const found = findAppState(db, "dataHistory");
  return found === null ? [] : Stored.parse(found.content).histories;
}
