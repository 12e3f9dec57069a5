import { newsFor } from "../../articles/scan.ts";
import type { Tx } from "../../storage/database/statement.ts";
import type { CountPayload } from "./count-payload.ts";

// Terminals of earlier versions sent each scan of an unknown code as `set` of its pieces. Three scans are three pieces.

/** The article of a code, as the server knows it now, and the count that names the code. */
interface NamedCode {
  readonly tenantId: number;
  /** Null: unknown code. */
  readonly articleId: number | null;
  /** The last transaction whose counts the terminal knew. */
  readonly seen: number | null;
  /** ISO 8601. */
  readonly at: string;
}

/**
 * True for a `set` that was a scan of a code which its terminal did not know: it adds. Terminals of this product make ids of version 7
 * from `at`, and name the article that they know (`articleId`) since they add. Of an earlier one, a code of an article that has changed
 * since the terminal can have read it counts as unknown there.
 */
export function isOldScan(
  tx: Tx,
  payload: CountPayload,
  { tenantId, articleId, seen, at }: NamedCode,
): boolean {
  if (!isOldSet(payload)) return false;
  return articleId === null || newsFor(tx, tenantId, articleId, { seen, at });
}

function isOldSet(payload: CountPayload): boolean {
  const { operationId, kind, quantity, code, at, seen } = payload;
  if (kind !== "set" || typeof quantity !== "number" || code == null || seen === undefined) return false;
  const { itemId, isExtra, articleId, note, isFound, isDisposal } = payload;
  if (itemId != null || isExtra === true || articleId != null) return false;
  if (note !== undefined || isFound !== undefined || isDisposal !== undefined) return false;
  return operationId[14] === "7" && timeOfId(operationId) === Date.parse(at);
}

/** The time in a UUID of version 7, in ms since 1970 (RFC 9562). */
const timeOfId = (id: string) => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
