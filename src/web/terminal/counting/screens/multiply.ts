import { effect, signal } from "@preact/signals";
import { isCovered } from "../../../api/screen-cover.ts";
import { session } from "../../../api/tokens.ts";
import { path } from "../../../router/router.ts";
import type { Spot } from "../scan.ts";
import { isSameSpot } from "./spot-path.ts";

/** The next scan counts several pieces. */
export interface Multiply {
  readonly spot: Spot;
  readonly pieces: number;
  /** It holds for each scan until it is turned off; else for one. */
  readonly isKeptOn: boolean;
}

/** The multiple that was chosen; null: a scan is one piece. It is never stored: after a restart a scan is one piece. */
export const multiply = signal<Multiply | null>(null);

let chosenBy = session.peek()?.user.id ?? null;
// It ends where the worker leaves the location, with the lock, and with another worker.
effect(() => {
  const who = session.value?.user.id ?? null;
  const [now, isLocked] = [path.value, isCovered.value];
  const chosen = multiply.peek();
  const isAway = chosen !== null && !isAt(now, chosen.spot);
  if (chosen !== null && (isAway || isLocked || who !== chosenBy)) multiply.value = null;
  chosenBy = who;
});

function isAt(now: string, { inventoryId, placeId }: Spot): boolean {
  const own = `/count/${inventoryId}/${placeId}`;
  return now === own || now.startsWith(`${own}/`);
}

/** Lets the next scan at the location count so many pieces; 0 and 1 turn it off. */
export function setMultiply(spot: Spot, pieces: number): void {
  multiply.value = pieces > 1 ? { spot, pieces, isKeptOn: multiply.peek()?.isKeptOn ?? false } : null;
}

/** Keeps the multiple on for each scan, or for one only. */
export function keepMultiplyOn(isKeptOn: boolean): void {
  const chosen = multiply.peek();
  if (chosen !== null) multiply.value = { ...chosen, isKeptOn };
}

/** How many pieces the next scan at the location counts. */
export function piecesAt(spot: Spot): number {
  const chosen = multiply.value;
  return chosen !== null && isSameSpot(chosen.spot, spot) ? chosen.pieces : 1;
}

/** A scan was kept with the multiple: unless it is kept on, the next one is one piece. */
export function useUpMultiply(): void {
  if (multiply.peek()?.isKeptOn === false) multiply.value = null;
}
