import { call } from "../call.ts";

/** Hands an article out to a person. */
export const startCustody = call("POST /api/custodies");
/** Changes the due date. */
export const updateCustody = call("PUT /api/custodies/{id}");
/** Takes an article back. */
export const endCustody = call("PUT /api/custodies/{id}/end");
/** Hand-overs and returns of terminals that were rejected and not dismissed. */
export const listRejectedCustodies = call("GET /api/custodies/rejected");
/** Dismisses a rejected hand-over or return. */
export const dismissRejectedCustody = call("PUT /api/custodies/rejected/{id}/dismiss");
/** Who has or had which article, as a table. */
export const exportCustodies = call("GET /api/export/custodies");
/** The handover protocol of all articles that a person has. */
export const getPersonProtocol = call("GET /api/custodies/people/{userId}/protocol");
/** The handover protocol of one custody. */
export const getCustodyProtocol = call("GET /api/custodies/{id}/protocol");
