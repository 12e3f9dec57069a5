import { call } from "../call.ts";

// Calls of the console. The terminal does not load them.

/** Changes as server-sent events. */
export const streamEvents = call("GET /api/events");
