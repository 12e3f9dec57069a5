import { call } from "./call.ts";

/** Name, version and contract version. */
export const getVersion = call("GET /api/version");
/** Whether the server still needs to be set up. */
export const getSetupState = call("GET /api/setup");

/** Reports an error of this client. */
export const reportClientError = call("POST /api/client-errors");

/** The page with the documentation of the API. */
export const API_DOCS = "/api/docs";

/** The settings that a terminal needs. */
export const getTerminalSettings = call("GET /api/settings/terminal");
