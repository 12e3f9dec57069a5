import { call } from "../call.ts";

// Calls of the console. The terminal does not load them.

/** All count plans, by name. */
export const listCountPlans = call("GET /api/count-plans");
/** One count plan. */
export const getCountPlan = call("GET /api/count-plans/{id}");
/** How many records a plan would choose now. */
export const countPlanRecords = call("POST /api/count-plans/selection");
/** Adds a count plan. */
export const createCountPlan = call("POST /api/count-plans");
/** Replaces a count plan. */
export const updateCountPlan = call("PUT /api/count-plans/{id}");
/** Deletes a count plan; its stocktakes stay. */
export const deleteCountPlan = call("DELETE /api/count-plans/{id}");
/** The due dates that have come, and the last one of each plan. */
export const listCountPlanRuns = call("GET /api/count-plans/runs");
/** What closed stocktakes have found of the records, oldest first. */
export const listInventoryAccuracy = call("GET /api/inventories/accuracy");
/** What the random sample of a closed stocktake says about all records. */
export const getInventoryCertificate = call("GET /api/inventories/{id}/certificate");
/** Lets a stocktake be closed without its open second counts. */
export const waiveSecondCounts = call("PUT /api/inventories/{id}/waive-second-counts");
/** The count plans as a file. */
export const exportCountPlans = call("GET /api/export/count-plans");
/** What closed stocktakes have found of the records, as a file. */
export const exportRecordAccuracy = call("GET /api/export/record-accuracy");
