import {
  isOutgoingEventType,
  type OutgoingEventData,
  type OutgoingEventType,
  type ServerEventType,
} from "../domain/outgoing-event-types.ts";
import { FIRST_TENANT } from "../domain/roles.ts";
import type { Clock } from "../platform/clock.ts";
import type { Db, Tx } from "../storage/database/statement.ts";
import * as store from "./store.ts";

// Events for webhooks and notices. An event is written in the transaction of its cause, so it exists exactly when the cause was
// committed. Each reader has a cursor: the oid of the last event that it has read.

const DAY_MS = 24 * 3_600_000;
/** A reader that was stopped for longer misses events. */
const KEPT_MS = 30 * DAY_MS;
/** Of a tenant: about 500 MB where all are of 100 articles. Where there are more, its older ones are removed earlier. */
const MAX_EVENTS = 50_000;

/** A new event. `dedupeKey` names its cause; a second event of the tenant with the same key is not added. */
interface NewOutgoingEvent<T extends OutgoingEventType = OutgoingEventType> {
  readonly tenantId: number;
  readonly type: T;
  readonly data: OutgoingEventData[T];
  readonly dedupeKey: string;
}

/** An event that was recorded. */
export interface OutgoingEvent {
  readonly oid: number;
  readonly tenantId: number;
  readonly type: OutgoingEventType;
  /** JSON (OutgoingEventData). */
  readonly data: string;
  /** ISO 8601. */
  readonly at: string;
}

/**
 * Records an event in the transaction of its cause. Returns whether it is new. Nothing is recorded for the demo's data.
 */
export function recordOutgoingEvent<T extends OutgoingEventType>(
  tx: Tx,
  { tenantId, type, data, dedupeKey }: NewOutgoingEvent<T>,
): boolean {
  if (tx.isSilent) return false;
  const row = { tenantId, type, data: JSON.stringify(data), at: tx.now, dedupeKey: `${type} ${dedupeKey}` };
  return store.insert.run(tx, row).changes === 1;
}

/** Records an event about the machine. It belongs to the first tenant, whose Admins administer the server. */
export function recordServerEvent<T extends ServerEventType>(
  tx: Tx,
  event: Omit<NewOutgoingEvent<T>, "tenantId">,
): boolean {
  return recordOutgoingEvent(tx, { ...event, tenantId: FIRST_TENANT });
}

/**
 * The tenant's events after a cursor, oldest first, at most `limit`, for a look outside a transaction. Types of a newer version are
 * left out.
 */
export function outgoingEventsAfter(
  db: Db,
  tenantId: number,
  cursor: number,
  limit: number,
): readonly OutgoingEvent[] {
  return store.after.all(db, { tenantId, oid: cursor, limit }).flatMap(known);
}

/** The tenant's events after a cursor, of at most `limit` rows. */
export function readOutgoingEvents(tx: Tx, tenantId: number, cursor: number, limit: number) {
  const rows = store.after.all(tx, { tenantId, oid: cursor, limit });
  const last = rows.at(-1);
  const hasMore = last !== undefined && rows.length === limit;
  // The transaction sees all events that exist: none of the tenant is between its last row and the newest event.
  const next = hasMore ? last.oid : Math.max(cursor, newestOutgoingEvent(tx));
  return {
    events: rows.flatMap(known),
    /** The reader's next cursor: behind what it need not look at again, also events of other tenants and of unknown types. */
    cursor: next,
    /** There may be further events. */
    hasMore,
  };
}

const known = <Row extends { type: string }>(row: Row) => {
  const { type } = row;
  return isOutgoingEventType(type) ? [{ ...row, type }] : [];
};

/** The cursor of a reader that begins now. */
export function newestOutgoingEvent(db: Db): number {
  return store.newest.first(db, {})?.oid ?? 0;
}

/** Removes at most `limit` events that are older than 30 days. Returns how many. */
export function removeOldOutgoingEvents(tx: Tx, clock: Clock, limit: number): number {
  const at = new Date(clock.ago(KEPT_MS)).toISOString();
  return store.removeBefore.run(tx, { at, limit }).changes;
}

/** Removes at most `limit` of a tenant's oldest events above the largest number. Returns how many; of other tenants, next time. */
export function removeSurplusOutgoingEvents(tx: Tx, limit: number, max = MAX_EVENTS): number {
  const tenant = store.tenantsAbove.first(tx, { max });
  const newest = tenant && store.newestAbove.first(tx, { tenantId: tenant.tenantId, max });
  if (tenant === null || !newest) return 0;
  return store.removeUpTo.run(tx, { tenantId: tenant.tenantId, oid: newest.oid, limit }).changes;
}
