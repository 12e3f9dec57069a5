import { expect } from "vitest";
import type { TestServer } from "../../harness/server.ts";
import type { TerminalPage } from "../../harness/terminal/terminal-page.ts";
import { person, throughTheDoor } from "../access/together.ts";
import type { Told } from "../count/together.ts";
import { entry } from "../story/log.ts";

/** Floors and rooms of the demo that no stocktake of it covers. */
const FLOOR = 3;
const NAME = "Four browsers";
const BO = person("both").fullName;

interface Place {
  readonly oid: number;
  readonly code: string;
}

/** A scan of one expected piece. */
export interface Scan {
  readonly code: string;
  readonly place: Place;
  /** The verdict's class and name on the card. */
  readonly verdict: string;
  /** On the card: how many there are now, of how many. */
  readonly amount: string;
  /** The line that it leaves in the server's log. */
  readonly line: string;
}

export interface Prepared {
  readonly oid: number;
  /** By location, in the order of the list: a scan for each piece that is expected there. */
  readonly scans: readonly Scan[];
}

/** Prepares a stocktake of one floor. It is still to be started. */
export async function aPreparedStocktake(server: Pick<TestServer, "as">): Promise<Prepared> {
  const manager = await server.as("manager");
  const { body } = await manager.post("/api/inventories", { name: NAME, locationIds: [FLOOR] });
  const { status } = await manager.put(`/api/inventories/${body.oid}/prepare`);
  expect(status).toBe(200);
  const items: readonly Told[] = (await manager.get(`/api/inventories/${body.oid}/items`)).body;
  const places: readonly Place[] = (await manager.get("/api/locations")).body;
  const scans = places.flatMap((place) =>
    items.filter(({ locationId }) => locationId === place.oid).flatMap((item) => scansOf(item, place)),
  );
  return { oid: body.oid, scans };
}

function scansOf({ article: { code }, quantity }: Told, place: Place): Scan[] {
  return Array.from({ length: quantity }, (_, before) => {
    const amount = `${before + 1} of ${quantity}`;
    const verdict = before === 0 ? "counted: Counted" : `added: +1: ${amount}`;
    return { code, place, amount, verdict, line: entry(BO, code, place.code, 1, quantity > 1) };
  });
}

/** Whether several pieces of it are expected. */
export const isSeveral = ({ line }: Scan) => line.includes("+");

/** Pairs the terminal, logs in by PIN and starts the stocktake, all of it on the screen. */
export async function startAtTerminal(
  page: TerminalPage,
  server: Pick<TestServer, "as" | "url">,
): Promise<void> {
  await throughTheDoor(page, server, "both");
  await page.tap(new RegExp(`^${NAME}`));
  await page.tap({ css: "a[href$='/state']" });
  await page.tap("Start counting");
  await page.see("Location: name or code");
}

/** Scans the label of a location and waits until the count goes on there. */
export async function goTo(page: TerminalPage, { oid, code }: Place): Promise<void> {
  await page.scan(code);
  await page.until(`location.hash.endsWith("/${oid}") && document.querySelector(".verdict") !== null`);
}
