import { setImmediate } from "node:timers/promises";
import { afterOperation, changesBetween, NOT_COUNTED } from "../../domain/counting/fold.ts";
import type { JsonList } from "../../storage/database/json.ts";
import type { Reader } from "../../storage/database/reader.ts";
import type { HistoryEntry } from "../shapes.ts";
import * as store from "./store.ts";

/**
 * The history of an item, newest first: its operations in the order in which they count, each with what it changed in
 * that order. One that arrived later than others stands where its time puts it, so the steps always fit together.
 */
export async function historyOf(
  reader: Reader,
  tenantId: number,
  itemId: number,
): Promise<JsonList<HistoryEntry>> {
  const { pieces } = await reader.rows(store.history.bound({ tenantId, itemId }));
  const entries: string[] = [];
  let state = NOT_COUNTED;
  for (const piece of pieces) {
    for (const told of operationsIn(piece)) {
      const next = afterOperation(state, { ...told, userId: told.user.id });
      entries.push(JSON.stringify(entryOf(told, changesBetween(state, next))));
      state = next;
    }
    // An item may have thousands: the event loop gets its turn.
    await setImmediate();
  }
  return { pieces: [Buffer.from(`[${entries.reverse().join(",")}]`)] };
}

/** A piece of the reader's: rows joined by commas, which those after the first begin with. */
function operationsIn(piece: Buffer): store.HistoryRow[] {
  const text = piece.toString();
  // The statement makes each row of this type.
  return JSON.parse(`[${text.startsWith(",") ? text.slice(1) : text}]`) as store.HistoryRow[];
}

function entryOf(told: store.HistoryRow, changes: { before: object; after: object }): HistoryEntry {
  const { at, user, device, operationId, kind, entered, receivedDT, sender } = told;
  const entry = { at, user, device, ...changes };
  if (kind === "update") return entry;
  const quantity = entered.inventoryQuantity ?? null;
  return { ...entry, operation: { operationId, kind, quantity, receivedDT, sender } };
}
