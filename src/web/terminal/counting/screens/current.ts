import { effect, signal } from "@preact/signals";
import { msg } from "../../../../domain/message.ts";
import { session } from "../../../api/tokens.ts";
import { quantityText } from "../../../articles/amounts.ts";
import type { OutboxEntry } from "../../../db/outbox-shapes.ts";
import { signalScan } from "../../../feedback/speech.ts";
import { t } from "../../../i18n/translate.ts";
import { announce } from "../../../ui/announce.tsx";
import type { IconName } from "../../../ui/icon.tsx";
import { redo, undo } from "../change.ts";
import type { ItemNow } from "../current-count.ts";
import { expectedOf, itemOfEntry } from "../items.ts";
import type { CountedScan, Spot } from "../scan.ts";
import { beforeOf } from "../scan-result.ts";
import { factsOf } from "./verdict-card.tsx";

/** The content of the card: the last scan, the result of an action, or the multiple of the next scan. */
export type Current =
  | { readonly kind: "scan"; readonly spot: Spot; readonly scan: CountedScan; readonly burst: number }
  | {
      readonly kind: "action";
      readonly spot: Spot;
      readonly icon: IconName;
      readonly title: string;
      readonly name: string;
      /** An action on the result; null: none. */
      readonly action: CardAction | null;
      /** The item of the action; null: none. */
      readonly item: ItemNow | null;
    }
  | { readonly kind: "multiply"; readonly spot: Spot };

type ActionResult = Extract<Current, { kind: "action" }>;

/** A button of the card. */
interface CardAction {
  readonly label: string;
  readonly run: () => Promise<void>;
}

/** The content of the card on all counting screens; null: no scan yet. */
export const current = signal<Current | null>(null);

let shownUserId = session.peek()?.user.id ?? null;
// Another user may not see the same, for example expected quantities of blind counts.
effect(() => {
  const userId = session.value?.user.id ?? null;
  if (userId !== shownUserId) {
    current.value = null;
    announce("");
  }
  shownUserId = userId;
});

/** Scans of one article within this time are a burst. The card shows their number. */
const BURST_MS = 3000;
const subjectOfScan = ({ article, text }: CountedScan) => article?.oid ?? text;
let lastAt = Number.NEGATIVE_INFINITY;

/**
 * Shows a scan, and announces it to screen readers. `at`: when it was made, by the page's clock. A busy page shows it later.
 */
export function showScan(spot: Spot, scan: CountedScan, at = performance.now()): void {
  const before = current.value;
  const isBurst =
    before?.kind === "scan" &&
    isSameSpot(before.spot, spot) &&
    subjectOfScan(before.scan) === subjectOfScan(scan) &&
    at - lastAt < BURST_MS;
  lastAt = at;
  current.value = { kind: "scan", spot, scan, burst: isBurst ? before.burst + 1 : 1 };
  const { title, more, amount } = factsOf(scan);
  const parts = [title, scan.name, amount === null ? "" : `${amount.count} ${amount.unit}`, more];
  const isUrgent = scan.verdict === "failed" || scan.verdict === "asked";
  announce(parts.filter((part) => part !== "").join(". "), isUrgent);
}

/** Shows and announces the result of an action. */
export function showDone(
  spot: Spot,
  icon: IconName,
  title: string,
  name: string,
  { action = null, item = null }: Partial<Pick<ActionResult, "action" | "item">> = {},
): void {
  current.value = { kind: "action", spot, icon, title, name, action, item };
  announce(name === "" ? title : `${title}: ${name}`);
}

/** Shows how many pieces the next scan counts. */
export function showMultiply(spot: Spot): void {
  current.value = { kind: "multiply", spot };
}

/** The item on the card; null: none. */
export function itemOfCard(now: Current | null): ItemNow | null {
  if (now === null || now.kind === "multiply") return null;
  return now.kind === "scan" ? now.scan.item : now.item;
}

/** The content of the card for this location; null: none. */
export function currentAt(spot: Spot): Current | null {
  const now = current.value;
  return now !== null && isSameSpot(now.spot, spot) ? now : null;
}

/** Shows that a typed quantity is not counted until the user says whether the pieces were moved. */
export function showMoveQuestion(spot: Spot, entry: OutboxEntry, item: ItemNow): void {
  const { name, code, quantity, isUnexpected } = item;
  const { pieces = 1 } = entry;
  const scan: CountedScan = {
    entry,
    item,
    name,
    code,
    pieces,
    quantity,
    isUnexpected,
    verdict: "asked",
    question: "moved",
    text: code ?? name,
    article: null,
    expected: expectedOf(item),
    before: beforeOf(item),
    belongsTo: null,
    openSeq: null,
    choices: [],
    reason: null,
    similar: [],
    batch: null,
  };
  signalScan(scan);
  showScan(spot, scan);
}

/**
 * Undoes an operation. The card shows the current quantity, with an action to redo it. Throws like `undo`.
 */
export async function undoEntry(spot: Spot, entry: OutboxEntry): Promise<void> {
  const { operationId, shown } = entry;
  const done = await undo(operationId);
  const item = await itemOfEntry(entry);
  // Of an unknown code, which has no item, nothing may be left.
  const left = entry.articleId === null ? done.shown.quantity || null : null;
  const quantity = item?.quantity ?? left;
  const textOf = (shownNow: number) => quantityText(shownNow, item?.unit ?? null);
  const title =
    quantity === null
      ? t(msg("Undone: not counted now"))
      : t(msg("Undone: {quantity} now"), { quantity: textOf(quantity) });
  const redoOperation = async () => {
    const redone = await redo(operationId);
    const redoneTitle = t(msg("Counted again: {quantity}"), { quantity: textOf(redone.shown.quantity ?? 0) });
    showDone(spot, "count", redoneTitle, shown.name, { item: await itemOfEntry(entry) });
  };
  showDone(spot, "undo", title, shown.name, { action: { label: t(msg("Redo")), run: redoOperation }, item });
}

/** Whether two spots are the same location of the same stocktake. */
export const isSameSpot = (a: Spot, b: Spot): boolean =>
  a.inventoryId === b.inventoryId && a.placeId === b.placeId;

/** The address of the location, or of a screen of it, such as `note/7/i12`. */
export const spotPath = ({ inventoryId, placeId }: Spot, rest = ""): string =>
  `/count/${inventoryId}/${placeId}${rest && `/${rest}`}`;
