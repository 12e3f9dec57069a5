import type { ApiResponse, ExtraHeaders } from "../harness/client.ts";
import type { TestServer } from "../harness/server.ts";
import { aTerminal } from "./setting.ts";
import { aWarehouse, type Warehouse } from "./stocktake.ts";

/** A stocktake in Processing of results that has found something of everything. */
export interface Reported {
  readonly house: Warehouse;
  readonly id: number;
  /** Its report, as a Manager asks for it. */
  report(query?: string, headers?: ExtraHeaders): Promise<ApiResponse>;
}

/** An item for each result, one that nobody expected, an unknown code, and a count that came late. */
export async function aReported(server: TestServer): Promise<Reported> {
  const house = await aWarehouse(server);
  await house.place("Hala č. 7");
  await house.place("Regál Ž", "Hala č. 7");
  await house.place("Dvůr");
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
    await house.article(code, { "Regál Ž": pieces }, { price, name: `=Žluťoučký ${code}` });
  }
  await house.article("STRAY", {}, { price: 2.25 });
  const id = await house.stocktake(["Hala č. 7"], { name: "Roční inventura" });
  await house.count(id, "SAME", { inventoryQuantity: 3, note: 'ok; "ok"' });
  await house.count(id, "THERE", { inventoryQuantity: 2, inventoryLocationId: house.at("Dvůr") });
  await house.count(id, "FEWER", 20);
  await house.count(id, "MORE", 4);
  await house.count(id, "NONE", 0);
  await house.count(id, "SCRAP", { inventoryQuantity: 2, isDisposal: true });
  const stray = { articleId: house.id("STRAY"), inventoryQuantity: 4, inventoryLocationId: house.at("Dvůr") };
  await house.user.post(`/api/inventories/${id}/items`, stray);
  const { client } = await aTerminal(server, "Čtečka 1");
  const scan = {
    kind: "set",
    code: "X-999",
    locationId: house.at("Dvůr"),
    quantity: 2,
    at: "2026-11-20T08:00:00.000Z",
  };
  await client.post(`/api/inventories/${id}/counts`, {
    operations: [{ ...scan, operationId: "00000000-0000-4000-8000-000000000001", note: "bez štítku" }],
  });
  await house.move(id, "finish");
  const { oid } = await house.item(id, "NEVER");
  const late = { kind: "set", itemId: oid, quantity: 6, at: "2026-11-20T08:00:00.000Z" };
  await client.post(`/api/inventories/${id}/counts`, {
    operations: [{ ...late, operationId: "00000000-0000-4000-8000-000000000002" }],
  });
  await house.put("SAME", { "Regál Ž": 2 });
  await house.move(id, "process");
  const report = (query = "", headers: ExtraHeaders = {}) =>
    house.manager.get(`/api/inventories/${id}/report${query}`, headers);
  return { house, id, report };
}

/** The codes of listed items. */
export const codes = (items: { article: { code: string } }[]) => items.map(({ article }) => article.code);
