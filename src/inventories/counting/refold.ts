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

/** With more operations after the last checkpoint, a new checkpoint is saved. */
const MAX_UNCHECKED = 512;
/** Operations after a new checkpoint. Later arrivals are rare. */
const MIN_UNCHECKED = 256;

/** The state of an item after one of its operations. */
interface Checkpoint extends Pick<Operation, "at" | "operationId"> {
  readonly state: CountState;
}
const BEGINNING: Checkpoint = { at: "", operationId: "", state: NOT_COUNTED };

/** The result of folding operations into an item. */
interface RefoldResult {
  readonly state: CountState;
  /** Stored operations that were read again, beyond those after an item's checkpoint. */
  readonly reread: number;
}

/**
 * Adds operations to the state of an item. Operations older than the newest one are sorted in by folding again from a
 * checkpoint. They must not be stored as applied yet.
 */
export function refold(tx: Tx, tenantId: number, itemId: number, added: readonly Operation[]): RefoldResult {
  const item = items.record.first(tx, { tenantId, oid: itemId });
  if (item === null) throw new Error(`item ${itemId} is gone`);
  const sorted = added.toSorted(compareOperations);
  const [first] = sorted;
  const known = items.countStateOf(item);
  if (first === undefined) return { state: known, reread: 0 };
  const isNewest = item.operationDT === null || first.at > item.operationDT;
  const folded = isNewest
    ? { state: sorted.reduce(afterOperation, known), reread: 0 }
    : foldAgain(tx, { tenantId, oid: itemId, change: tx.change }, item.checkpoint, sorted, first);
  items.saveState(tx, { tenantId, oid: itemId }, folded.state);
  return folded;
}

function foldAgain(
  tx: Tx,
  item: { readonly tenantId: number; readonly oid: number; readonly change: number },
  checkpoint: string | null,
  sorted: readonly Operation[],
  first: Operation,
): RefoldResult {
  // The column holds nothing else.
  const last = checkpoint === null ? BEGINNING : (JSON.parse(checkpoint) as Checkpoint);
  const from = isBefore(last, first) ? last : BEGINNING;
  const stored = store.appliedAfter(tx, item.tenantId, item.oid, from);
  const all = [...stored, ...sorted].sort(compareOperations);
  const older = all.length > MAX_UNCHECKED ? all.slice(0, -MIN_UNCHECKED) : [];
  const { at, operationId } = older.at(-1) ?? from;
  const next: Checkpoint = { at, operationId, state: older.reduce(afterOperation, from.state) };
  // An operation older than the checkpoint folds all operations: the checkpoint is replaced.
  if (older.length > 0) store.saveCheckpoint.run(tx, { ...item, checkpoint: JSON.stringify(next) });
  const state = all.slice(older.length).reduce(afterOperation, next.state);
  return { state, reread: Math.max(0, stored.length - MAX_UNCHECKED) };
}

const isBefore = (a: Pick<Operation, "at" | "operationId">, b: Operation) =>
  a.at < b.at || (a.at === b.at && a.operationId < b.operationId);
