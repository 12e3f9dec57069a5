import { msg } from "../../../../domain/message.ts";
import type { StoredInventory } from "../../../db/reference-shapes.ts";
import { signalPlace } from "../../../feedback/sounds.ts";
import { signalScan, speak } from "../../../feedback/speech.ts";
import { t } from "../../../i18n/translate.ts";
import { isComplete } from "../../../offline/follow.ts";
import { articlesByScan } from "../../../offline/sync/articles.ts";
import { places } from "../../../offline/sync/locations.ts";
import { go } from "../../../router/router.ts";
import type { Scan } from "../../../scanner/meaning.ts";
import { type CountedScan, countScan, notCounted, type Spot } from "../scan.ts";
import { showDone, showScan } from "./current.ts";
import { piecesAt, useUpMultiply } from "./multiply.ts";
import { isOf, scannedPlaces } from "./places-of.ts";
import { rememberScan } from "./remembered-label.ts";

/** What a scan is on a counting screen: the label of a place switches to it, everything else is counted here. */
export async function takeScan(scan: Scan, inventory: StoredInventory, spot: Spot): Promise<void> {
  // It may be a label that can be applied only when loading ends.
  if (inventory.cursor === null || places.value.size === 0) rememberScan(scan);
  if (!(await takeLabel(scan, inventory, spot))) show(await countKnown(scan, spot), spot);
}

/** Switches to the place whose label was scanned, or says why not; false: it is no label. */
export async function takeLabel(scan: Scan, inventory: StoredInventory, spot: Spot): Promise<boolean> {
  const label = await labelOf(scan, inventory);
  if (label === "none") return false;
  // Which places the stocktake counts is known when it is loaded.
  if (inventory.cursor === null) {
    signalPlace();
    showDone(spot, "place", t(TEXTS.remembered), scannedPlaces(scan)[0]?.name ?? scan.text);
  } else if (typeof label === "object") switchTo(spot, label);
  else show(notCounted(scan.text, TEXTS[label]), spot);
  return true;
}

function show(counted: CountedScan, spot: Spot): void {
  if (counted.entry !== null) useUpMultiply();
  // Heard first: what is heard needs no eyes.
  signalScan(counted);
  showScan(spot, counted);
}

/** While the articles are still coming, a code that is not here yet may be one of theirs: it is not counted as unknown. */
async function countKnown({ candidates, text }: Scan, spot: Spot): Promise<CountedScan> {
  const pieces = piecesAt(spot);
  if (isComplete.value) return countScan(candidates, spot, pieces);
  for (const one of candidates)
    if ((await articlesByScan(one)).length > 0) return countScan(candidates, spot, pieces);
  return notCounted(text, TEXTS.loading);
}

/**
 * The place of the inventory whose label was scanned; `none`: it is no label, or an article's code as well; `outside`: of places
 * that it does not count; `several`: of more than one.
 */
async function labelOf(
  scan: Scan,
  inventory: StoredInventory,
): Promise<{ oid: number; name: string } | "none" | "outside" | "several"> {
  const labelled = scannedPlaces(scan);
  if (labelled.length === 0 || (await articlesByScan(scan.text)).length > 0) return "none";
  const [place, another] = labelled.filter(({ oid }) => isOf(inventory, oid));
  if (place === undefined) return "outside";
  return another === undefined ? place : "several";
}

/** Goes on counting at another location. */
export function switchTo(spot: Spot, { oid, name }: { readonly oid: number; readonly name: string }): void {
  signalPlace();
  speak(name);
  const next = { ...spot, placeId: oid };
  showDone(next, "place", t(oid === spot.placeId ? TEXTS.same : TEXTS.switched), name);
  // The way back leads to the choice of places, not through all that were counted.
  if (oid !== spot.placeId) go(`/count/${spot.inventoryId}/${oid}`, { replace: true });
}

const TEXTS = {
  loading: msg("NOT counted: the articles are still being loaded. Scan it again in a while."),
  outside: msg("NOT counted: this is the label of a location outside this stocktake."),
  several: msg("NOT counted: several locations have this label. Select the location in the list."),
  remembered: msg("Opens when loading is done"),
  switched: msg("Now counting at"),
  same: msg("You are here"),
};
