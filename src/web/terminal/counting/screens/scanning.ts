import { msg } from "../../../../domain/message.ts";
import type { StoredInventory } from "../../../db/outbox-shapes.ts";
import { signalLocation } from "../../../feedback/sounds.ts";
import { signalScan, speak } from "../../../feedback/speech.ts";
import { t } from "../../../i18n/translate.ts";
import { isComplete } from "../../../offline/follow.ts";
import { entriesOfCode } from "../../../offline/outbox/entries.ts";
import { openCounts } from "../../../offline/outbox/write.ts";
import { articlesByScan } from "../../../offline/sync/articles.ts";
import { inventories } from "../../../offline/sync/inventories.ts";
import { allLocations } from "../../../offline/sync/locations.ts";
import { go, useGoBack } from "../../../router/router.ts";
import type { Scan } from "../../../scanner/meaning.ts";
import { losePart } from "../../../scanner/scans.ts";
import { useScans } from "../../../scanner/use-scans.ts";
import { type CountedScan, countScan, notCounted, type Spot } from "../scan.ts";
import { includesLocation, rememberScan, scannedLocations } from "./choose-location.tsx";
import { showDone, showScan } from "./current.ts";
import { consumeMultiply, piecesAt } from "./multiply.tsx";

/**
 * Handles a scan on a counting screen: a location label switches the location, other codes are counted. Returns false where the user is
 * asked whether it is a whole code.
 */
export async function takeScan(given: Scan, inventory: StoredInventory, spot: Spot): Promise<boolean> {
  const scan = await wholeScan(given, spot);
  if (scan === null) return false;
  // It may be a label, which is applied when loading ends.
  if (inventory.cursor === null || allLocations.value.size === 0) rememberScan(scan);
  if (!(await takeLabel(scan, inventory, spot))) show(await countWhenLoaded(scan, spot), spot, scan.endedAt);
  return true;
}

/**
 * A scan that is no part of a code: with the part before it, where an article or a location has this code. What a pause ended is asked
 * about (null), known or not, unless the scanner sends no end key. An unknown code that a pause ended, or that follows a part, is asked
 * about too, unless this terminal has counted it before.
 */
export async function wholeScan(scan: Scan, { inventoryId }: Spot): Promise<Scan | null> {
  const { joined, isUnended = false, isEndMissing = false, text } = scan;
  if (isUnended && isEndMissing) {
    losePart(joined ?? scan, "unended");
    return null;
  }
  if ((joined === undefined && !isUnended) || !isComplete.value) return scan;
  if (joined !== undefined && (await isKnown(joined))) return joined;
  if (await isKnown(scan)) return scan;
  if (openCounts(await entriesOfCode(inventoryId, text)).length > 0) return scan;
  if (joined === undefined) losePart(scan, "unknown");
  else losePart(joined, "joined");
  return null;
}

/** Whether an article or a location has the code. */
async function isKnown(scan: Scan): Promise<boolean> {
  if (scannedLocations(scan).length > 0) return true;
  for (const candidate of scan.candidates) if ((await articlesByScan(candidate)).length > 0) return true;
  return false;
}

/** Switches to the location of a scanned label, or shows why it can't. Returns false for other codes. */
export async function takeLabel(scan: Scan, inventory: StoredInventory, spot: Spot): Promise<boolean> {
  const label = await labelOf(scan, inventory);
  if (label === "none") return false;
  // The locations of the stocktake are known when it is loaded.
  if (inventory.cursor === null) {
    signalLocation();
    showDone(
      spot,
      "location",
      t(msg("Opens when loading is done")),
      scannedLocations(scan)[0]?.name ?? scan.text,
    );
  } else if (typeof label === "object") switchLocation(spot, label);
  else show(notCounted(scan.text, TEXTS[label]), spot);
  return true;
}

function show(counted: CountedScan, spot: Spot, at?: number): void {
  if (counted.entry !== null) consumeMultiply();
  // The sound comes first: it is noticed before the card.
  signalScan(counted);
  showScan(spot, counted, at);
}

/** While the articles are loading, a missing code is not counted as unknown. */
async function countWhenLoaded({ candidates, text }: Scan, spot: Spot): Promise<CountedScan> {
  const pieces = piecesAt(spot);
  if (isComplete.value) return countScan(candidates, spot, pieces);
  for (const candidate of candidates)
    if ((await articlesByScan(candidate)).length > 0) return countScan(candidates, spot, pieces);
  return notCounted(text, msg("NOT counted: the articles are still being loaded. Scan it again in a while."));
}

/**
 * The location of a scanned label in this inventory. `none`: no label, or also the code of an article;
 * `outside`: only of locations that the inventory does not include; `several`: ambiguous.
 */
async function labelOf(
  scan: Scan,
  inventory: StoredInventory,
): Promise<{ oid: number; name: string } | "none" | "outside" | "several"> {
  const labelled = scannedLocations(scan);
  if (labelled.length === 0 || (await articlesByScan(scan.text)).length > 0) return "none";
  const [match, another] = labelled.filter(({ oid }) => includesLocation(inventory, oid));
  if (match === undefined) return "outside";
  return another === undefined ? match : "several";
}

/** Continues counting at another location. */
export function switchLocation(
  spot: Spot,
  { oid, name }: { readonly oid: number; readonly name: string },
): void {
  signalLocation();
  speak(name);
  const next = { ...spot, placeId: oid };
  showDone(next, "location", t(oid === spot.placeId ? msg("You are here") : msg("Now counting at")), name);
  // Back leads to the choice of locations, not through all counted ones.
  if (oid !== spot.placeId) go(`/count/${spot.inventoryId}/${oid}`, { replace: true });
}

/** The spot in a screen's address. */
export function spotOf(values: Readonly<Record<string, string>>): Spot {
  return { inventoryId: Number(values["inventory"]), placeId: Number(values["location"]) };
}

/**
 * Counts scans on a screen above the count, and returns to the count, unless `before` resolves to false.
 * `before` can save the screen's input.
 */
export function useSpotScans(spot: Spot, before: () => Promise<boolean> = async () => true): void {
  const goBack = useGoBack();
  useScans(async (scan) => {
    const inventory = inventories.value.find(({ oid }) => oid === spot.inventoryId);
    if (inventory === undefined) throw new Error("the stocktake is not kept here");
    const mayLeave = await before();
    const isTaken = await takeScan(scan, inventory, spot);
    // The next scan is for the count.
    if (isTaken && mayLeave) await goBack();
  });
}

const TEXTS = {
  outside: msg("NOT counted: this is the label of a location outside this stocktake."),
  several: msg("NOT counted: several locations have this label. Select the location in the list."),
};
