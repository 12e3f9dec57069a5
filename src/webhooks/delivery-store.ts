import { sql } from "kysely";
import type { DeliveryError, DeliveryState } from "../domain/webhook-deliveries.ts";
import { sqlite, statement } from "../storage/database/statement.ts";
import { deleteFound, selectFrom } from "../storage/database/table-statements.ts";

// A query for one state repeats it as a literal: SQLite uses the partial index only then.
const WAITING = sql.lit<DeliveryState>("waiting");

const deliveries = () =>
  sqlite
    .selectFrom("webhookDelivery as d")
    .innerJoin("outgoingEvent as e", (join) =>
      join.onRef("e.tenantId", "=", "d.tenantId").onRef("e.oid", "=", "d.eventId"),
    );

/** What the API shows of a delivery. */
const SHOWN = [
  "d.oid",
  "d.messageId",
  "e.type",
  "e.at",
  "d.state",
  "d.attempts",
  "d.nextTryDT",
  "d.lastTryDT",
  "d.status",
  "d.ms",
  "d.error",
  "d.detail",
] as const;

export const insert = statement(
  (p: { tenantId: number; webhookId: number; eventId: number; messageId: string; now: string }) =>
    sqlite
      .insertInto("webhookDelivery")
      .values({
        tenantId: p.tenantId,
        webhookId: p.webhookId,
        eventId: p.eventId,
        messageId: p.messageId,
        state: WAITING,
        queuedDT: p.now,
        nextTryDT: p.now,
      })
      .onConflict((conflict) => conflict.columns(["webhookId", "eventId"]).doNothing()),
);

/** The deliveries of a webhook that are due, at most `limit`. */
export const due = statement((p: { webhookId: number; now: string; limit: number }) =>
  sqlite
    .selectFrom("webhookDelivery")
    .where("webhookId", "=", p.webhookId)
    .where("state", "=", WAITING)
    .where("nextTryDT", "<=", p.now)
    .orderBy("nextTryDT")
    .orderBy("oid")
    .limit(p.limit)
    .select("oid"),
);
/** A delivery with its event, and its state at the time of the attempt. */
export const toSend = statement((p: { oid: number }) =>
  deliveries()
    .where("d.oid", "=", p.oid)
    .where("d.state", "=", WAITING)
    .select(["d.oid", "d.messageId", "d.attempts", "d.queuedDT", "e.type", "e.at", "e.data"]),
);
export const stateOf = selectFrom("webhookDelivery", ["oid"], ["state", "attempts", "queuedDT"]);

/** What came of an attempt. */
interface Outcome {
  readonly oid: number;
  readonly state: DeliveryState;
  readonly nextTryDT: string | null;
  readonly now: string;
  readonly status: number | null;
  readonly ms: number;
  readonly error: DeliveryError | null;
  readonly detail: string | null;
}
/** Only of one that waits: it may have been sent again or deleted meanwhile. */
export const saveOutcome = statement((p: Outcome) =>
  sqlite
    .updateTable("webhookDelivery")
    .set((eb) => ({
      state: p.state,
      nextTryDT: p.nextTryDT,
      attempts: eb("attempts", "+", 1),
      lastTryDT: p.now,
      status: p.status,
      ms: p.ms,
      error: p.error,
      detail: p.detail,
      // An earlier version stored what a receiver had responded.
      answer: null,
    }))
    .where("oid", "=", p.oid)
    .where("state", "=", WAITING),
);
export const queueAgain = statement((p: { webhookId: number; oid: number; now: string }) =>
  sqlite
    .updateTable("webhookDelivery")
    .set({ state: WAITING, attempts: 0, queuedDT: p.now, nextTryDT: p.now })
    .where("webhookId", "=", p.webhookId)
    .where("oid", "=", p.oid),
);
/** Those of a state: the failed ones, or the waiting ones after a pause. The oldest first, at most `limit`. */
export const queueAllAgain = statement(
  (p: { webhookId: number; state: DeliveryState; now: string; limit: number }) =>
    sqlite
      .updateTable("webhookDelivery")
      .set({ state: WAITING, attempts: 0, queuedDT: p.now, nextTryDT: p.now })
      .where("oid", "in", (eb) =>
        eb
          .selectFrom("webhookDelivery")
          .select("oid")
          .where("webhookId", "=", p.webhookId)
          .where("state", "=", p.state)
          .orderBy("oid")
          .limit(p.limit),
      ),
);
export const byId = statement((p: { tenantId: number; webhookId: number; oid: number }) =>
  deliveries()
    .where("d.tenantId", "=", p.tenantId)
    .where("d.webhookId", "=", p.webhookId)
    .where("d.oid", "=", p.oid)
    .select(SHOWN),
);

interface Page {
  readonly webhookId: number;
  /** The oid to go on from, at most MAX_SAFE_INTEGER. */
  readonly before: number;
  readonly limit: number;
}
// The oids first, by an index: the rows are not sorted.
const newest = (p: Page) =>
  sqlite
    .selectFrom("webhookDelivery")
    .select("oid")
    .where("webhookId", "=", p.webhookId)
    .where("oid", "<", p.before)
    .orderBy("oid", "desc")
    .limit(p.limit);
const page = (oids: ReturnType<typeof newest>) =>
  deliveries().where("d.oid", "in", oids).orderBy("d.oid", "desc").select(SHOWN);

/** Newest first. */
export const list = statement((p: Page) => page(newest(p)));
/** Those of a state, newest first. */
export const listOfState = statement((p: Page & { state: DeliveryState }) =>
  page(newest(p).where("state", "=", p.state)),
);

const IN_STATE = (state: DeliveryState) =>
  sql`FROM ${sql.table("webhookDelivery")} AS d WHERE d.webhookId = w.oid AND d.state = ${sql.lit(state)}`;

/**
 * Figures of the tenant's webhooks. `failingSince`: since when the oldest of the deliveries waits that were tried in vain.
 * `lastSentDT`: when the newest one that was sent has arrived.
 */
export const summaries = statement((p: { tenantId: number }) =>
  sqlite
    .selectFrom("webhook as w")
    .where("w.tenantId", "=", p.tenantId)
    .select([
      "w.oid as webhookId",
      sql<number>`(SELECT count(*) ${IN_STATE("waiting")})`.as("waiting"),
      sql<number>`(SELECT count(*) ${IN_STATE("failed")})`.as("failed"),
      sql<string | null>`(SELECT min(d.queuedDT) ${IN_STATE("waiting")} AND d.attempts > 0)`.as(
        "failingSince",
      ),
      sql<string | null>`(SELECT d.lastTryDT ${IN_STATE("sent")} ORDER BY d.oid DESC LIMIT 1)`.as(
        "lastSentDT",
      ),
    ]),
);

/** Removes deliveries of a webhook, at most `limit`. */
export const removeSome = deleteFound("webhookDelivery", (p: { webhookId: number; limit: number }) =>
  sqlite.selectFrom("webhookDelivery").select("oid").where("webhookId", "=", p.webhookId).limit(p.limit),
);
