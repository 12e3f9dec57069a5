import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { UpgradeInbox } from "./inbox.ts";
import type { UpgradePlaces } from "./places.ts";
import { isOnMachine, readAddress } from "./prepared-address.ts";

/** Time between two tries: root's unit starts at most 20 times in an hour. */
const RETRY_MS = 5 * 60_000;
/** Time within which root's script must take a request. */
const TAKEN_WITHIN_MS = 60_000;

/**
 * Asks root's script to add the address that root has prepared for a promotion (scripts/promote --prepare). False: none is
 * prepared, it is there already, it was tried a moment ago, a request waits, or nobody takes requests. The request names no address,
 * so the service can't choose one.
 */
export function requestPreparedAddress(dataFolder: string, places: UpgradePlaces, now: number): boolean {
  if (!isMissing(places)) return false;
  const inbox = new UpgradeInbox(dataFolder);
  if (inbox.waitingSince() !== null) return false;
  const triedAt = timeOf(places);
  // The clock of a machine without a battery may go back.
  if (triedAt !== null && Math.abs(now - triedAt) < RETRY_MS) return false;
  inbox.request("address");
  return true;
}

/** Whether the prepared address is not on this machine after a try, or because nobody takes the request. */
export function lacksPreparedAddress(dataFolder: string, places: UpgradePlaces, now: number): boolean {
  if (!isMissing(places)) return false;
  if (timeOf(places) !== null) return true;
  const since = new UpgradeInbox(dataFolder).waitingSince();
  return since !== null && now - since > TAKEN_WITHIN_MS;
}

function isMissing({ isInstalled, unit, preparedAddress }: UpgradePlaces): boolean {
  if (!isInstalled || !existsSync(unit)) return false;
  try {
    const address = readAddress(preparedAddress);
    return address !== null && !isOnMachine(address);
  } catch {
    // A damaged file: root's script says so.
    return true;
  }
}

/** The time of the last try since the start of the machine (`addAddress` of the installer); null: there was none. */
function timeOf({ run }: UpgradePlaces): number | null {
  return statSync(join(run, "address"), { throwIfNoEntry: false })?.mtimeMs ?? null;
}
