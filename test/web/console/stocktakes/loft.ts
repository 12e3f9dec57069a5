import { PEOPLE } from "../../../../src/demo/people.ts";
import type { TestServer } from "../../../harness/server.ts";
import { pair, type Terminal } from "../../../stocktake/floor.ts";

/** The articles 1 to 4 of the demo, brought to a place of their own. */
export const CODES = ["A000001", "A000002", "A000003", "A000004"] as const;

/** A place with four articles and as many pieces of each as `PIECES` says. */
export interface Loft {
  readonly placeId: number;
  readonly pieces: readonly number[];
}

/** Makes the place `Loft` and brings the first four articles there. */
export async function aLoft(server: Pick<TestServer, "as">): Promise<Loft> {
  const manager = await server.as("manager");
  const { oid: placeId } = (await manager.post("/api/locations", { name: "Loft", code: "LOFT" })).body;
  const pieces: number[] = [];
  for (const articleId of [1, 2, 3, 4]) {
    const [from] = (await manager.get(`/api/articles/${articleId}/locations`)).body;
    const { locationId: fromLocationId, quantity } = from;
    const body = { fromLocationId, toLocationId: placeId, quantity };
    await manager.post(`/api/articles/${articleId}/locations/move`, body);
    pieces.push(quantity);
  }
  return { placeId, pieces };
}

/** A stocktake of the loft, prepared and started over HTTP; gives its id. */
export async function aCount(
  server: Pick<TestServer, "as">,
  { placeId }: Loft,
  plan: { readonly isBlind?: boolean; readonly mustBeApproved?: boolean } = {},
): Promise<number> {
  const manager = await server.as("manager");
  const body = { name: "Loft 2026", locationIds: [placeId], ...plan };
  const { oid } = (await manager.post("/api/inventories", body)).body;
  for (const move of ["prepare", "start"]) await manager.put(`/api/inventories/${oid}/${move}`);
  return oid;
}

/** A paired terminal at which this person of the demo has logged in. */
export async function aTerminal(server: TestServer, name: string, userName: string): Promise<Terminal> {
  const at = PEOPLE.findIndex((one) => one.userName === userName);
  return pair(server, await server.as("admin"), name, at + 1, PEOPLE[at]?.pin);
}

/** The item of this article in a stocktake. */
export async function itemOf(
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
