import { call } from "../call.ts";

// Calls of the console. The terminal does not load them.

/** The settings of the server. */
export const getSettings = call("GET /api/settings");
/** Changes settings; absent settings keep their values. */
export const updateSettings = call("PUT /api/settings");
/** Whether HTTPS is required, and which devices still use HTTP. */
export const getHttpsSettings = call("GET /api/settings/https");
/** Requires HTTPS, or allows plain HTTP again. */
export const updateHttpsSettings = call("PUT /api/settings/https");
