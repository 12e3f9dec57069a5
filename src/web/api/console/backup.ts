import { call } from "../call.ts";

// Calls of the console. The terminal does not load them.

/** The targets of automatic backups with their state, by name. */
export const listBackupTargets = call("GET /api/backup/targets");
/** Which programs for backups are missing on the server. */
export const listMissingBackupPrograms = call("GET /api/backup/programs");
/** Adds a target. The response has its recovery sheet, once. */
export const createBackupTarget = call("POST /api/backup/targets");
/** Changes, pauses or resumes a target. */
export const updateBackupTarget = call("PUT /api/backup/targets/{id}");
/** Removes a target. Its backups stay where they are. */
export const deleteBackupTarget = call("DELETE /api/backup/targets/{id}");
/** Tests the connection to a target now. */
export const testBackupTarget = call("POST /api/backup/targets/{id}/test");
/** Starts a backup now. */
export const runBackup = call("POST /api/backup/targets/{id}/runs");
/** The runs of a target, newest first. */
export const listBackupRuns = call("GET /api/backup/targets/{id}/runs");
/** Restores the newest backup as a test now. */
export const runBackupProof = call("POST /api/backup/targets/{id}/proofs");
/** The SSH host key of a server, for the Admin to confirm. */
export const readHostKey = call("POST /api/backup/host-keys");
/** One target. */
export const getBackupTarget = call("GET /api/backup/targets/{id}");
