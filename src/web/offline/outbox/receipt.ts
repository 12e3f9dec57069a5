import type { CountReceipt } from "../../api/types/endpoints.d.ts";
import type { OutboxEntry, OutboxState } from "../../db/outbox-shapes.ts";

/** The states without a final receipt. */
const OPEN_STATES: readonly OutboxState[] = ["waiting", "refused"];

/**
 * Applies a receipt to an entry. An applied operation stays `ahead` of the items until they are loaded again,
 * because the stored items may be older. Returns null if another tab has stored the receipt already.
 */
export function withReceipt(entry: OutboxEntry, receipt: CountReceipt): OutboxEntry | null {
  if (!OPEN_STATES.includes(entry.state)) return null;
  const { ahead: _, ...rest } = entry;
  const result = receipt.result === "duplicate" ? receipt.first : receipt.result;
  if (result === "applied") return { ...rest, ahead: 1, state: "sent", receipt, problem: null };
  if (result === "unknown" || result === "late") return { ...rest, state: result, receipt, problem: null };
  const fieldErrors = (receipt.errors ?? []).map(({ message }) => message);
  return { ...rest, state: "refused", receipt, problem: [receipt.message, ...fieldErrors].join(" ") };
}

/**
 * True if the server accepts the operation only after its author logs in. It is then sent again
 * automatically.
 */
export const waitsForAuthor = ({ receipt }: Pick<OutboxEntry, "receipt">): boolean =>
  (receipt?.errors ?? []).some(({ path }) => path === "userId");

/** Marks an entry as rejected with a message; null: it already has a receipt. */
export function withRejection(entry: OutboxEntry, problem: string): OutboxEntry | null {
  if (entry.state !== "waiting") return null;
  const { ahead: _, ...rest } = entry;
  return { ...rest, state: "refused", problem };
}
