import { effect, signal } from "@preact/signals";
import { isCovered } from "../../../api/screen-cover.ts";
import { session } from "../../../api/tokens.ts";
import { path } from "../../../router/router.ts";
import type { Spot } from "../scan.ts";
import { isSameSpot } from "./spot-path.ts";

/** The multiple of the next scan. */
export interface Multiply {
  readonly spot: Spot;
  readonly pieces: number;
  /** The multiple applies to each scan until it is turned off; else to one. */
  readonly isKeptOn: boolean;
}

/** The chosen multiple; null: one piece. It is never stored, so a restart resets it. */
export const multiply = signal<Multiply | null>(null);

let chosenByUser = session.peek()?.user.id ?? null;
// Leaving the location, the lock, or another user resets the multiple.
effect(() => {
  const userId = session.value?.user.id ?? null;
  const [now, isLocked] = [path.value, isCovered.value];
  const chosen = multiply.peek();
  const hasLeft = chosen !== null && !isAt(now, chosen.spot);
  if (chosen !== null && (hasLeft || isLocked || userId !== chosenByUser)) multiply.value = null;
  chosenByUser = userId;
});

function isAt(now: string, { inventoryId, placeId }: Spot): boolean {
  const own = `/count/${inventoryId}/${placeId}`;
  return now === own || now.startsWith(`${own}/`);
}

/** Sets the number of pieces of the next scan at the location. 0 and 1 turn the multiple off. */
export function setMultiply(spot: Spot, pieces: number): void {
  multiply.value = pieces > 1 ? { spot, pieces, isKeptOn: multiply.peek()?.isKeptOn ?? false } : null;
}

/** Applies the multiple to each scan, or to one. */
export function keepMultiplyOn(isKeptOn: boolean): void {
  const chosen = multiply.peek();
  if (chosen !== null) multiply.value = { ...chosen, isKeptOn };
}

/** The number of pieces of the next scan at the location. */
export function piecesAt(spot: Spot): number {
  const chosen = multiply.value;
  return chosen !== null && isSameSpot(chosen.spot, spot) ? chosen.pieces : 1;
}

/** Resets the multiple after a scan, unless it applies to each scan. */
export function consumeMultiply(): void {
  if (multiply.peek()?.isKeptOn === false) multiply.value = null;
}
