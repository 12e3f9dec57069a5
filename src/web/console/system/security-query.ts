import { exportSecurityEvents, listSecurityEvents } from "../../api/console/audit.ts";
import { logQuery } from "./log-query.ts";

/** What of the address the server takes as it is. */
const PARTS = ["kind", "outcome", "userId", "deviceId", "address"];

/** What of the address is a filter. */
export const SECURITY_FILTERS = [...PARTS, "from", "to"];

/** A page of the events that the filters leave. */
export const securityQuery = (address: URLSearchParams) =>
  logQuery(listSecurityEvents(), [...PARTS, "before"], address);

/** The table of all events that the filters leave. */
export const exportQuery = (address: URLSearchParams) => logQuery(exportSecurityEvents(), PARTS, address);
