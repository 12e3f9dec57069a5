import { ask, type HttpResponse, jsonRequest, request } from "../client.ts";
import type { Target } from "../targets.ts";

/** A running stocktake, the codes that are expected at its first location, and those of all locations. */
export interface BigStocktake {
  readonly oid: number;
  readonly locationId: number;
  readonly items: number;
  readonly codes: readonly string[];
  /** The oids of the articles that are expected at the first location. */
  readonly articleIds: readonly number[];
  readonly allCodes: readonly string[];
}

interface Item {
  readonly locationId: number;
  readonly article: { readonly oid: number; readonly code: string };
}

/** Makes one of several rooms that together hold some ten thousand items. */
export async function createBigStocktake(target: Target, rooms: readonly number[]): Promise<BigStocktake> {
  const send = async (method: string, path: string, body?: object) => {
    const bytes =
      body === undefined
        ? request(method, path, target.token)
        : jsonRequest(method, path, target.token, body);
    return read(await ask(target.port, bytes), path);
  };
  const made = (await send("POST", "/api/inventories", { name: "Bench", locationIds: rooms })) as {
    oid: number;
  };
  const path = `/api/inventories/${made.oid}`;
  for (const move of ["prepare", "start"]) await send("PUT", `${path}/${move}`, {});
  const items = (await send("GET", `${path}/items`)) as readonly Item[];
  const [locationId = 0] = rooms;
  const here = items.filter((item) => item.locationId === locationId).map(({ article }) => article);
  return {
    oid: made.oid,
    locationId,
    items: items.length,
    codes: here.map(({ code }) => code),
    articleIds: here.map(({ oid }) => oid),
    allCodes: items.map(({ article }) => article.code),
  };
}

function read({ status, body }: HttpResponse, path: string): unknown {
  if (status >= 300) throw new Error(`${path}: ${status} ${body.toString()}`);
  return body.length === 0 ? null : JSON.parse(body.toString());
}
