import type { TransitionName } from "../../domain/transitions.ts";
import { call, type Query } from "./call.ts";
import type {
  InventoryItemChanges,
  InventoryProgress,
  InventoryProgressDetails,
} from "./types/endpoints.d.ts";

/** The inventories that are neither Closed nor Cancelled; with `includeClosed=true` all. */
export const listInventories = call("GET /api/inventories");
/** One inventory; with `includeItems=true` also its items. */
export const getInventory = call("GET /api/inventories/{id}");
/** Starts the count: from Waiting for start or Paused to In progress. */
export const startInventory = call("PUT /api/inventories/{id}/start");
/** Pauses the count: from In progress to Paused. */
export const postponeInventory = call("PUT /api/inventories/{id}/postpone");
/** Finishes the count: from In progress to Finished. */
export const finishInventory = call("PUT /api/inventories/{id}/finish");
/** Lists all items of the inventory, or those changed since a cursor. */
const listInventoryItems = call("GET /api/inventories/{id}/items");
/** Submits up to 1000 count operations of a terminal. */
export const submitCounts = call("POST /api/inventories/{id}/counts");
/** The progress of the count. */
const getInventoryProgress = call("GET /api/inventories/{id}/progress");

/** The items changed since a cursor; since an empty one, all items. */
export const listInventoryItemChanges = (input: { readonly id: number; readonly since: string }) =>
  // The server's description says so of `since`.
  listInventoryItems(input) as Query<InventoryItemChanges>;

/** The progress of the count without details. */
export const getProgress = ({ id }: { readonly id: number }) =>
  getInventoryProgress({ id }) as Query<InventoryProgress>;

/** The progress of the count with `details`. */
export const getProgressDetails = ({ id }: { readonly id: number }) =>
  getInventoryProgress({ id, details: true }) as Query<InventoryProgressDetails>;

/** Moves an inventory to another state of its life cycle. */
export const moveInventory = (transition: TransitionName, id: number) =>
  call(`PUT /api/inventories/{id}/${transition}`)({ id });
