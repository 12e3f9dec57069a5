import { existsSync } from "node:fs";
import { UpgradeInbox } from "./inbox.ts";
import type { UpgradePlaces } from "./places.ts";

/**
 * Asks root's script to add the address that root has prepared for a promotion (scripts/promote --prepare). False: none is
 * prepared, or nobody takes requests. The request names no address, so the service can't choose one.
 */
export function requestPreparedAddress(dataFolder: string, places: UpgradePlaces): boolean {
  if (!places.isInstalled || !existsSync(places.unit) || !existsSync(places.preparedAddress)) return false;
  new UpgradeInbox(dataFolder).request("address");
  return true;
}
