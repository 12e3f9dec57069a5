import { call } from "../call.ts";

// Calls of the console. The terminal does not load them.

/** Removes all second factors of a user who has lost them. */
export const resetSecondFactor = call("DELETE /api/users/{id}/second-factor");
/** A user's active sessions, newest first. */
export const listUserSessions = call("GET /api/users/{id}/sessions");
/** Logs a user out everywhere. */
export const endUserSessions = call("DELETE /api/users/{id}/sessions");
/** Ends one session of a user. */
export const endUserSession = call("DELETE /api/users/{id}/sessions/{sessionId}");
/** The users and devices that are pending confirmation after a restore. */
export const getRestoreConfirmation = call("GET /api/restore-confirmation");
/** Confirms users and devices after a restore; deactivates or revokes the others. */
export const confirmRestore = call("PUT /api/restore-confirmation");
/** The tenant's users, by full name. */
export const listUsers = call("GET /api/users");
/** Adds a user. */
export const createUser = call("POST /api/users");
/** One user. */
export const getUser = call("GET /api/users/{id}");
/** Changes a user. */
export const updateUser = call("PUT /api/users/{id}");
/** Sets a user's password or PIN. */
export const setUserSecrets = call("PUT /api/users/{id}/secrets");
/** Unlocks a user's PIN and password. */
export const unlockUser = call("PUT /api/users/{id}/unlock");
