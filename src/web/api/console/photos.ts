import { call } from "../call.ts";

// Calls of the console. The terminal does not load them.

/** Deletes a photo: the caller's own, or any by Manager and Admin. */
export const deletePhoto = call("DELETE /api/photos/{oid}");
/** The photos of an inventory item, newest first. */
export const listInventoryItemPhotos = call("GET /api/photoarticleinventory/{inventoryItemId}");
