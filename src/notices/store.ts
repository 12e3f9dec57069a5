import { sql } from "kysely";
import type { MailState } from "../storage/database/schema.ts";
import { sqlite, statement } from "../storage/database/statement.ts";
import {
  deleteFound,
  deleteFrom,
  insertInto,
  replaceInto,
  selectFrom,
  updateTable,
} from "../storage/database/table-statements.ts";

// The rows of `noticeMail` and `noticeCursor`.

/** The tenants with events of which no e-mails were made yet. */
export const tenantsBehind = statement((p: { newest: number }) =>
  sqlite
    .selectFrom("tenant as t")
    .leftJoin("noticeCursor as c", "c.tenantId", "t.oid")
    .where(sql<number>`coalesce(c.position, 0)`, "<", p.newest)
    .orderBy("t.oid")
    .select("t.oid as tenantId"),
);
export const cursor = selectFrom("noticeCursor", ["tenantId"], ["position"]);
export const saveCursor = replaceInto("noticeCursor", ["tenantId", "position"]);

export const insert = insertInto("noticeMail", [
  "tenantId",
  "userId",
  "kind",
  "state",
  "messageId",
  "content",
  "createdDT",
  "readyDT",
  "dueDT",
  "change",
]);
/** The e-mail of this kind to which events are added. */
export const openOf = selectFrom("noticeMail", ["userId", "kind"], ["oid", "content"], {
  is: { state: "open" },
});
export const setContent = updateTable("noticeMail", { set: ["content", "change"], where: ["oid"] });
export const setDue = updateTable("noticeMail", {
  set: ["dueDT", "change"],
  where: ["userId", "kind"],
  is: { state: "open" },
});
/** The e-mails of single events to a person since a time. */
export const countSingles = statement((p: { tenantId: number; userId: number; since: string }) =>
  sqlite
    .selectFrom("noticeMail")
    .where("tenantId", "=", p.tenantId)
    .where("userId", "=", p.userId)
    .where("createdDT", ">", p.since)
    .where("kind", "=", "single")
    .select(({ fn }) => fn.countAll<number>().as("count")),
);

/** Fixes the content of the due open e-mails. */
export const closeDue = statement((p: { now: string; change: number }) =>
  sqlite
    .updateTable("noticeMail")
    .set({ state: "waiting", readyDT: p.now, change: p.change })
    .where("state", "=", "open")
    .where("dueDT", "<=", p.now),
);
/** Ends the attempts of e-mails that have waited since before `before`. `error`: for those without an attempt. */
export const expire = statement((p: { before: string; now: string; error: string; change: number }) =>
  sqlite
    .updateTable("noticeMail")
    .set((eb) => ({
      state: "failed",
      finishedDT: p.now,
      lastError: eb.fn.coalesce("lastError", eb.val(p.error)),
      change: p.change,
    }))
    .where("state", "=", "waiting")
    .where("readyDT", "<", p.before),
);
const inState = (state: MailState) => sqlite.selectFrom("noticeMail").where("state", "=", state);
/** The waiting e-mails that are due, at most `limit`. */
export const due = statement((p: { now: string; limit: number }) =>
  inState("waiting").where("dueDT", "<=", p.now).orderBy("dueDT").orderBy("oid").limit(p.limit).select("oid"),
);
export const toSend = statement((p: { oid: number }) =>
  inState("waiting")
    .where("oid", "=", p.oid)
    .select(["oid", "tenantId", "userId", "messageId", "content", "attempts", "createdDT"]),
);
export const nextOpen = statement(() => inState("open").orderBy("dueDT").limit(sql.lit(1)).select("dueDT"));
export const oldestWaiting = statement(() =>
  inState("waiting").orderBy("readyDT").limit(sql.lit(1)).select("readyDT"),
);
export const setSent = updateTable("noticeMail", {
  set: ["finishedDT", "change"],
  to: { state: "sent", firstErrorDT: null, lastError: null },
  where: ["oid"],
  is: { state: "waiting" },
});
export const setFailedAttempt = statement(
  (p: { oid: number; attempts: number; dueDT: string; error: string; now: string; change: number }) =>
    sqlite
      .updateTable("noticeMail")
      .set((eb) => ({
        attempts: p.attempts,
        dueDT: p.dueDT,
        lastError: p.error,
        firstErrorDT: eb.fn.coalesce("firstErrorDT", eb.val(p.now)),
        change: p.change,
      }))
      .where("oid", "=", p.oid)
      .where("state", "=", "waiting"),
);
export const setFailed = updateTable("noticeMail", {
  set: ["finishedDT", "change"],
  to: { state: "failed" },
  where: ["oid"],
  is: { state: "waiting" },
});
export const remove = deleteFrom("noticeMail", ["oid"]);
export const removeUnsent = statement((_: object) =>
  sqlite.deleteFrom("noticeMail").where("state", "in", ["open", "waiting"]),
);
/** Makes all waiting e-mails due. */
export const hurry = statement((p: { now: string; change: number }) =>
  sqlite
    .updateTable("noticeMail")
    .set({ dueDT: p.now, change: p.change })
    .where("state", "=", "waiting")
    .where("dueDT", ">", p.now),
);
export const removeFinished = deleteFound(
  "noticeMail",
  (p: { state: MailState; before: string; limit: number }) =>
    sqlite
      .selectFrom("noticeMail")
      .select("oid")
      .where("state", "=", p.state)
      .where("finishedDT", "<", p.before)
      .limit(p.limit),
);
/** Failed e-mails of the tenant, and waiting ones: of the tenant, or with `all` of every tenant. */
export const undelivered = statement((p: { tenantId: number; all: 0 | 1 }) =>
  sqlite
    .selectFrom("noticeMail")
    .where("state", "in", ["waiting", "failed"])
    .where(sql<boolean>`(tenantId = ${p.tenantId} OR (${p.all} = 1 AND state = 'waiting'))`)
    .select([
      sql<number>`count(*) FILTER (WHERE state = 'waiting')`.as("waiting"),
      sql<number>`count(*) FILTER (WHERE state = 'failed')`.as("failed"),
      sql<string | null>`min(coalesce(firstErrorDT, iif(state = 'failed', readyDT, NULL)))`.as(
        "failingSince",
      ),
    ]),
);
export const problems = statement((p: { tenantId: number; max: number }) =>
  sqlite
    .selectFrom("noticeMail as m")
    .innerJoin("user as u", "u.oid", "m.userId")
    .where("m.tenantId", "=", p.tenantId)
    .where("m.state", "in", ["waiting", "failed"])
    .where("m.lastError", "is not", null)
    .orderBy("m.oid", "desc")
    .limit(p.max)
    .select(["m.oid", "m.state", "m.kind", "m.createdDT", "m.attempts", "m.dueDT", "m.lastError"])
    .select(["u.oid as userId", "u.fullName"]),
);
export const setWaiting = statement((p: { tenantId: number; oid: number; now: string; change: number }) =>
  sqlite
    .updateTable("noticeMail")
    .set({
      state: "waiting",
      readyDT: p.now,
      dueDT: p.now,
      attempts: 0,
      firstErrorDT: null,
      finishedDT: null,
      change: p.change,
    })
    .where("tenantId", "=", p.tenantId)
    .where("oid", "=", p.oid)
    .where("state", "in", ["waiting", "failed"]),
);
export const removeUndelivered = statement((p: { tenantId: number; oid: number }) =>
  sqlite
    .deleteFrom("noticeMail")
    .where("tenantId", "=", p.tenantId)
    .where("oid", "=", p.oid)
    .where("state", "in", ["waiting", "failed"]),
);
