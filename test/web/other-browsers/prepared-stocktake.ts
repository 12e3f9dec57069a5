import { expect } from "vitest";
import type { TestServer } from "../../harness/server.ts";
import type { TerminalPage } from "../../harness/terminal/terminal-page.ts";
import { logInByHand, person } from "../access/log-in.ts";
import type { Item } from "../count/stocktake.ts";
import { logLine } from "../story/operation-log.ts";

/** A floor of the demo that is in none of its stocktakes. */
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
  /** Class and text of the scan result on the card. */
  readonly verdict: string;
  /** Counted and expected quantity on the card. */
  readonly amount: string;
  /** The line of its operation in the log. */
  readonly line: string;
}

export interface Prepared {
  readonly oid: number;
  /** One scan for each expected piece, by location in the order of the list. */
  readonly scans: readonly Scan[];
}

/** Creates and prepares a stocktake of one floor, without starting it. */
export async function prepareStocktake(server: Pick<TestServer, "as">): Promise<Prepared> {
  const manager = await server.as("manager");
  const { body } = await manager.post("/api/inventories", { name: NAME, locationIds: [FLOOR] });
  const { status } = await manager.put(`/api/inventories/${body.oid}/prepare`);
  expect(status).toBe(200);
  const items: readonly Item[] = (await manager.get(`/api/inventories/${body.oid}/items`)).body;
  const places: readonly Place[] = (await manager.get("/api/locations")).body;
  const scans = places.flatMap((place) =>
    items.filter(({ locationId }) => locationId === place.oid).flatMap((item) => scansOf(item, place)),
  );
  return { oid: body.oid, scans };
}

function scansOf({ article: { code }, quantity }: Item, place: Place): Scan[] {
  return Array.from({ length: quantity }, (_, before) => {
    const amount = `${before + 1} of ${quantity}`;
    const verdict = before === 0 ? "counted: Counted" : `added: +1: ${amount}`;
    return { code, place, amount, verdict, line: logLine(BO, code, place.code, 1, quantity > 1) };
  });
}

/** Chooses distinct articles: the first scans of two locations, all pieces of one article, and a single piece at each of two others. */
export function chooseScans(scans: readonly Scan[], perLocation: number) {
  const places = [...new Set(scans.map(({ place }) => place.oid))];
  const usual = places
    .slice(0, 2)
    .flatMap((oid) => scans.filter(({ place }) => place.oid === oid).slice(0, perLocation));
  const used = new Set(usual.map(({ code }) => code));
  const unused = scans.filter(({ code }) => !used.has(code));
  const several = unused.filter(({ code }) => code === unused.find(({ line }) => line.includes("+"))?.code);
  const [here, ...others] = unused.filter(({ amount }) => amount === "1 of 1");
  const there = others.find(({ place }) => place.oid !== here?.place.oid);
  if (several.length < 2 || here === undefined || there === undefined)
    throw new Error("the demo has too few expected pieces");
  return { usual, several, here, there };
}

/** Pairs the terminal, logs in by PIN and starts the stocktake on its screens. */
export async function pairAndStart(
  page: TerminalPage,
  server: Pick<TestServer, "as" | "url">,
): Promise<void> {
  await logInByHand(page, server, "both");
  await page.tap(new RegExp(`^${NAME}`));
  await page.tap({ css: "a[href$='/state']" });
  await page.tap("Start counting");
  await page.see("Location: name or code");
}

/** Scans the label of a location and waits until the terminal has switched to it. */
export async function scanLocation(page: TerminalPage, { oid, code }: Place): Promise<void> {
  await page.scan(code);
  await page.until(`location.hash.endsWith("/${oid}") && document.querySelector(".verdict") !== null`);
}
