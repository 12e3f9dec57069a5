import { call } from "../../api/call.ts";
import { requestAsUser } from "../../api/tokens.ts";
import type { RefillList } from "../../api/types/endpoints.d.ts";

/** Lines of one request. */
const PAGE = 500;
/** Lines that a list has at most on a terminal. */
const MAX_LINES = 5000;

/** The first page of what must be refilled at a location and below it; without one: anywhere. */
export const firstRefillPage = (locationId?: number) =>
  call("GET /api/refill-list", { locationId, limit: PAGE });

/** Adds the further pages to the first page, up to 5 000 lines. Throws what the requests throw. */
export async function wholeRefillList(first: RefillList, locationId?: number): Promise<RefillList> {
  let { items, nextCursor } = first;
  while (nextCursor !== null && items.length < MAX_LINES) {
    const page = await requestAsUser(
      call("GET /api/refill-list", { locationId, cursor: nextCursor, limit: PAGE }),
    );
    items = [...items, ...page.items];
    nextCursor = page.nextCursor;
  }
  return { ...first, items, nextCursor };
}
