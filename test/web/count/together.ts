import { rename } from "node:fs/promises";
import { basename } from "node:path";
import { expect, inject } from "vitest";
import { moveToMainFile } from "../../harness/demo-copy.ts";
import { startServer, type TestServer } from "../../harness/server.ts";
import type { TerminalPage } from "../../harness/terminal/terminal-page.ts";
import { openTerminal, type Terminal, type TerminalOptions } from "../../harness/terminal.ts";
import { logInTerminal, withMovableClock } from "../access/together.ts";

/** An item as the box tells of it. */
export interface Told {
  readonly oid: number;
  readonly locationId: number;
  readonly inventoryLocationId: number | null;
  readonly quantity: number;
  readonly inventoryQuantity: number | null;
  readonly isFound: boolean;
  readonly note: string | null;
  readonly isDisposal: boolean;
  readonly disposalMethodId: number | null;
  readonly disposalReasonId: number | null;
  readonly article: { readonly oid: number; readonly code: string; readonly name: string };
}

/** A stocktake of the first floor and all its rooms, which nobody has counted. */
export interface Stocktake {
  readonly oid: number;
  readonly name: string;
  /** Two of its rooms in which something is expected, and what. */
  readonly rooms: readonly [Room, Room];
  /** The item of this article as the box tells of it now. */
  told(code: string): Promise<Told>;
}

interface StocktakeOptions {
  readonly isBlind?: boolean;
  /** What is counted; the first floor unless said. */
  readonly locationIds?: readonly number[];
}

export interface Room {
  readonly oid: number;
  readonly name: string;
  readonly code: string;
  /** Expected once. */
  readonly single: Told;
  /** Expected several times. */
  readonly several: Told;
}

const FIRST_FLOOR = 3;

/** Makes a stocktake of many places and starts it. */
export async function aStocktake(server: TestServer, options: StocktakeOptions = {}): Promise<Stocktake> {
  return withItems(server, await start(server, options));
}

type Started = Omit<Stocktake, "told">;

async function start(
  server: TestServer,
  { isBlind = false, locationIds = [FIRST_FLOOR] }: StocktakeOptions,
): Promise<Started> {
  const manager = await server.as("manager");
  const name = "Spring";
  const { body } = await manager.post("/api/inventories", { name, locationIds, isBlind });
  const path = `/api/inventories/${body.oid}`;
  for (const move of ["prepare", "start"]) {
    const { status } = await manager.put(`${path}/${move}`);
    expect(status).toBe(200);
  }
  const locations: readonly { oid: number; name: string; code: string }[] = (
    await manager.get("/api/locations")
  ).body;
  const all: readonly Told[] = (await manager.get(`${path}/items`)).body;
  const rooms = locations.flatMap((location) => {
    const here = all.filter(({ locationId }) => locationId === location.oid);
    const single = here.find(({ quantity }) => quantity === 1);
    const several = here.find(({ quantity }) => quantity > 2);
    return single && several ? [{ ...location, single, several }] : [];
  });
  const [one, other] = rooms;
  if (one === undefined || other === undefined) throw new Error("the demo has too few rooms");
  return { oid: body.oid, name, rooms: [one, other] };
}

async function withItems(server: TestServer, started: Started): Promise<Stocktake> {
  const manager = await server.as("manager");
  return {
    ...started,
    async told(code) {
      const items: readonly Told[] = (await manager.get(`/api/inventories/${started.oid}/items`)).body;
      const found = items.find(({ article }) => article.code === code);
      if (found === undefined) throw new Error(`no item of ${code}`);
      return found;
    },
  };
}

/** Folders of boxes with a stocktake, by its options: each is made once in a process. */
const prepared = new Map<string, Promise<{ readonly folder: string; readonly started: Started }>>();

async function prepare(options: StocktakeOptions): Promise<{ folder: string; started: Started }> {
  const server = await startServer({ keep: true });
  const started = await start(server, options);
  await server.halt();
  // Removed with the demo's folder.
  const folder = `${inject("demoFolder")}-${basename(server.folder)}`;
  await rename(server.folder, folder);
  await moveToMainFile(folder);
  return { folder, started };
}

/** A box of its own with such a stocktake. */
async function aBoxWithStocktake(
  options: StocktakeOptions,
): Promise<{ readonly server: TestServer; readonly stocktake: Stocktake }> {
  const key = JSON.stringify(options);
  const preparing = prepared.get(key) ?? prepare(options);
  prepared.set(key, preparing);
  const { folder, started } = await preparing;
  const server = await startServer({ stopped: folder });
  return { server, stocktake: await withItems(server, started) };
}

/** Somebody at a terminal, before the first room of a stocktake. */
export interface CountSetup {
  readonly server: TestServer;
  readonly terminal: Terminal;
  readonly stocktake: Stocktake;
  /** Goes to a screen of the stocktake: `/7/pick`. */
  go(rest: string): Promise<void>;
}

interface CountSetupOptions extends TerminalOptions, StocktakeOptions {
  readonly userName?: string;
  /** `window.ahead`: how many ms its clock is ahead. */
  readonly withClock?: boolean;
}

/** A terminal at which somebody has everything to count the first room. */
export async function startCount(given: CountSetupOptions): Promise<CountSetup> {
  const { userName = "user", isBlind, locationIds, language = "en", withClock = false, ...options } = given;
  const { server, stocktake } = await aBoxWithStocktake({
    ...(isBlind && { isBlind }),
    ...(locationIds && { locationIds }),
  });
  const terminal = await openTerminal(options);
  if (withClock) await withMovableClock(terminal);
  await logInTerminal(terminal, server, userName, { language });
  const go = (rest: string) => terminal.open(`${server.url}/#/count/${stocktake.oid}${rest}`);
  await terminal.see(stocktake.name);
  await go("");
  await terminal.until("document.querySelector('input[type=search]') !== null");
  await go(`/${stocktake.rooms[0].oid}`);
  await terminal.until(HAS_ITEMS);
  await hasArticles(terminal);
  return { server, terminal, stocktake, go };
}

/** Everything that the terminal keeps, as text. */
export const KEPT = `(async () => {
  const db = await new Promise((resolve) => {
    const opening = indexedDB.open("tallybox");
    opening.onsuccess = () => resolve(opening.result);
  });
  const all = {};
  for (const name of db.objectStoreNames)
    all[name] = await new Promise((resolve) => {
      const request = db.transaction(name).objectStore(name).getAll();
      request.onsuccess = () => resolve(request.result);
    });
  db.close();
  return JSON.stringify(all);
})()`;

/** What is expected at the location has come. */
export const HAS_ITEMS = `/^\\d+\\/[1-9]/.test((document.querySelector('.place-figures') || {}).innerText)`;

/** Waits until the articles are on the device. */
export async function hasArticles(terminal: TerminalPage): Promise<void> {
  await terminal.until(`new Promise((resolve, reject) => {
    const opening = indexedDB.open("tallybox");
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const db = opening.result;
      const asked = db.transaction("values").objectStore("values").get("articles");
      asked.onerror = () => reject(asked.error);
      asked.onsuccess = () => { db.close(); resolve((asked.result || {}).areHere === true); };
    };
  })`);
}

/** The verdict that the card shows, by its class, and its text. */
export async function card(terminal: TerminalPage): Promise<string> {
  return `${await terminal.evaluate("(document.querySelector('.verdict').className.match(/is-(\\w+)/) || [])[1]")}: ${await terminal.textOf(".verdict")}`;
}

/** Waits until nothing waits to be sent. */
export async function allSent(terminal: Pick<Terminal, "see">): Promise<void> {
  await terminal.see(/^(All sent|Vše odesláno)/);
}

/** Chooses in a list by its label, as a finger does in the browser's own dialog. */
export async function pick(terminal: Terminal, label: string, option: string): Promise<void> {
  await terminal.evaluate(`(() => {
    const label = [...document.querySelectorAll("label")].find((one) => one.firstChild.data === ${JSON.stringify(label)});
    const select = label.querySelector("select");
    select.value = [...select.options].find((one) => one.text === ${JSON.stringify(option)}).value;
    select.dispatchEvent(new Event("change", { bubbles: true }));
  })()`);
}

/** Types a number on the pad. */
export async function typeNumber(terminal: Terminal, value: number): Promise<void> {
  for (const digit of String(value)) {
    await terminal.tap({ css: `.number-pad button:nth-child(${digit === "0" ? 11 : digit})` });
  }
}

/** Scrolls as a finger does, until the bars don't cover it. */
export async function scrollTo(terminal: Terminal, css: string): Promise<void> {
  await terminal.until(`document.querySelector(${JSON.stringify(css)}) !== null`);
  await terminal.evaluate(
    `document.querySelector(${JSON.stringify(css)}).scrollIntoView({ block: "center" })`,
  );
}

/** Waits until a tap is no second tap of the one before. */
export async function notTwice(terminal: Pick<Terminal, "evaluate">): Promise<void> {
  await terminal.evaluate(`new Promise((later) => setTimeout(later, 600))`);
}
