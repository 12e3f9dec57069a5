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
