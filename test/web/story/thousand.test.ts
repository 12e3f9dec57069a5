import { describe, expect, test } from "vitest";
import type { Client } from "../../harness/client.ts";
import { PATIENCE_MS } from "../../harness/limits.ts";
import { type NetworkProxy, startProxy } from "../../harness/network-proxy.ts";
import { startServerProcess } from "../../harness/server-process.ts";
import { createProfile, OLDEST, openTerminal, type Terminal } from "../../harness/terminal.ts";
import { TIMES, times } from "../../harness/times.ts";
import { logInTerminal, person } from "../access/together.ts";
import { allSent, hasArticles, type Told } from "../count/together.ts";
import { isBack } from "./at-count.ts";
import { entry, linesOf } from "./log.ts";
import { aPace, CARD } from "./scanner.ts";

const MANY = times(120);
/** The Wi-Fi goes or comes after so many scans: it is off half the time. */
const TURN = Math.ceil(MANY / 12);
const UMA = person("user").fullName;

interface Plan {
  readonly inventoryId: number;
  /** By the places' ids. */
  readonly codes: ReadonlyMap<number, string>;
  /** In this order: each piece of each article where it is expected, and the line that it leaves in the log. */
  readonly scans: readonly {
    /** On the card, when it is counted. */
    readonly shown: RegExp;
    readonly code: string;
    readonly place: number;
    readonly line: string;
  }[];
}

async function planned(manager: Client): Promise<Plan> {
  const { body } = await manager.post("/api/inventories", { name: "Thousand", locationIds: [1] });
  for (const move of ["prepare", "start"]) await manager.put(`/api/inventories/${body.oid}/${move}`);
  const items: readonly Told[] = (await manager.get(`/api/inventories/${body.oid}/items`)).body;
  const places: readonly { oid: number; code: string }[] = (await manager.get("/api/locations")).body;
  const scans = places.flatMap(({ oid, code: place }) =>
    items
      .filter(({ locationId }) => locationId === oid)
      .flatMap(({ article: { code }, quantity }) =>
        Array.from({ length: quantity }, (_, before) => ({
          code,
          shown: new RegExp(`${before + 1} of ${quantity} pieces? .*${code}`),
          place: oid,
          line: entry(UMA, code, place, 1, quantity > 1),
        })),
      ),
  );
  if (scans.length < MANY) throw new Error(`the demo has ${scans.length} pieces only`);
  const codes = new Map(places.map(({ oid, code }) => [oid, code]));
  return { inventoryId: body.oid, codes, scans: scans.slice(0, MANY) };
}

/** The ways in which a Wi-Fi is off, one after the other. */
const OUTAGES: readonly ((proxy: NetworkProxy, terminal: Terminal) => Promise<void> | void)[] = [
  (proxy) => proxy.cut(),
  (_, terminal) => terminal.offline(true),
  (proxy) => proxy.loseResponses(),
  (proxy) => proxy.stall(),
  (proxy) => void proxy.holdRequest(/^POST /),
  (proxy) => proxy.cut(),
];

async function takeTurn(index: number, proxy: NetworkProxy, terminal: Terminal): Promise<void> {
  if (index === 0 || index % TURN !== 0) return;
  const turn = index / TURN;
  if (turn % 2 === 0) await comeBack(proxy, terminal);
  else await OUTAGES[((turn - 1) / 2) % OUTAGES.length]?.(proxy, terminal);
}

async function comeBack(proxy: NetworkProxy, terminal: Terminal): Promise<void> {
  proxy.restore();
  await terminal.offline(false);
  await isBack(terminal);
}

/** Waits until all scans up to this one have their verdicts; a busy machine may be minutes behind. */
async function hasCome(terminal: Terminal, scan: Plan["scans"][number] | undefined): Promise<void> {
  const card = () => terminal.evaluate(CARD);
  await expect.poll(card, { timeout: PATIENCE_MS * TIMES, interval: 50 }).toMatch(scan?.shown ?? /./);
}

/** A scan in whose middle the browser may be killed: it leaves a line that no other leaves. */
function killAt(scans: Plan["scans"], from: number): number {
  return scans.findIndex(({ line }, index) => index >= from && line.endsWith("= 1"));
}

describe.each(OLDEST)("scans in %s", (browser) => {
  test(`${MANY} at ten a second, the Wi-Fi off half the time, the browser killed twice: each is there once`, async () => {
    const server = await startServerProcess();
    const manager = await server.as("manager");
    const proxy = await startProxy(server.url);
    const { inventoryId, codes, scans } = await planned(manager);
    const profile = await createProfile();
    let terminal = await openTerminal({ browser, profile });
    const paced = aPace();
    let place = scans[0]?.place ?? 0;
    const toCount = async () => {
      await terminal.open(`${proxy.url}/#/count/${inventoryId}/${place}`);
      await terminal.until(
        "/^\\d+\\/[1-9]/.test((document.querySelector('.place-figures') || {}).innerText)",
      );
    };
    await logInTerminal(terminal, { as: server.as, url: proxy.url }, "user");
    await terminal.see("Thousand");
    await toCount();
    await hasArticles(terminal);
    await terminal.until("navigator.serviceWorker.ready.then(() => true)");

    // Once while the Wi-Fi is off, so that it starts again without the box, and once while it is on.
    const kills = [1.5, 8.5].map((turns) => killAt(scans, Math.floor(turns * TURN)));
    for (const [index, scan] of scans.entries()) {
      await takeTurn(index, proxy, terminal);
      if (scan.place !== place) {
        place = scan.place;
        await paced(() => terminal.scan(codes.get(place) ?? ""));
      }
      if (kills.includes(index)) await hasCome(terminal, scans[index - 1]);
      await paced(() => terminal.scan(scan.code));
      if (!kills.includes(index)) continue;
      await terminal.kill();
      terminal = await openTerminal({ browser, profile });
      await toCount();
    }
    await hasCome(terminal, scans.at(-1));
    await comeBack(proxy, terminal);
    await allSent(terminal);
    const log = await linesOf(manager, inventoryId);
    // Of a scan whose verdict nobody has seen, nobody knows whether it was kept.
    const isSure = ({ line }: { line: string }, index: number) =>
      !kills.includes(index) || log.includes(line);
    expect(log).toEqual(scans.filter(isSure).map(({ line }) => line));
  });
});
