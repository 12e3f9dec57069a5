import { setImmediate } from "node:timers/promises";
import { afterOperation, changesBetween, NOT_COUNTED } from "../../domain/counting/fold.ts";
import { JsonPieces } from "../../storage/database/json.ts";
import type { Reader } from "../../storage/database/reader.ts";
import type { HistoryEntry } from "../shapes.ts";
import * as store from "./store.ts";

/**
 * The history of an item, newest first: its operations by time, each with its changes in that order. A late arrival has the
 * position of its time.
 */
export async function historyOf(
  reader: Reader,
  tenantId: number,
  itemId: number,
): Promise<JsonPieces<HistoryEntry>> {
  const { pieces } = await reader.rows(store.history.bound({ tenantId, itemId }));
  const entries: string[] = [];
  let state = NOT_COUNTED;
  for (const piece of pieces) {
    for (const row of operationsIn(piece)) {
      const next = afterOperation(state, { ...row, userId: row.user.id });
      entries.push(JSON.stringify(entryOf(row, changesBetween(state, next))));
      state = next;
    }
    // An item may have thousands of operations: yield to the event loop.
    await setImmediate();
  }
  return new JsonPieces([Buffer.from(`[${entries.reverse().join(",")}]`)]);
}

/** A piece of the reader: rows joined by commas. All pieces but the first begin with a comma. */
function operationsIn(piece: Buffer): store.HistoryRow[] {
  const text = piece.toString();
  // The statement returns rows of this type.
  return JSON.parse(`[${text.startsWith(",") ? text.slice(1) : text}]`) as store.HistoryRow[];
}

function entryOf(row: store.HistoryRow, changes: { before: object; after: object }): HistoryEntry {
  const { at, user, device, operationId, kind, entered, receivedDT, sender } = row;
  const entry = { at, user, device, ...changes };
  if (kind === "update") return entry;
  const quantity = entered.inventoryQuantity ?? null;
  return { ...entry, operation: { operationId, kind, quantity, receivedDT, sender } };
}
