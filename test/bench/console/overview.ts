import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Target } from "../targets.ts";
import { createBigStocktake } from "../terminal/stocktake.ts";
import { openOffice, type Used } from "./office.ts";

/** How much is counted while the overview is open. */
export interface OverviewAmount {
  readonly terminals: number;
  readonly seconds: number;
  /** A terminal counts once in so long. */
  readonly everyMs: number;
}

/** The browser's usage after so many seconds. */
export interface Sample extends Used {
  readonly atSeconds: number;
  /** The figure on the screen, and the server's own, at the same moment. */
  readonly shown: number;
  readonly counted: number;
}

const ROOMS = [13, 14, 15] as const;
const LOOKS = 10;

/** Opens the overview while terminals count, and samples it ten times. Throws when a count is refused. */
export async function measureOverview(target: Target, amount: OverviewAmount): Promise<readonly Sample[]> {
  const { oid, allCodes } = await createBigStocktake(target, ROOMS);
  const office = await openOffice(target);
  const card = office.page
    .getByRole("article")
    .filter({ has: office.page.locator(`a[href="#/stocktakes/${oid}"]`) });
  await card.waitFor();
  const stop = new AbortController();
  const counting = Array.from({ length: amount.terminals }, (_, at) =>
    count(target, oid, allCodes, at, amount.everyMs, stop.signal),
  );
  const sights: Sample[] = [];
  const before = (await office.used()).cpuSeconds;
  for (let look = 1; look <= LOOKS; look++) {
    await pause((amount.seconds * 1000) / LOOKS);
    const used = await office.used();
    sights.push({
      ...used,
      cpuSeconds: used.cpuSeconds - before,
      atSeconds: (amount.seconds * look) / LOOKS,
      shown: Number.parseInt((await card.locator("label").innerText()).replaceAll(",", ""), 10),
      counted: await countedOf(target, oid),
    });
  }
  stop.abort();
  await Promise.all(counting);
  await office.close();
  return sights;
}

/** One terminal: a count now and then, in a request of its own. */
async function count(
  { port, token }: Target,
  inventory: number,
  codes: readonly string[],
  terminal: number,
  everyMs: number,
  stop: AbortSignal,
): Promise<void> {
  // Not all in the same moment.
  await pause(Math.random() * everyMs);
  for (let turn = 0; !stop.aborted; turn++) {
    const code = codes[(terminal + turn * 200) % codes.length];
    const operations = [
      { operationId: randomUUID(), kind: "add", at: new Date().toISOString(), code, quantity: 1 },
    ];
    const response = await fetch(`http://127.0.0.1:${port}/api/inventories/${inventory}/counts`, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      body: JSON.stringify({ operations }),
    });
    if (!response.ok) throw new Error(`a count: ${response.status} ${await response.text()}`);
    await response.arrayBuffer();
    await pause(everyMs);
  }
}

async function countedOf({ port, token }: Target, inventory: number): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}/api/inventories/${inventory}/progress`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  return ((await response.json()) as { counted: number }).counted;
}
