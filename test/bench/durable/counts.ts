import { jsonRequest, open } from "../client.ts";
import { type Amount, type Figures, measureCallers } from "./callers.ts";
import { FIRST_ITEM, ITEMS } from "./rows.ts";

/** Lets callers count over HTTP, each on a connection of its own. Rejects where a count is not accepted. */
export async function measureCounts(
  url: string,
  token: string,
  amount: Amount,
): Promise<Omit<Figures, "stallMs">> {
  const port = Number(new URL(url).port);
  const connections = await Promise.all(Array.from({ length: amount.callers }, () => open(port)));
  let quantity = 0;
  const figures = await measureCallers(amount, async (caller) => {
    const body = { oid: FIRST_ITEM + (caller % ITEMS), inventoryQuantity: ++quantity };
    const bytes = jsonRequest("PUT", "/api/inventories/items/update", token, body);
    const response = await connections[caller]?.send(bytes);
    if (response?.status !== 200) throw new Error(`${url}: a count was answered ${response?.status}`);
  });
  for (const connection of connections) connection.close();
  return figures;
}
