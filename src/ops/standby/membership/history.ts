import { recordEvent } from "../../../security-log/event.ts";
import { beginDataHistory } from "../../../storage/data-history.ts";
import type { Tx } from "../../../storage/database/statement.ts";
import type { Storage } from "../../../storage/storage.ts";
import type { PairState } from "./pair-state.ts";
import { readSplit } from "./split.ts";

/** Begins a new history of the data after a promotion, which the security log names, before any request. Does nothing where none is due. */
export async function beginPromotedHistory(state: PairState, storage: Storage): Promise<void> {
  const { membership } = state;
  if (membership?.isHistoryDue !== true || membership.role !== "primary") return;
  // Read and kept before the first own write: an interrupted start runs this again.
  state.saveFormer({ split: membership.former?.split ?? readSplit(storage.db) });
  const begin = (tx: Tx) => {
    // First: it reads the time of the copy's last change.
    beginDataHistory(tx, storage.timeline);
    recordEvent(tx, { kind: "promotion", tenantId: null });
  };
  await storage.write(null, begin, { evenWhenLow: true });
  await storage.durable();
  state.save({ ...state.getMembership(), isHistoryDue: false });
}
