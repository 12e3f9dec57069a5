import { call } from "../call.ts";

/** State of the pair of this server and its standby. */
export const getStandbyState = call("GET /api/standby");
/** Makes the text with which an empty server becomes the standby of this one. */
export const beginStandbyPairing = call("POST /api/standby/pairing");
/** Accepts changes although the standby has not answered since the start. */
export const overrideStandby = call("PUT /api/standby/override");
/** Ends the pair: this server has no standby any more. */
export const removeStandby = call("DELETE /api/standby");
/** What a former primary has acknowledged and the new primary does not have. */
export const getUnshippedWrites = call("GET /api/standby/unshipped");
/** The writes that only a former primary has, as a CSV table. */
export const exportUnshippedWrites = call("GET /api/standby/unshipped/export");
/** The articles, locations or stock that only a former primary has, as a table for the import. */
export const exportUnshippedRecords = call("GET /api/standby/unshipped/tables");
/** Makes this empty server the standby of another one. */
export const joinAsStandby = call("POST /api/setup/standby");
