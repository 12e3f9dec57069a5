import { call, type Query } from "./call.ts";
import type {
  InventoryItemChanges,
  InventoryProgress,
  InventoryProgressDetails,
} from "./types/endpoints.d.ts";

/** The items changed since a cursor; since an empty one, all items. */
export const listInventoryItemChanges = (input: { readonly id: number; readonly since: string }) =>
  // The server's description says so of `since`.
  call("GET /api/inventories/{id}/items", input) as Query<InventoryItemChanges>;

/** The progress of the count without details. */
export const getProgress = ({ id }: { readonly id: number }) =>
  call("GET /api/inventories/{id}/progress", { id }) as Query<InventoryProgress>;

/** The progress of the count with `details`. */
export const getProgressDetails = ({ id }: { readonly id: number }) =>
  call("GET /api/inventories/{id}/progress", { id, details: true }) as Query<InventoryProgressDetails>;
