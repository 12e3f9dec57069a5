import { call } from "../call.ts";

// Calls of the console. The terminal does not load them.

/** The backups in a target, newest first. */
export const listBackupSnapshots = call("GET /api/backup/targets/{id}/snapshots");
/** Begins a restore: reads a backup and checks it. */
export const beginRestore = call("POST /api/backup/restores");
/** The restore that has begun. */
export const getRestore = call("GET /api/backup/restores/current");
/** Cancels the restore. */
export const cancelRestore = call("DELETE /api/backup/restores/current");
/** Confirms the restore with the password. */
export const confirmRestore = call("PUT /api/backup/restores/current/confirm");

/** On a server that is not set up: the backups that a recovery sheet opens. */
export const listRecoverySnapshots = call("POST /api/setup/restore/snapshots");
/** On a server that is not set up: begins a restore. */
export const beginSetupRestore = call("POST /api/setup/restore");
/** On a server that is not set up: the restore that has begun. */
export const getSetupRestore = call("GET /api/setup/restore");
/** On a server that is not set up: cancels the restore. */
export const cancelSetupRestore = call("DELETE /api/setup/restore");
/** On a server that is not set up: confirms the restore. */
export const confirmSetupRestore = call("PUT /api/setup/restore/confirm");

/** What looks like a copy on the disks of the server's machine. */
export const listCopies = call("GET /api/backup/restores/copies");
/** Begins to upload a backup in parts. */
export const beginRestoreUpload = call("POST /api/backup/restores/uploads");
/** The upload that has begun. */
export const getRestoreUpload = call("GET /api/backup/restores/uploads");
/** Uploads the next part: its body is a `Blob`. */
export const appendRestoreUpload = call("PUT /api/backup/restores/uploads/{id}");
/** On a server that is not set up: begins to upload a backup in parts. */
export const beginSetupUpload = call("POST /api/setup/restore/uploads");
/** On a server that is not set up: the upload that has begun. */
export const getSetupUpload = call("GET /api/setup/restore/uploads");
/** On a server that is not set up: uploads the next part, as a `Blob`. */
export const appendSetupUpload = call("PUT /api/setup/restore/uploads/{id}");
