import {
  type Category,
  type EventKind,
  KINDS,
  type Outcome,
  type Reason,
} from "../domain/security-event-kinds.ts";
import type { Tx } from "../storage/database/statement.ts";
import { insert } from "./store.ts";

/** The user or device that an event affects. */
interface Target {
  readonly type: "user" | "device";
  readonly id: number;
}

/** A new security event. It must never contain a secret or text entered at a login. */
export interface NewEvent {
  readonly kind: EventKind;
  /** Reason of a failure; absent: success. */
  readonly reason?: Reason | null;
  /** Null: of no tenant. */
  readonly tenantId: number | null;
  /** The acting user, or the account of a failed login; null: unknown. */
  readonly userId: number | null;
  readonly deviceTokenId: number | null;
  /** Address of the client (an IPv6 address as its /64); null: the server itself. */
  readonly address: string | null;
  readonly target?: Target | null;
  readonly details?: Details | null;
}

/** Further details of an event: names and numbers, no text of a request. */
export type Details = Readonly<Record<string, unknown>>;

/** The acting principal of an event. */
interface Actor {
  readonly tenantId: number;
  readonly userId: number;
  readonly deviceTokenId: number | null;
}

/** The actor and address fields of an event. */
export function actorOf({ tenantId, userId, deviceTokenId }: Actor, address: string) {
  return { tenantId, userId, deviceTokenId, address };
}

/** An event of a transaction. The principal of the transaction is the default actor. */
type EventOfTransaction = Pick<NewEvent, "kind" | "tenantId"> & Partial<NewEvent>;

/** Records an event in this transaction. */
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

/** Repetitions of an event within a minute. Times are ISO 8601. */
interface Repeats {
  readonly at: string;
  readonly lastAt: string;
  readonly count: number;
}

/** Inserts an event and returns its oid. */
export function insertEvent(
  tx: Tx,
  event: NewEvent,
  { at, lastAt, count }: Repeats = { at: tx.now, lastAt: tx.now, count: 1 },
): number {
  const { kind, tenantId, userId, deviceTokenId, address, target = null, details = null } = event;
  const { oid } = insert.run(tx, {
    at,
    lastAt,
    count,
    kind,
    tenantId,
    userId,
    deviceTokenId,
    address,
    category: categoryOf(event),
    outcome: outcomeOf(event),
    reason: event.reason ?? null,
    targetType: target?.type ?? null,
    targetId: target?.id ?? null,
    details: details === null ? null : JSON.stringify(details),
  });
  return oid;
}

/** The outcome of an event: a failure has a reason. */
export function outcomeOf({ reason = null }: Pick<NewEvent, "reason">): Outcome {
  return reason === null ? "success" : "failure";
}

function categoryOf(event: Pick<NewEvent, "kind" | "reason">): Category {
  // A stolen token is kept as long as changes, not as a failure.
  if (event.kind === "tokenReuse") return KINDS.tokenReuse;
  return outcomeOf(event) === "failure" ? "failure" : KINDS[event.kind];
}
