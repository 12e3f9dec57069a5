import type { Spot } from "../scan.ts";

/** Whether two spots are the same location of the same stocktake. */
export const isSameSpot = (a: Spot, b: Spot): boolean =>
  a.inventoryId === b.inventoryId && a.placeId === b.placeId;

/** The address of a screen of the location, such as `note/7/i12`. */
export const spotPath = ({ inventoryId, placeId }: Spot, rest: string): string =>
  `/count/${inventoryId}/${placeId}/${rest}`;
