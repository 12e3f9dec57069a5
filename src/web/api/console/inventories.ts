import { call } from "../call.ts";

// Calls of the console. The terminal does not load them.

/** Adds an inventory in Preparation. */
export const createInventory = call("POST /api/inventories");
/** Changes an inventory in Preparation. */
export const updateInventory = call("PUT /api/inventories/{id}");
/** Creates the items: from Preparation to Waiting for start; in Waiting for start, again. */
export const prepareInventory = call("PUT /api/inventories/{id}/prepare");
/** Closes the stocktake and applies its results: from Processing of results to Closed. */
export const closeInventory = call("PUT /api/inventories/{id}/close");
/** Approves the results and all items, in Processing of results. */
export const approveInventory = call("PUT /api/inventories/{id}/approve");
/** The report of a stocktake, from Finished on. */
export const getInventoryReport = call("GET /api/inventories/{id}/report");
/** What the close of a stocktake would do now, in numbers. */
export const previewInventoryClose = call("GET /api/inventories/{id}/close-preview");
/** Lists the items expected at a location. */
export const findInventoryItemsByLocation = call("GET /api/inventories/{id}/items/findByLocation");
/** One item. */
export const getInventoryItem = call("GET /api/inventories/items/{id}");
/** Lists the counts of an item, newest first. */
export const listInventoryItemHistory = call("GET /api/inventories/items/{id}/history");
/** Lists count operations of an inventory: the newest 100, or the 100 before an oid. */
export const listCountOperations = call("GET /api/inventories/{id}/operations");
/** Applies a late operation, or one whose code has been assigned to an article since. */
export const applyCountOperation = call("PUT /api/inventories/operations/{operationId}/apply");
/** The progress of the count over time. */
export const getInventoryProgressHistory = call("GET /api/inventories/{id}/progress/history");
/** Approves the result of one item, in Processing of results. */
export const approveInventoryItem = call("PUT /api/inventories/items/{id}/approve");
/** Decides on an item whose stock has moved, or that is marked for recount. */
export const decideInventoryItem = call("PUT /api/inventories/items/{id}/decide");
/** Decides on all undecided items whose stock has moved. */
export const decideInventoryItems = call("PUT /api/inventories/{id}/decide");
/** Approves the items that match a filter, in Processing of results. */
export const approveInventoryItems = call("PUT /api/inventories/{id}/items/approve");
/** The items of an inventory page by page, filtered and sorted. */
export const listInventoryItemsByPage = call("GET /api/inventories/{id}/items/page");
/** The totals of the items of an inventory that match a filter, for each view. */
export const getInventoryItemTotals = call("GET /api/inventories/{id}/items/totals");
/** The totals of the items of an inventory that match a filter, for each location. */
export const listInventoryLocationTotals = call("GET /api/inventories/{id}/items/locations");
