import { call } from "../call.ts";

// Calls of the console. The terminal does not load them.

/** The tenant's service accounts with their API keys, by name. */
export const listServiceAccounts = call("GET /api/service-accounts");
/** Adds a service account with its first API key. */
export const createServiceAccount = call("POST /api/service-accounts");
/** Changes the name or the scopes of a service account. */
export const updateServiceAccount = call("PUT /api/service-accounts/{id}");
/** Deletes a service account with its keys. */
export const deleteServiceAccount = call("DELETE /api/service-accounts/{id}");
/** Makes another API key; the earlier ones end after an overlap. */
export const rotateApiKey = call("POST /api/service-accounts/{id}/keys");
/** Revokes an API key. */
export const revokeApiKey = call("DELETE /api/service-accounts/{id}/keys/{keyId}");
/** One service account. */
export const getServiceAccount = call("GET /api/service-accounts/{id}");
