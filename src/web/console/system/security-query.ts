import { startOf } from "./audit-query.ts";

/** What of the address is a filter. */
export const SECURITY_FILTERS = ["kind", "outcome", "userId", "deviceId", "address", "from", "to"];

/** What the server is asked for, by what stands in the screen's address: days are whole days of this computer's. */
export function securityPath(address: URLSearchParams, path = "/api/security-events"): string {
  const asked = new URLSearchParams();
  for (const name of ["kind", "outcome", "userId", "deviceId", "address", "before"]) {
    const value = address.get(name);
    if (value !== null) asked.set(name, value);
  }
  const from = startOf(address.get("from"), 0);
  const to = startOf(address.get("to"), 1);
  if (from !== null) asked.set("from", from);
  if (to !== null) asked.set("to", to);
  const text = asked.toString();
  return text === "" ? path : `${path}?${text}`;
}

/** The same for the table of all that the filters leave. */
export function exportPath(address: URLSearchParams): string {
  const whole = new URLSearchParams(address);
  whole.delete("before");
  return securityPath(whole, "/api/security-events/export");
}
