import { effect, signal } from "@preact/signals";
import { session } from "../../../api/tokens.ts";
import { announce } from "../../../ui/announce.tsx";
import type { IconName } from "../../../ui/icon.tsx";
import type { ItemNow } from "../current-count.ts";
import type { CountedScan, Spot } from "../scan.ts";
import { isSameSpot } from "./spot-path.ts";
import { factsOf } from "./verdict-facts.ts";

/** What the card shows: the last scan, a sentence of what was done, or how many pieces the next scan counts. */
export type Current =
  | { readonly kind: "scan"; readonly spot: Spot; readonly scan: CountedScan; readonly burst: number }
  | {
      readonly kind: "said";
      readonly spot: Spot;
      readonly icon: IconName;
      readonly title: string;
      readonly name: string;
      /** What the worker may do about it; null: nothing. */
      readonly action: CardAction | null;
      /** What it was done to; null: no item. */
      readonly item: ItemNow | null;
    }
  | { readonly kind: "multiply"; readonly spot: Spot };

type Done = Extract<Current, { kind: "said" }>;

/** A button of the card. */
export interface CardAction {
  readonly words: string;
  readonly run: () => Promise<void>;
}

/** What the card shows, on whichever of the counting screens; null: nothing was scanned yet. */
export const current = signal<Current | null>(null);

let shownTo = session.peek()?.user.id ?? null;
// What one may see (of a blind count what is expected) is not everybody's.
effect(() => {
  const who = session.value?.user.id ?? null;
  if (who !== shownTo) {
    current.value = null;
    announce("");
  }
  shownTo = who;
});

/** Scans of one article that follow each other sooner are one burst, whose scans are counted. */
const BURST_MS = 3000;
const subjectOf = ({ article, text }: CountedScan) => article?.oid ?? text;
let lastAt = Number.NEGATIVE_INFINITY;

/** Shows a scan, and reads it out. */
export function showScan(spot: Spot, scan: CountedScan): void {
  const now = performance.now();
  const before = current.value;
  const isBurst =
    before?.kind === "scan" &&
    isSameSpot(before.spot, spot) &&
    subjectOf(before.scan) === subjectOf(scan) &&
    now - lastAt < BURST_MS;
  lastAt = now;
  current.value = { kind: "scan", spot, scan, burst: isBurst ? before.burst + 1 : 1 };
  const { title, more, amount } = factsOf(scan);
  const parts = [title, scan.name, amount === null ? "" : `${amount.count} ${amount.unit}`, more];
  const isUrgent = scan.verdict === "failed" || scan.verdict === "asked";
  announce(parts.filter((part) => part !== "").join(". "), isUrgent);
}

/** Shows and reads out that something was done. */
export function showDone(
  spot: Spot,
  icon: IconName,
  title: string,
  name: string,
  { action = null, item = null }: Partial<Pick<Done, "action" | "item">> = {},
): void {
  current.value = { kind: "said", spot, icon, title, name, action, item };
  announce(name === "" ? title : `${title}: ${name}`);
}

/** Shows how many pieces the next scan counts, with the way out. */
export function showMultiply(spot: Spot): void {
  current.value = { kind: "multiply", spot };
}

/** The item that the card is about; null: none. */
export function itemOfCard(now: Current | null): ItemNow | null {
  if (now === null || now.kind === "multiply") return null;
  return now.kind === "scan" ? now.scan.item : now.item;
}

/** What the card shows at this place; null: nothing yet. */
export function currentAt(spot: Spot): Current | null {
  const now = current.value;
  return now !== null && isSameSpot(now.spot, spot) ? now : null;
}
