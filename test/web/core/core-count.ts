import { type NetworkProxy, startProxy } from "../../harness/network-proxy.ts";
import { startServer, type TestServer } from "../../harness/server.ts";
import { CoreTerminal } from "./core-terminal.ts";
import { BrowserData, ScreenlessPage } from "./screenless-page.ts";

/** The demo's stocktake in progress. */
export const INVENTORY = 3;

/** The properties of an item that the tests read. */
export interface Item {
  readonly oid: number;
  readonly articleId: number;
  readonly locationId: number;
  readonly inventoryLocationId: number | null;
  readonly quantity: number;
  readonly inventoryQuantity: number | null;
  readonly article: { readonly code: string };
}

/** A server behind a proxy, and a terminal at which Uma has loaded a stocktake. */
export interface CoreCount {
  readonly server: TestServer;
  readonly proxy: NetworkProxy;
  readonly page: ScreenlessPage;
  readonly terminal: CoreTerminal;
  /** Uncounted items of one piece each, all expected at one location. */
  readonly singles: readonly Item[];
  /** Their location, as the client's functions expect it. */
  readonly spot: string;
}

/** Starts a server and a proxy, and opens a terminal that has loaded the stocktake. */
export async function openCoreCount(): Promise<CoreCount> {
  const server = await startServer();
  const proxy = await startProxy(server.url);
  const singles = await findSingles(server);
  const page = new ScreenlessPage(new BrowserData());
  const terminal = new CoreTerminal(page);
  await terminal.open(proxy.url);
  await terminal.logIn("user");
  await terminal.load(INVENTORY);
  return { server, proxy, page, terminal, singles, spot: spotOf(singles) };
}

export const spotOf = ([first]: readonly Item[]) =>
  JSON.stringify({ inventoryId: INVENTORY, placeId: first?.locationId });

/** Finds the uncounted single pieces of the location with most of them. */
export async function findSingles(server: TestServer): Promise<readonly Item[]> {
  const byPlace = new Map<number, Item[]>();
  for (const item of await readItems(server)) {
    if (item.quantity !== 1 || item.inventoryQuantity !== null) continue;
    byPlace.set(item.locationId, [...(byPlace.get(item.locationId) ?? []), item]);
  }
  const [most] = [...byPlace.values()].sort((a, b) => b.length - a.length);
  if (most === undefined || most.length < 4) throw new Error("the demo has too few single pieces");
  return most;
}

/** Reads the items of the stocktake from the server. */
export async function readItems(server: TestServer): Promise<readonly Item[]> {
  return (await (await server.as("admin")).get(`/api/inventories/${INVENTORY}/items`)).body;
}

/** Scans codes one after the other. Returns the result of each, and the id of its stored operation. */
export function scanAll(
  terminal: CoreTerminal,
  spot: string,
  codes: readonly string[],
  everyMs = 5,
): Promise<{ verdict: string; operationId: string | null; ms: number }[]> {
  return terminal.call(`core.burst(${JSON.stringify(codes)}, ${spot}, ${everyMs})`);
}
