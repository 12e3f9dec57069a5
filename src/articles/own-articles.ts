import { sql } from "kysely";
import type { CodedReference } from "../http/endpoint/references.ts";
import { jsonObject, object, objectOrNull } from "../storage/database/json.ts";
import { sqlite, statement, withoutIndex } from "../storage/database/statement.ts";
import type { Disposal, Transfer } from "./shapes.ts";
import { articleJson } from "./store.ts";

// A user's own articles, transfers and disposal requests (contract 4.5, my-*).

type UserKey = { tenantId: number; userId: number };

/** Uses the two indexes of users, which begin with the tenant. */
function assigned(p: UserKey) {
  return sqlite
    .selectFrom("article as a")
    .where((eb) =>
      eb.or([
        eb.and([eb("a.tenantId", "=", p.tenantId), eb("a.userId", "=", p.userId)]),
        eb.and([eb("a.tenantId", "=", p.tenantId), eb("a.responsibleUserId", "=", p.userId)]),
      ]),
    )
    .where(withoutIndex("a.deleted"), "=", 0);
}

/** Articles of which the user is the assigned or the responsible person, by name. */
export const assignedArticles = statement((p: UserKey) =>
  assigned(p).select(articleJson().as("json")).orderBy(withoutIndex("a.nameFolded")).orderBy("a.oid"),
);

/** Ids of these articles, up to a limit. */
export const assignedIdsUpTo = statement((p: UserKey & { limit: number }) =>
  assigned(p).select("a.oid").limit(p.limit),
);

/** Count and total price. The total is in two halves, because a 64-bit sum of all prices may overflow. */
export const assignedFigures = statement((p: UserKey) =>
  assigned(p).select(
    jsonObject<{ count: number; billions: number; rest: number }>({
      count: sql<number>`count(*)`,
      billions: sql<number>`ifnull(sum(a.price / 1000000000), 0)`,
      rest: sql<number>`ifnull(sum(a.price % 1000000000), 0)`,
    }).as("json"),
  ),
);

const openTransfers = (p: UserKey) =>
  sqlite
    .selectFrom("articleTransfer as t")
    .innerJoin("article as a", "a.oid", "t.articleId")
    .innerJoin("location as l", "l.oid", "t.targetLocationId")
    .where("t.tenantId", "=", p.tenantId)
    .where("t.userId", "=", p.userId)
    .where("t.state", "=", "open")
    .where("a.deleted", "=", 0);

/** The user's transfers that are neither confirmed nor rejected nor deleted, newest first. */
export const transfers = statement((p: UserKey) =>
  openTransfers(p)
    .orderBy("t.oid", "desc")
    .select(({ ref }) =>
      jsonObject<Transfer>({
        oid: ref("t.oid"),
        name: ref("a.name"),
        articleId: ref("t.articleId"),
        code: ref("a.code"),
        createdDT: ref("t.createdDT"),
        targetLocation: object<CodedReference>({
          oid: ref("l.oid"),
          name: ref("l.name"),
          code: ref("l.code"),
        }),
      }).as("json"),
    ),
);

const pendingDisposals = (p: UserKey) =>
  sqlite
    .selectFrom("disposalProposal as d")
    .innerJoin("article as a", "a.oid", "d.articleId")
    .leftJoin("articleDisposalReason as r", "r.oid", "d.disposalReasonId")
    .where("d.tenantId", "=", p.tenantId)
    .where("d.userId", "=", p.userId)
    .where("d.state", "=", "waiting")
    .where("a.isDisposal", "=", 0)
    .where("a.deleted", "=", 0);

/** The user's pending disposal requests, newest first. */
export const disposals = statement((p: UserKey) =>
  pendingDisposals(p)
    .orderBy("d.oid", "desc")
    .select(({ ref }) =>
      jsonObject<Disposal>({
        oid: ref("d.oid"),
        articleId: ref("d.articleId"),
        name: ref("a.name"),
        code: ref("a.code"),
        disposalReason: objectOrNull<{ oid: number; name: string }>(ref("r.oid"), {
          oid: sql.ref("r.oid"),
          name: sql.ref("r.name"),
        }),
        proposalDT: ref("d.proposalDT"),
      }).as("json"),
    ),
);

export const countTransfers = statement((p: UserKey) =>
  openTransfers(p).select(({ fn }) => fn.countAll<number>().as("count")),
);
export const countDisposals = statement((p: UserKey) =>
  pendingDisposals(p).select(({ fn }) => fn.countAll<number>().as("count")),
);
