import { newsFor } from "../../articles/scan.ts";
import type { Count, OperationKind } from "../../domain/counting/fold.ts";
import { compareOperations } from "../../domain/counting/fold.ts";
import type { Tx } from "../../storage/database/statement.ts";
import type { CountPayload } from "./count-payload.ts";
import * as store from "./store.ts";

// Terminals of earlier versions sent each scan of an unknown code as `set` of its pieces, and the undo of one scan as `set` of null. Three
// scans are three pieces, and one undo takes one of them back.

/** The article of a code, as the server knows it now, and the count that names the code. */
interface NamedCode {
  readonly tenantId: number;
  readonly inventoryId: number;
  /** Null: unknown code. */
  readonly articleId: number | null;
  /** Null: no item, or one that is still to be created. */
  readonly itemId: number | null;
  readonly terminal: string;
  /** The last transaction whose counts the terminal knew. */
  readonly seen: number | null;
  /** ISO 8601. */
  readonly at: string;
}

/** A count of the code at its location, by the same terminal. */
interface CodeCount {
  readonly operationId: string;
  readonly at: string;
  readonly kind: OperationKind;
  readonly entered: Count;
}

/**
 * The pieces that a `set` adds which was a scan of a code that its terminal did not know, or the undo of one; null: it is another
 * operation. Terminals of this product make ids of version 7 from `at`, and name the article that they know (`articleId`) since they add.
 * Of an earlier one, a code of an article that has changed since the terminal can have read it counts as unknown there. `sentBefore`:
 * counts of the code in the same request.
 */
export function piecesOfOldScan(
  tx: Tx,
  payload: CountPayload,
  named: NamedCode,
  sentBefore: () => readonly CodeCount[],
): number | null {
  if (!isOldSet(payload)) return null;
  const { tenantId, inventoryId, articleId, itemId, terminal } = named;
  if (articleId !== null && !newsFor(tx, tenantId, articleId, named)) return null;
  if (typeof payload.quantity === "number") return payload.quantity;
  const { code = null, locationId = null } = payload;
  const stored = store.countsOfCode
    .all(tx, { inventoryId, code, locationId, terminal, itemId })
    .map((count) => ({ ...count, entered: store.countIn(count.entered) }));
  const undone = lastScanOf([...stored, ...sentBefore()], { at: named.at, operationId: payload.operationId });
  return undone === null ? null : -undone;
}

/** The pieces of the last scan before an operation that is not taken back; null: none. */
function lastScanOf(
  counts: readonly CodeCount[],
  undo: Pick<CodeCount, "at" | "operationId">,
): number | null {
  const open: number[] = [];
  for (const count of [...counts].sort(compareOperations)) {
    const { inventoryQuantity: quantity } = count.entered;
    if (count.kind !== "add" || typeof quantity !== "number" || compareOperations(count, undo) > 0) continue;
    if (quantity > 0) open.push(quantity);
    else open.splice(open.lastIndexOf(-quantity), 1);
  }
  return open.at(-1) ?? null;
}

function isOldSet(payload: CountPayload): boolean {
  const { operationId, kind, quantity, code, at, seen } = payload;
  if (kind !== "set" || quantity === undefined || code == null || seen === undefined) return false;
  const { itemId, isExtra, articleId, note, isFound, isDisposal } = payload;
  if (itemId != null || isExtra === true || articleId != null) return false;
  if (note !== undefined || isFound !== undefined || isDisposal !== undefined) return false;
  return operationId[14] === "7" && timeOfId(operationId) === Date.parse(at);
}

/** The time in a UUID of version 7, in ms since 1970 (RFC 9562). */
const timeOfId = (id: string) => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
