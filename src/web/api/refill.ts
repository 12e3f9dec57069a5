import { call } from "./call.ts";

/** Articles with fewer pieces than their minimum. */
export const getRefillList = call("GET /api/refill-list");
