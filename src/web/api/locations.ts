import { call, type Query } from "./call.ts";
import type { Location } from "./types/endpoints.d.ts";

/** A location with its index in the walking order; null: by name, after those with an index. */
export type OrderedLocation = Location & { readonly position: number | null };

/** All locations with their index. */
export const listOrderedLocations = () =>
  // The server's description says so of `includePosition`.
  call("GET /api/locations", { includePosition: true }) as Query<readonly OrderedLocation[]>;
