import type { Database } from "better-sqlite3";
import { type AuditContext, createAuditTriggers } from "./audit-triggers.ts";
import { createFeedTriggers } from "./feed-triggers.ts";

/** Creates the triggers of a writing connection: those of the change feed and of the audit, whose context it returns. */
export function createTriggers(db: Database): AuditContext {
  createFeedTriggers(db);
  return createAuditTriggers(db);
}
