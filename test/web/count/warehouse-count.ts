import { startServer, type TestServer } from "../../harness/server.ts";
import { openTerminal, type Terminal, type TerminalOptions } from "../../harness/terminal.ts";
import { createWarehouse, type Warehouse } from "../../inventories/stocktake.ts";
import { logInTerminal } from "../access/log-in.ts";
import { HAS_ITEMS, waitForArticles } from "./count-page.ts";

// A terminal at location A-01 of a small warehouse, with one article for each scan result.

export interface WarehouseCount {
  readonly server: TestServer;
  readonly terminal: Terminal;
  readonly warehouse: Warehouse;
  readonly inventory: number;
  /** Opens a screen of A-01, such as `/pick`. */
  go(rest: string): Promise<void>;
  /** Reads the counted quantity of an article from the server. */
  counted(code: string): Promise<number | null>;
}

/**
 * `BOLT-25`: 25 at A-01. `PAIR-3`: 3 at A-01. `PLAIN-1`: 1 at A-01. `SERIAL-1`: 1 at A-01, with a serial number. `OTHER-1`: 1 at A-02.
 * `MOVED-5`: 20 at A-01, 5 of which are counted at A-02. `STRAY-1`: outside the stocktake. `SHARED`: serial number of two articles.
 */
export async function openWarehouseCount(
  options: TerminalOptions & { readonly language?: "en" | "cs" },
): Promise<WarehouseCount> {
  const { language = "en", ...given } = options;
  const server = await startServer();
  const warehouse = createWarehouse(server);
  for (const name of ["A-01", "A-02", "B-01"]) await warehouse.addLocation(name);
  await warehouse.article("BOLT-25", { "A-01": 25 }, { name: "Hex bolt M8 × 40, zinc plated, 8.8" });
  await warehouse.article("PAIR-3", { "A-01": 3 }, { name: "Safety gloves" });
  await warehouse.article("PLAIN-1", { "A-01": 1 }, { name: "Step ladder" });
  await warehouse.article("SERIAL-1", { "A-01": 1 }, { name: "Cordless drill", serialNumber: "SER-1" });
  await warehouse.article("OTHER-1", { "A-02": 1 }, { name: "Angle grinder" });
  await warehouse.article("MOVED-5", { "A-01": 20 }, { name: "Storage crate" });
  await warehouse.article("STRAY-1", { "B-01": 1 }, { name: "Desk lamp" });
  await warehouse.article("SHARED-1", { "A-01": 1 }, { serialNumber: "SHARED" });
  await warehouse.article("SHARED-2", { "A-01": 1 }, { serialNumber: "SHARED" });
  const inventory = await warehouse.stocktake(["A-01", "A-02"]);
  await warehouse.count(inventory, "MOVED-5", {
    inventoryQuantity: 5,
    inventoryLocationId: warehouse.at("A-02"),
  });
  const terminal = await openTerminal(given);
  await logInTerminal(terminal, server, "user", { language });
  const spot = `${server.url}/#/count/${inventory}/${warehouse.at("A-01")}`;
  const go = (rest: string) => terminal.open(`${spot}${rest}`);
  await terminal.see("Ours");
  await go("");
  await terminal.until(HAS_ITEMS);
  await waitForArticles(terminal);
  return {
    server,
    terminal,
    warehouse,
    inventory,
    go,
    counted: async (code) => (await warehouse.item(inventory, code)).inventoryQuantity,
  };
}
