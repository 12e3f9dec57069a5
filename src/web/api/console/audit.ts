import { call } from "../call.ts";

// Calls of the console. The terminal does not load them.

/** History of changes, newest first, at most 100; continue with `before=<oid>`. */
export const listAuditEntries = call("GET /api/audit");
/** The security log, newest first, at most 100; continue with `before=<oid>`. */
export const listSecurityEvents = call("GET /api/security-events");
/** The security log as a CSV table, newest first. */
export const exportSecurityEvents = call("GET /api/security-events/export");
