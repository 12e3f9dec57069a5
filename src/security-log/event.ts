import {
  type Category,
  KINDS,
  type Kind,
  type Outcome,
  type Reason,
} from "../domain/security-event-kinds.ts";
import type { Tx } from "../storage/database/statement.ts";
import { insert } from "./store.ts";

/** What an event was done to. */
export interface Target {
  readonly type: "user" | "device";
  readonly id: number;
}

/** A security event as its place of origin knows it. It must never hold a secret, nor text that somebody typed at a login. */
export interface NewEvent {
  readonly kind: Kind;
  /** Absent: it succeeded. */
  readonly reason?: Reason | null;
  /** Null: of no tenant. */
  readonly tenantId: number | null;
  /** Who did it, or whose account was tried; null: nobody known. */
  readonly userId: number | null;
  readonly deviceTokenId: number | null;
  /** The client's address (an IPv6 one as its /64); null: the server itself. */
  readonly address: string | null;
  readonly target?: Target | null;
  readonly details?: Details | null;
}

/** What more there is to an event: names and numbers, no text of a request. */
export type Details = Readonly<Record<string, unknown>>;

/** Who asks, as far as an event names him. */
interface Actor {
  readonly tenantId: number;
  readonly userId: number;
  readonly deviceTokenId: number | null;
}

/** The part of an event that says who did it, and from where. */
export function doneBy({ tenantId, userId, deviceTokenId }: Actor, address: string) {
  return { tenantId, userId, deviceTokenId, address };
}

/** An event of a transaction: who asks for the transaction does it, unless the event says otherwise. */
type EventOfTransaction = Pick<NewEvent, "kind" | "tenantId"> & Partial<NewEvent>;

/** Records an event with what happens in this transaction. */
export function recordEvent(tx: Tx, event: EventOfTransaction): void {
  if (tx.isSilent) return;
  const { by, address } = tx;
  insertEvent(tx, {
    userId: by?.userId ?? null,
    deviceTokenId: by?.deviceTokenId ?? null,
    address,
    ...event,
  });
}

/** How often something happened within a minute. Times are ISO 8601. */
export interface Repeats {
  readonly at: string;
  readonly lastAt: string;
  readonly count: number;
}

/** Inserts an event; gives its oid. */
export function insertEvent(
  tx: Tx,
  event: NewEvent,
  { at, lastAt, count }: Repeats = { at: tx.now, lastAt: tx.now, count: 1 },
): number {
  const { kind, tenantId, userId, deviceTokenId, address, target = null, details = null } = event;
  const { oid } = insert.run(tx, {
    ...{ at, lastAt, count, kind, tenantId, userId, deviceTokenId, address },
    category: categoryOf(event),
    outcome: outcomeOf(event),
    reason: event.reason ?? null,
    targetType: target?.type ?? null,
    targetId: target?.id ?? null,
    details: details === null ? null : JSON.stringify(details),
  });
  return oid;
}

export function outcomeOf({ reason = null }: Pick<NewEvent, "reason">): Outcome {
  return reason === null ? "success" : "failure";
}

function categoryOf(event: Pick<NewEvent, "kind" | "reason">): Category {
  // A stolen token is no mere failure: it is kept as long as what was changed.
  if (event.kind === "tokenReuse") return KINDS.tokenReuse;
  return outcomeOf(event) === "failure" ? "failure" : KINDS[event.kind];
}
