import { startServer, type TestServer } from "../../harness/server.ts";
import { openTerminal, type Terminal, type TerminalOptions } from "../../harness/terminal.ts";
import { createWarehouse, type Warehouse } from "../../inventories/stocktake.ts";
import { logInTerminal } from "../access/together.ts";
import { HAS_ITEMS, hasArticles } from "./together.ts";

// A terminal at A-01 of a small warehouse, which has an article for each thing that a scan can come to.

export interface AtShelf {
  readonly server: TestServer;
  readonly terminal: Terminal;
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
  options: TerminalOptions & { readonly language?: "en" | "cs" },
): Promise<AtShelf> {
  const { language = "en", ...given } = options;
  const server = await startServer();
  const house = await createWarehouse(server);
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
  const terminal = await openTerminal(given);
  await logInTerminal(terminal, server, "user", { language });
  const spot = `${server.url}/#/count/${inventory}/${house.at("A-01")}`;
  const go = (rest: string) => terminal.open(`${spot}${rest}`);
  await terminal.see("Ours");
  await go("");
  await terminal.until(HAS_ITEMS);
  await hasArticles(terminal);
  return {
    server,
    terminal,
    house,
    inventory,
    go,
    counted: async (code) => (await house.item(inventory, code)).inventoryQuantity,
  };
}
