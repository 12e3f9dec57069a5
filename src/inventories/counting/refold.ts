import {
  afterOperation,
  type CountState,
  compareOperations,
  NOT_COUNTED,
  type Operation,
} from "../../domain/counting/fold.ts";
import type { Tx } from "../../storage/database/statement.ts";
import * as items from "../items/store.ts";
import * as store from "./store.ts";

/** More are not folded again each time that one comes which is older than the newest. */
const MAX_UNCHECKED = 512;
/** As many of the newest are, where there are more: what comes over a network is seldom later than these. */
const MIN_UNCHECKED = 256;

/** What was known of an item after one of its operations. */
interface Checkpoint extends Pick<Operation, "at" | "operationId"> {
  readonly state: CountState;
}
const BEGINNING: Checkpoint = { at: "", operationId: "", state: NOT_COUNTED };

/**
 * Adds operations to what is known of an item, and gives that: onto it where they are newer than all before, else by
 * folding its operations again. They must not be in the log as applied yet.
 */
export function refold(tx: Tx, tenantId: number, itemId: number, added: readonly Operation[]): CountState {
  const item = items.record.first(tx, { tenantId, oid: itemId });
  if (item === null) throw new Error(`item ${itemId} is gone`);
  const sorted = added.toSorted(compareOperations);
  const [first] = sorted;
  const known = items.countStateOf(item);
  if (first === undefined) return known;
  const isNewest = item.operationDT === null || first.at > item.operationDT;
  const state = isNewest
    ? sorted.reduce(afterOperation, known)
    : foldAgain(tx, { tenantId, oid: itemId, change: tx.change }, item.checkpoint, sorted, first);
  items.saveState(tx, { tenantId, oid: itemId }, state);
  return state;
}

function foldAgain(
  tx: Tx,
  item: { readonly tenantId: number; readonly oid: number; readonly change: number },
  kept: string | null,
  sorted: readonly Operation[],
  first: Operation,
): CountState {
  // Only a Checkpoint is ever written there.
  const last = kept === null ? BEGINNING : (JSON.parse(kept) as Checkpoint);
  const from = isBefore(last, first) ? last : BEGINNING;
  const all = [...store.appliedAfter(tx, item.tenantId, item.oid, from), ...sorted].sort(compareOperations);
  const older = all.length > MAX_UNCHECKED ? all.slice(0, -MIN_UNCHECKED) : [];
  const { at, operationId } = older.at(-1) ?? from;
  const next: Checkpoint = { at, operationId, state: older.reduce(afterOperation, from.state) };
  // Where one came that is older than the last checkpoint there are many: it is made anew.
  if (older.length > 0) store.saveCheckpoint.run(tx, { ...item, checkpoint: JSON.stringify(next) });
  return all.slice(older.length).reduce(afterOperation, next.state);
}

const isBefore = (a: Pick<Operation, "at" | "operationId">, b: Operation) =>
  a.at < b.at || (a.at === b.at && a.operationId < b.operationId);
