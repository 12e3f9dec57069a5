import { type NetworkProxy, startProxy } from "../../harness/network-proxy.ts";
import { startServer, type TestServer } from "../../harness/server.ts";
import type { BrowserName } from "../../harness/terminal/chromium.ts";
import { openTerminal, type Terminal, type TerminalOptions } from "../../harness/terminal.ts";
import { CoreTerminal } from "./terminal.ts";

/** The demo's stocktake that is in progress. */
export const INVENTORY = 3;

/** An item as the tests read it. */
export interface Item {
  readonly oid: number;
  readonly articleId: number;
  readonly locationId: number;
  readonly quantity: number;
  readonly inventoryQuantity: number | null;
  readonly article: { readonly code: string };
}

/** A box behind a Wi-Fi, and a terminal at which Uma has loaded a stocktake. */
export interface Counting {
  readonly server: TestServer;
  readonly proxy: NetworkProxy;
  readonly hand: Terminal;
  readonly terminal: CoreTerminal;
  /** Single pieces that nobody has counted, all expected at one place. */
  readonly singles: readonly Item[];
  /** The place of those, as the client takes it. */
  readonly spot: string;
}

/** A box and a terminal that is ready to count. */
export async function aCount(
  browser: BrowserName,
  options: Partial<TerminalOptions> = {},
): Promise<Counting> {
  const server = await startServer();
  const proxy = await startProxy(server.url);
  const singles = await singlesOf(server);
  const hand = await openTerminal({ browser, allowErrors: true, ...options });
  const terminal = new CoreTerminal(hand);
  await terminal.open(proxy.url);
  await terminal.logIn("user");
  await terminal.load(INVENTORY);
  return { server, proxy, hand, terminal, singles, spot: spotOf(singles) };
}

export const spotOf = ([first]: readonly Item[]) =>
  JSON.stringify({ inventoryId: INVENTORY, placeId: first?.locationId });

/** The single pieces at the place that has most of them. */
async function singlesOf(server: TestServer): Promise<readonly Item[]> {
  const byPlace = new Map<number, Item[]>();
  for (const item of await itemsOf(server)) {
    if (item.quantity !== 1 || item.inventoryQuantity !== null) continue;
    byPlace.set(item.locationId, [...(byPlace.get(item.locationId) ?? []), item]);
  }
  const [most] = [...byPlace.values()].sort((a, b) => b.length - a.length);
  if (most === undefined || most.length < 4) throw new Error("the demo has too few single pieces");
  return most;
}

/** The items of the stocktake as the box has them. */
export async function itemsOf(server: TestServer): Promise<readonly Item[]> {
  return (await (await server.as("admin")).get(`/api/inventories/${INVENTORY}/items`)).body;
}

/** Scans these codes one after the other; gives what was kept of each. */
export function scanAll(
  terminal: CoreTerminal,
  spot: string,
  codes: readonly string[],
  everyMs = 5,
): Promise<{ verdict: string; operationId: string | null; ms: number }[]> {
  return terminal.call(`core.burst(${JSON.stringify(codes)}, ${spot}, ${everyMs})`);
}
