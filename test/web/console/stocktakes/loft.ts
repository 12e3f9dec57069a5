import { PEOPLE } from "../../../../src/demo/people.ts";
import { pair, type Terminal } from "../../../harness/paired-terminals.ts";
import type { TestServer } from "../../../harness/server.ts";

/** The codes of the demo's articles 1 to 4, which are moved to the loft. */
export const CODES = ["A000001", "A000002", "A000003", "A000004"] as const;

/** A location with four articles. `pieces`: how many of each. */
export interface Loft {
  readonly locationId: number;
  readonly pieces: readonly number[];
}

/** Creates the location `Loft` and moves the first four articles there. */
export async function createLoft(server: Pick<TestServer, "as">): Promise<Loft> {
  const manager = await server.as("manager");
  const { oid: locationId } = (await manager.post("/api/locations", { name: "Loft", code: "LOFT" })).body;
  const pieces: number[] = [];
  for (const articleId of [1, 2, 3, 4]) {
    const [from] = (await manager.get(`/api/articles/${articleId}/locations`)).body;
    const { locationId: fromLocationId, quantity } = from;
    const body = { fromLocationId, toLocationId: locationId, quantity };
    await manager.post(`/api/articles/${articleId}/locations/move`, body);
    pieces.push(quantity);
  }
  return { locationId, pieces };
}

/** Creates, prepares and starts a stocktake of the loft; returns its id. */
export async function startStocktake(
  server: Pick<TestServer, "as">,
  { locationId }: Loft,
  plan: { readonly isBlind?: boolean; readonly mustBeApproved?: boolean } = {},
): Promise<number> {
  const manager = await server.as("manager");
  const body = { name: "Loft 2026", locationIds: [locationId], ...plan };
  const { oid } = (await manager.post("/api/inventories", body)).body;
  for (const transition of ["prepare", "start"]) await manager.put(`/api/inventories/${oid}/${transition}`);
  return oid;
}

/** Pairs a terminal and logs a user of the demo in. */
export async function pairTerminal(server: TestServer, name: string, userName: string): Promise<Terminal> {
  const at = PEOPLE.findIndex((one) => one.userName === userName);
  return pair(server, await server.as("admin"), name, at + 1, PEOPLE[at]?.pin);
}

/** Finds the id of an article's item in a stocktake. */
export async function findItemId(
  server: Pick<TestServer, "as">,
  inventory: number,
  code: string,
): Promise<number> {
  const { body } = await (await server.as("manager")).get(`/api/inventories/${inventory}/items`);
  const items: { oid: number; article: { code: string } }[] = body;
  const found = items.find(({ article }) => article.code === code);
  if (found === undefined) throw new Error(`no item of ${code}`);
  return found.oid;
}
