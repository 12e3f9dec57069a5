import { addLocation } from "../locations/location.ts";
import type { Tx } from "../storage/database/statement.ts";

// Locations in the order of their ids: 1 the building, 2 and 3 its floors, 4 to 40 the rooms, 41 to 43 of tenant 2.

const GROUND_FLOOR = [
  "Skladová hala č. 1",
  "Skladová hala č. 2",
  "Skladová hala č. 3",
  "Příjem zboží",
  "Expedice",
  "Workshop",
  "Dílna údržby",
  "Tool crib",
  "Cold store",
  "Paint store",
  "Battery room",
  "Loading dock 1",
  "Loading dock 2",
  "Vrátnice",
  "Canteen",
  "Šatna",
  "Server room",
  "Archiv",
] as const;

const FIRST_FLOOR = [
  "Reception",
  "Meeting room A",
  "Meeting room B",
  "Zasedací místnost",
  "Kancelář 101",
  "Kancelář 102",
  "Kancelář 103",
  "Kancelář 104",
  "Kancelář 105",
  "Office 106",
  "Office 107",
  "Office 108",
  "Office 109",
  "Účtárna",
  "Training room",
  "Print room",
  "Kuchyňka",
  "Library",
  "Laboratoř",
] as const;

const FLOORS = 2;

/** The rooms of tenant 1: locations 4 to 40. */
export const FIRST_ROOM = 1 + FLOORS + 1;
export const LAST_ROOM = FLOORS + 1 + GROUND_FLOOR.length + FIRST_FLOOR.length;
/** The two rooms of tenant 2; its building has the id before them. */
export const SHOP_ROOMS = [LAST_ROOM + 2, LAST_ROOM + 3] as const;

/** The name of a room of tenant 1. */
export function roomName(locationId: number): string {
  return [...GROUND_FLOOR, ...FIRST_FLOOR][locationId - FIRST_ROOM] ?? "";
}

/** Adds the locations of both tenants, three levels deep in the first, two in the second. */
export function addLocations(tx: Tx): void {
  const building = addLocation(tx, 1, { name: "Main building", code: "B1" });
  const ground = addLocation(tx, 1, { name: "Ground floor", code: "B1-G", parentLocationId: building });
  const first = addLocation(tx, 1, { name: "First floor", code: "B1-1", parentLocationId: building });
  addRooms(tx, 1, ground, "B1-G", GROUND_FLOOR);
  addRooms(tx, 1, first, "B1-1", FIRST_FLOOR);
  const shop = addLocation(tx, 2, { name: "Shop", code: "S1" });
  addRooms(tx, 2, shop, "S1", ["Sales floor", "Back room"]);
}

function addRooms(
  tx: Tx,
  tenantId: number,
  parentLocationId: number,
  code: string,
  names: readonly string[],
): void {
  for (const [index, name] of names.entries()) {
    const own = `${code}-${String(index + 1).padStart(2, "0")}`;
    addLocation(tx, tenantId, { name, code: own, parentLocationId });
  }
}
