import { describe, expect, test } from "vitest";
import type { Client } from "../../harness/client.ts";
import { PATIENCE_MS } from "../../harness/limits.ts";
import { type NetworkProxy, startProxy } from "../../harness/network-proxy.ts";
import { startServerProcess } from "../../harness/server-process.ts";
import { createProfile, OLDEST, openTerminal, type Terminal } from "../../harness/terminal.ts";
import { TIMES, times } from "../../harness/times.ts";
import { logInTerminal, person } from "../access/log-in.ts";
import { waitForArticles, waitUntilSent } from "../count/count-page.ts";
import type { Item } from "../count/stocktake.ts";
import { reconnect } from "./demo-count.ts";
import { CARD_TEXT, createPace } from "./fast-scans.ts";
import { logLine, readLog } from "./operation-log.ts";

const MANY = times(120);
/** Scans between two changes of the Wi-Fi, which is off half the time. */
const SCANS_PER_TURN = Math.ceil(MANY / 12);
const UMA = person("user").fullName;

interface Plan {
  readonly inventoryId: number;
  /** Codes of the locations, by id. */
  readonly codes: ReadonlyMap<number, string>;
  /** One scan for each expected piece, in order. */
  readonly scans: readonly {
    /** The card's text once it is counted. */
    readonly shown: RegExp;
    readonly code: string;
    readonly place: number;
    readonly line: string;
  }[];
}

async function createPlan(manager: Client): Promise<Plan> {
  const { body } = await manager.post("/api/inventories", { name: "Thousand", locationIds: [1] });
  for (const move of ["prepare", "start"]) await manager.put(`/api/inventories/${body.oid}/${move}`);
  const items: readonly Item[] = (await manager.get(`/api/inventories/${body.oid}/items`)).body;
  const places: readonly { oid: number; code: string }[] = (await manager.get("/api/locations")).body;
  const scans = places.flatMap(({ oid, code: place }) =>
    items
      .filter(({ locationId }) => locationId === oid)
      .flatMap(({ article: { code }, quantity }) =>
        Array.from({ length: quantity }, (_, before) => ({
          code,
          shown: new RegExp(`${before + 1} of ${quantity} pieces? .*${code}`),
          place: oid,
          line: logLine(UMA, code, place, 1, quantity > 1),
        })),
      ),
  );
  if (scans.length < MANY) throw new Error(`the demo has ${scans.length} pieces only`);
  const codes = new Map(places.map(({ oid, code }) => [oid, code]));
  return { inventoryId: body.oid, codes, scans: scans.slice(0, MANY) };
}

/** Kinds of outage, used in turn. */
const OUTAGES: readonly ((proxy: NetworkProxy, terminal: Terminal) => Promise<void> | void)[] = [
  (proxy) => proxy.cut(),
  (_, terminal) => terminal.offline(true),
  (proxy) => proxy.loseResponses(),
  (proxy) => proxy.stall(),
  (proxy) => void proxy.holdRequest(/^POST /),
  (proxy) => proxy.cut(),
];

async function changeWifi(index: number, proxy: NetworkProxy, terminal: Terminal): Promise<void> {
  if (index === 0 || index % SCANS_PER_TURN !== 0) return;
  const turn = index / SCANS_PER_TURN;
  if (turn % 2 === 0) await restoreWifi(proxy, terminal);
  else await OUTAGES[((turn - 1) / 2) % OUTAGES.length]?.(proxy, terminal);
}

async function restoreWifi(proxy: NetworkProxy, terminal: Terminal): Promise<void> {
  proxy.restore();
  await terminal.offline(false);
  await reconnect(terminal);
}

/** Waits until this scan and all before it have their results; a busy machine may be minutes behind. */
async function waitForResult(terminal: Terminal, scan: Plan["scans"][number] | undefined): Promise<void> {
  const card = () => terminal.evaluate(CARD_TEXT);
  await expect.poll(card, { timeout: PATIENCE_MS * TIMES, interval: 50 }).toMatch(scan?.shown ?? /./);
}

/** Finds a scan during which the browser is killed. No other scan leaves the same line in the log. */
function findScanToKill(scans: Plan["scans"], from: number): number {
  return scans.findIndex(({ line }, index) => index >= from && line.endsWith("= 1"));
}

describe.each(OLDEST)("outages in %s", (browser) => {
  test(`${MANY} scans at ten a second arrive once each, with the Wi-Fi off half the time and the browser killed twice`, async () => {
    const server = await startServerProcess();
    const manager = await server.as("manager");
    const proxy = await startProxy(server.url);
    const { inventoryId, codes, scans } = await createPlan(manager);
    const profile = await createProfile();
    let terminal = await openTerminal({ browser, profile });
    const paced = createPace();
    let place = scans[0]?.place ?? 0;
    const openLocation = async () => {
      await terminal.open(`${proxy.url}/#/count/${inventoryId}/${place}`);
      await terminal.until(
        "/^\\d+\\/[1-9]/.test((document.querySelector('.location-figures') || {}).innerText)",
      );
    };
    await logInTerminal(terminal, { as: server.as, url: proxy.url }, "user");
    await terminal.see("Thousand");
    await openLocation();
    await waitForArticles(terminal);
    await terminal.until("navigator.serviceWorker.ready.then(() => true)");

    // Once while the Wi-Fi is off, so that the client starts offline, and once while it is on.
    const kills = [1.5, 8.5].map((turns) => findScanToKill(scans, Math.floor(turns * SCANS_PER_TURN)));
    for (const [index, scan] of scans.entries()) {
      await changeWifi(index, proxy, terminal);
      if (scan.place !== place) {
        place = scan.place;
        await paced(() => terminal.scan(codes.get(place) ?? ""));
      }
      if (kills.includes(index)) await waitForResult(terminal, scans[index - 1]);
      await paced(() => terminal.scan(scan.code));
      if (!kills.includes(index)) continue;
      await terminal.kill();
      terminal = await openTerminal({ browser, profile });
      await openLocation();
    }
    await waitForResult(terminal, scans.at(-1));
    await restoreWifi(proxy, terminal);
    await waitUntilSent(terminal);
    const log = await readLog(manager, inventoryId);
    // Without a result on the screen, a scan may or may not be stored.
    const isSure = ({ line }: { line: string }, index: number) =>
      !kills.includes(index) || log.includes(line);
    expect(log).toEqual(scans.filter(isSure).map(({ line }) => line));
  });
});
