import { call } from "../call.ts";

/** The rules of minimum stock. */
export const listRefillRules = call("GET /api/refill-rules");
/** The refill list as a table. */
export const exportRefillList = call("GET /api/export/refill-list");
/** Adds a rule. */
export const addRefillRule = call("POST /api/refill-rules");
/** Changes how many pieces a rule asks for. */
export const updateRefillRule = call("PUT /api/refill-rules/{id}");
/** Removes a rule. */
export const deleteRefillRule = call("DELETE /api/refill-rules/{id}");
/** One record, with its tag. */
export const getRefillRule = call("GET /api/refill-rules/{id}");
