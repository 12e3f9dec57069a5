import type { ApiResponse, ExtraHeaders } from "../harness/client.ts";
import type { TestServer } from "../harness/server.ts";
import { pairTerminal } from "./inventory-setup.ts";
import { createWarehouse, type Warehouse } from "./stocktake.ts";

/** A stocktake in Processing of results that has found something of everything. */
export interface Reported {
  readonly warehouse: Warehouse;
  readonly id: number;
  /** Its report, requested by a Manager. */
  report(query?: string, headers?: ExtraHeaders): Promise<ApiResponse>;
}

/** An item for each result, an unexpected one, an unknown code, and a late count. */
export async function createReportedInventory(server: TestServer): Promise<Reported> {
  const warehouse = createWarehouse(server);
  await warehouse.addLocation("Hala č. 7");
  await warehouse.addLocation("Regál Ž", "Hala č. 7");
  await warehouse.addLocation("Dvůr");
  const articles: [string, number, number][] = [
    ["SAME", 3, 10],
    ["THERE", 2, 0.1],
    ["FEWER", 50, 99_999_999_999.9999],
    ["MORE", 1, 0.0001],
    ["NONE", 4, 12.5],
    ["NEVER", 6, 7],
    ["SCRAP", 2, 1],
  ];
  for (const [code, pieces, price] of articles) {
    await warehouse.article(code, { "Regál Ž": pieces }, { price, name: `=Žluťoučký ${code}` });
  }
  await warehouse.article("STRAY", {}, { price: 2.25 });
  const id = await warehouse.stocktake(["Hala č. 7"], { name: "Roční inventura" });
  await warehouse.count(id, "SAME", { inventoryQuantity: 3, note: 'ok; "ok"' });
  await warehouse.count(id, "THERE", { inventoryQuantity: 2, inventoryLocationId: warehouse.at("Dvůr") });
  await warehouse.count(id, "FEWER", 20);
  await warehouse.count(id, "MORE", 4);
  await warehouse.count(id, "NONE", 0);
  await warehouse.count(id, "SCRAP", { inventoryQuantity: 2, isDisposal: true });
  const stray = {
    articleId: warehouse.id("STRAY"),
    inventoryQuantity: 4,
    inventoryLocationId: warehouse.at("Dvůr"),
  };
  await warehouse.user.post(`/api/inventories/${id}/items`, stray);
  const { client } = await pairTerminal(server, "Čtečka 1");
  const scan = {
    kind: "set",
    code: "X-999",
    locationId: warehouse.at("Dvůr"),
    quantity: 2,
    at: "2026-11-20T08:00:00.000Z",
  };
  await client.post(`/api/inventories/${id}/counts`, {
    operations: [{ ...scan, operationId: "00000000-0000-4000-8000-000000000001", note: "bez štítku" }],
  });
  await warehouse.move(id, "finish");
  const { oid } = await warehouse.item(id, "NEVER");
  const late = { kind: "set", itemId: oid, quantity: 6, at: "2026-11-20T08:00:00.000Z" };
  await client.post(`/api/inventories/${id}/counts`, {
    operations: [{ ...late, operationId: "00000000-0000-4000-8000-000000000002" }],
  });
  await warehouse.put("SAME", { "Regál Ž": 2 });
  await warehouse.move(id, "process");
  const report = (query = "", headers: ExtraHeaders = {}) =>
    warehouse.manager.get(`/api/inventories/${id}/report${query}`, headers);
  return { warehouse, id, report };
}

/** The codes of listed items. */
export const codes = (items: { article: { code: string } }[]) => items.map(({ article }) => article.code);
