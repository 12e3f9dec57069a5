import { beginDataHistory } from "../../../storage/data-history.ts";
import type { Storage } from "../../../storage/storage.ts";
import type { PairState } from "./pair-state.ts";
import { readSplit } from "./split.ts";

/** Begins a new history of the data after a promotion, before any request. Does nothing where none is due. */
export async function beginPromotedHistory(state: PairState, storage: Storage): Promise<void> {
  const { membership } = state;
  if (membership?.isHistoryDue !== true || membership.role !== "primary") return;
  // Read and kept before the first own write: an interrupted start runs this again.
  state.saveFormer({ split: membership.former?.split ?? readSplit(storage.db) });
  await storage.write(null, (tx) => beginDataHistory(tx, storage.timeline), { evenWhenLow: true });
  await storage.durable();
  state.save({ ...state.getMembership(), isHistoryDue: false });
}
