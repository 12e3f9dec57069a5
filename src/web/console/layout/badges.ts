import { eventData } from "../realtime/live.ts";

/** How much waits for somebody in a section, as the server tells it. */
export function pendingIn(section: string): number {
  const waiting = eventData.approvals.value;
  if (waiting === null) return 0;
  if (section === "requests") return waiting.transfers + waiting.disposals + waiting.proposals;
  return section === "stocktakes" ? waiting.inventories : 0;
}
