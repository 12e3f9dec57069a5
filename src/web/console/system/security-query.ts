import { logPath } from "./log-query.ts";

/** What of the address the server takes as it is. */
const PARTS = ["kind", "outcome", "userId", "deviceId", "address"];

/** What of the address is a filter. */
export const SECURITY_FILTERS = [...PARTS, "from", "to"];

/** A page of the events that the filters leave. */
export const securityPath = (address: URLSearchParams): string =>
  logPath("/api/security-events", [...PARTS, "before"], address);

/** The table of all events that the filters leave. */
export const exportPath = (address: URLSearchParams): string =>
  logPath("/api/security-events/export", PARTS, address);
