import { type Query, withQueryText } from "../../api/call.ts";

/**
 * What the server is asked for, by what stands in the screen's address: these parts as they are, and whole days of this
 * computer's (`from`, `to`).
 */
export function logQuery<Response>(
  request: Query<Response>,
  parts: readonly string[],
  address: URLSearchParams,
): Query<Response> {
  const asked = new URLSearchParams();
  for (const name of parts) {
    const value = address.get(name);
    if (value !== null) asked.set(name, value);
  }
  const from = startOf(address.get("from"), 0);
  const to = startOf(address.get("to"), 1);
  if (from !== null) asked.set("from", from);
  if (to !== null) asked.set("to", to);
  return withQueryText(request, asked);
}

/** When a day (`2026-11-20`) begins, or one some days after it; null: it is no day. */
function startOf(day: string | null, daysAfter: number): string | null {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day ?? "") ?? [];
  if (year === undefined || month === undefined || date === undefined) return null;
  return new Date(Number(year), Number(month) - 1, Number(date) + daysAfter).toISOString();
}
