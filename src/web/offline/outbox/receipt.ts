import type { CountReceipt } from "../../api/types/endpoints.d.ts";
import type { OutboxEntry, OutboxState } from "../../db/outbox-shapes.ts";

/** Those that wait for a receipt. */
const IS_OPEN: readonly OutboxState[] = ["waiting", "refused"];

/**
 * An entry with what the server says has become of it. What is applied stays `ahead` of the items until they have been brought
 * again: a receipt may be older than they are. Null: it stays, another tab has the receipt already.
 */
export function withReceipt(entry: OutboxEntry, receipt: CountReceipt): OutboxEntry | null {
  if (!IS_OPEN.includes(entry.state)) return null;
  const { ahead: _, ...rest } = entry;
  const result = receipt.result === "duplicate" ? receipt.first : receipt.result;
  if (result === "applied") return { ...rest, ahead: 1, state: "sent", receipt, problem: null };
  if (result === "unknown" || result === "late") return { ...rest, state: result, receipt, problem: null };
  const faults = (receipt.errors ?? []).map(({ message }) => message);
  return { ...rest, state: "refused", receipt, problem: [receipt.message, ...faults].join(" ") };
}

/** Only its author's next login lets the server accept it: then it is sent again by itself. */
export const waitsForAuthor = ({ receipt }: Pick<OutboxEntry, "receipt">): boolean =>
  (receipt?.errors ?? []).some(({ path }) => path === "userId");

/** An entry that the server did not take, with its words; one that has a receipt stays. */
export function refusedFor(entry: OutboxEntry, problem: string): OutboxEntry | null {
  if (entry.state !== "waiting") return null;
  const { ahead: _, ...rest } = entry;
  return { ...rest, state: "refused", problem };
}
