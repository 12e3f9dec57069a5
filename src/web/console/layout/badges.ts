import { news } from "../realtime/live.ts";

/** How much waits for somebody in a section, as the box tells it. */
export function waitingIn(section: string): number {
  const waiting = news.approvals.value;
  if (waiting === null) return 0;
  if (section === "requests") return waiting.transfers + waiting.disposals + waiting.proposals;
  return section === "stocktakes" ? waiting.inventories : 0;
}
