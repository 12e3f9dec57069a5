import { call } from "../call.ts";

// Calls of the console. The terminal does not load them.

/** Status of the server: health, disk, backup, certificate, addresses. */
export const getServerStatus = call("GET /api/box");
/** Sets up the server with the one-time set-up code. */
export const setUp = call("POST /api/setup");
/** Creates a link for downloading a backup in a browser. */
export const createBackupDownload = call("POST /api/backup/downloads");
/** State of your own download by link. */
export const getBackupDownload = call("GET /api/backup/downloads/{id}");
/** Cancels your own download by link. */
export const cancelBackupDownload = call("DELETE /api/backup/downloads/{id}");
/** The last backup and the last self-check. */
export const getServerChecks = call("GET /api/box/checks");
/** Starts a self-check. */
export const runSelfCheck = call("POST /api/box/checks");
/** The third-party packages and their licences. */
export const listLicences = call("GET /licences.json");
/** Errors of terminals and consoles. */
export const listClientErrors = call("GET /api/client-errors");

/** The settings of the server. */
export const getSettings = call("GET /api/settings");
/** Changes settings; absent settings keep their values. */
export const updateSettings = call("PUT /api/settings");
/** Whether HTTPS is required, and which devices still use HTTP. */
export const getHttpsSettings = call("GET /api/settings/https");
/** Requires HTTPS, or allows plain HTTP again. */
export const updateHttpsSettings = call("PUT /api/settings/https");

/** History of changes, newest first, at most 100; continue with `before=<oid>`. */
export const listAuditEntries = call("GET /api/audit");
/** The security log, newest first, at most 100; continue with `before=<oid>`. */
export const listSecurityEvents = call("GET /api/security-events");
/** The security log as a CSV table, newest first. */
export const exportSecurityEvents = call("GET /api/security-events/export");

/** Changes as server-sent events. */
export const streamEvents = call("GET /api/events");

/** Long work: the newest hundred jobs, newest first. */
export const listJobs = call("GET /api/jobs");
/** One job. */
export const getJob = call("GET /api/jobs/{id}");
/** Cancels a job: everything that it has changed is undone. */
export const cancelJob = call("PUT /api/jobs/{id}/cancel");
/** Undoes a finished import, bulk edit or sample data, within seven days. */
export const undoJob = call("PUT /api/jobs/{id}/undo");
