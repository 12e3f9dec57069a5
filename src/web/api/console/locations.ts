import { call } from "../call.ts";

// Calls of the console. The terminal does not load them.

/** Adds a location; `parentLocationId` null is a root. */
export const createLocation = call("POST /api/locations");
/** One location with its parent and, on request, its children. */
export const getLocation = call("GET /api/locations/{id}");
/** Changes or moves a location. */
export const updateLocation = call("PUT /api/locations/{id}");
/** Deletes a location that is empty. */
export const deleteLocation = call("DELETE /api/locations/{id}");
