import { call } from "../call.ts";

/** State of the pair of this server and its standby. */
export const getStandbyState = call("GET /api/standby");
/** Makes the text with which an empty server becomes the standby of this one. */
export const beginStandbyPairing = call("POST /api/standby/pairing");
/** Accepts changes although the standby has not answered since the start. */
export const overrideStandby = call("PUT /api/standby/override");
/** Ends the pair: this server has no standby any more. */
export const removeStandby = call("DELETE /api/standby");
/** Makes this empty server the standby of another one. */
export const joinAsStandby = call("POST /api/setup/standby");
