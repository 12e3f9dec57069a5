import { findUser } from "../access/users/users.ts";
import { getArticle } from "../articles/article.ts";
import type { Principal } from "../domain/principal.ts";
import { recordOutgoingEvent } from "../outgoing-events/outgoing-events.ts";
import type { Tx } from "../storage/database/statement.ts";

/** Records that a new request waits for a decision, with its article and the user who asks. */
export function recordRequest(
  tx: Tx,
  kind: "transfer" | "disposal",
  oid: number,
  { tenantId, userId }: Pick<Principal, "tenantId" | "userId">,
  articleId: number,
): void {
  const { name } = getArticle(tx, tenantId, articleId);
  const requestedBy = findUser(tx, userId)?.fullName ?? null;
  const data = { kind, oid, name, requestedBy };
  recordOutgoingEvent(tx, { tenantId, type: "approval.waiting", data, dedupeKey: `${kind} ${oid}` });
}
