import { call, type Query } from "./call.ts";
import type { Location } from "./types/endpoints.d.ts";

/** All locations, flat, by name. */
export const listLocations = call("GET /api/locations");
/** The stock at exactly this location. */
export const listLocationArticles = call("GET /api/locations/{id}/articles");

/** A location with its index in the walking order; null: by name, after those with an index. */
export type OrderedLocation = Location & { readonly position: number | null };

/** All locations with their index. */
export const listOrderedLocations = () =>
  // The server's description says so of `includePosition`.
  listLocations({ includePosition: true }) as Query<readonly OrderedLocation[]>;
