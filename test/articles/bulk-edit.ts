import { expect } from "vitest";
import type { ApiResponse, Client } from "../harness/client.ts";

/** The path of the bulk edit. */
export const BULK_EDIT = "/api/articles/bulk-edit";

/** Properties of an article that a bulk edit sets, with its stock by location. */
export async function readArticle(client: Client, oid: number) {
  const { body } = await client.get(`/api/articles/${oid}`);
  const stock: { locationId: number; quantity: number }[] = (
    await client.get(`/api/articles/${oid}/locations`)
  ).body;
  return {
    name: body.name,
    categoryId: body.category.oid,
    typeId: body.type.oid,
    stateId: body.state.oid,
    userId: body.userId,
    responsibleUserId: body.responsibleUserId,
    stock: Object.fromEntries(stock.map(({ locationId, quantity }) => [locationId, quantity])),
  };
}

/** Sets the stock of an article: pieces by location. */
export async function putStock(client: Client, oid: number, stock: Readonly<Record<number, number>>) {
  const locations = Object.entries(stock).map(([locationId, quantity]) => ({
    locationId: Number(locationId),
    quantity,
  }));
  const response = await client.put(`/api/articles/${oid}/locations`, { locations });
  expect(response.status, response.text).toBe(200);
}

/** The body of a successful response. */
export function ok({ status, text, body }: ApiResponse) {
  expect(status, text).toBe(200);
  return body;
}
