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

/** Options for the browser's passkey request in the second step of a login. */
export const getPasskeyRequestOptions = call("POST /api/pwa-auth/second-factor/passkey-options");
/** Creates the key for a new authenticator app. */
export const createTotpKey = call("POST /api/pwa-auth/second-factor/setup/totp");
/** Options for the browser to create a passkey. */
export const getPasskeyCreationOptions = call("POST /api/pwa-auth/second-factor/setup/passkey-options");
/** Adds an authenticator app or a passkey, and logs in. */
export const addSecondFactor = call("POST /api/pwa-auth/second-factor/setup");
/** The caller's second factors. */
export const getOwnSecondFactor = call("GET /api/me/second-factor");
/** Issues a ticket for adding a second factor. */
export const beginSecondFactorSetup = call("POST /api/me/second-factor/setup");
/** Removes the caller's authenticator app. */
export const removeOwnTotp = call("DELETE /api/me/second-factor/totp");
/** Removes a passkey of the caller. */
export const removeOwnPasskey = call("DELETE /api/me/second-factor/passkeys/{id}");
/** Replaces the caller's recovery codes. */
export const renewRecoveryCodes = call("POST /api/me/second-factor/recovery-codes");
/** The caller's active sessions, newest first. */
export const listOwnSessions = call("GET /api/me/sessions");
/** Ends the caller's other sessions. */
export const endOwnOtherSessions = call("DELETE /api/me/sessions");
/** Ends a session of the caller. */
export const endOwnSession = call("DELETE /api/me/sessions/{id}");
/** Locked PINs and held passwords of the tenant's users. */
export const listLoginLocks = call("GET /api/login-locks");
