import { aBox, type TestBox } from "../../harness/box.ts";
import { aHandheld, type Handheld, type HandheldOptions } from "../../harness/handheld.ts";
import { aWarehouse, type Warehouse } from "../../inventories/stocktake.ts";
import { atWork } from "../access/together.ts";
import { HAS_ITEMS, hasArticles } from "./together.ts";

// A terminal at A-01 of a small warehouse, which has an article for each thing that a scan can come to.

export interface AtShelf {
  readonly box: TestBox;
  readonly handheld: Handheld;
  readonly house: Warehouse;
  readonly inventory: number;
  /** Goes to a screen of the stocktake at A-01: `/pick`. */
  go(rest: string): Promise<void>;
  /** How many of an article the server has counted. */
  counted(code: string): Promise<number | null>;
}

/**
 * `BOLT-25`: 25 at A-01. `PAIR-3`: 3 at A-01. `PLAIN-1`: 1 at A-01. `SERIAL-1`: 1 at A-01, with a serial number. `OTHER-1`: 1 at A-02.
 * `MOVED-5`: 20 at A-01, 5 of which are counted at A-02. `STRAY-1`: nowhere. `SHARED`: the serial number of two articles.
 */
export async function atShelf(
  options: HandheldOptions & { readonly language?: "en" | "cs" },
): Promise<AtShelf> {
  const { language = "en", ...given } = options;
  const box = await aBox();
  const house = await aWarehouse(box);
  for (const name of ["A-01", "A-02", "B-01"]) await house.place(name);
  await house.article("BOLT-25", { "A-01": 25 }, { name: "Hex bolt M8 × 40, zinc plated, 8.8" });
  await house.article("PAIR-3", { "A-01": 3 }, { name: "Safety gloves" });
  await house.article("PLAIN-1", { "A-01": 1 }, { name: "Step ladder" });
  await house.article("SERIAL-1", { "A-01": 1 }, { name: "Cordless drill", serialNumber: "SER-1" });
  await house.article("OTHER-1", { "A-02": 1 }, { name: "Angle grinder" });
  await house.article("MOVED-5", { "A-01": 20 }, { name: "Storage crate" });
  await house.article("STRAY-1", { "B-01": 1 }, { name: "Desk lamp" });
  await house.article("SHARED-1", { "A-01": 1 }, { serialNumber: "SHARED" });
  await house.article("SHARED-2", { "A-01": 1 }, { serialNumber: "SHARED" });
  const inventory = await house.stocktake(["A-01", "A-02"]);
  await house.count(inventory, "MOVED-5", { inventoryQuantity: 5, inventoryLocationId: house.at("A-02") });
  const handheld = await aHandheld(given);
  await atWork(handheld, box, "user", { language });
  const spot = `${box.url}/#/count/${inventory}/${house.at("A-01")}`;
  const go = (rest: string) => handheld.open(`${spot}${rest}`);
  await handheld.see("Ours");
  await go("");
  await handheld.until(HAS_ITEMS);
  await hasArticles(handheld);
  return {
    box,
    handheld,
    house,
    inventory,
    go,
    counted: async (code) => (await house.item(inventory, code)).inventoryQuantity,
  };
}
