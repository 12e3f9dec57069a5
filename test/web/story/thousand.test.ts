import { describe, expect, test } from "vitest";
import { aBoxProcess } from "../../harness/box-process.ts";
import type { Client } from "../../harness/client.ts";
import { aHandheld, aProfile, type Handheld, OLDEST } from "../../harness/handheld.ts";
import { PATIENCE_MS } from "../../harness/limits.ts";
import { aLine, type Line } from "../../harness/line.ts";
import { TIMES, times } from "../../harness/times.ts";
import { atWork, person } from "../access/together.ts";
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
const OUTAGES: readonly ((line: Line, handheld: Handheld) => Promise<void> | void)[] = [
  (line) => line.cut(),
  (_, handheld) => handheld.offline(true),
  (line) => line.loseAnswers(),
  (line) => line.stall(),
  (line) => void line.holdAt(/^POST /),
  (line) => line.cut(),
];

async function takeTurn(index: number, line: Line, handheld: Handheld): Promise<void> {
  if (index === 0 || index % TURN !== 0) return;
  const turn = index / TURN;
  if (turn % 2 === 0) await comeBack(line, handheld);
  else await OUTAGES[((turn - 1) / 2) % OUTAGES.length]?.(line, handheld);
}

async function comeBack(line: Line, handheld: Handheld): Promise<void> {
  line.mend();
  await handheld.offline(false);
  await isBack(handheld);
}

/** Waits until all scans up to this one have their verdicts; a busy machine may be minutes behind. */
async function hasCome(handheld: Handheld, scan: Plan["scans"][number] | undefined): Promise<void> {
  const card = () => handheld.evaluate(CARD);
  await expect.poll(card, { timeout: PATIENCE_MS * TIMES, interval: 50 }).toMatch(scan?.shown ?? /./);
}

/** A scan in whose middle the browser may be killed: it leaves a line that no other leaves. */
function killAt(scans: Plan["scans"], from: number): number {
  return scans.findIndex(({ line }, index) => index >= from && line.endsWith("= 1"));
}

describe.each(OLDEST)("scans in %s", (browser) => {
  test(`${MANY} at ten a second, the Wi-Fi off half the time, the browser killed twice: each is there once`, async () => {
    const box = await aBoxProcess();
    const manager = await box.as("manager");
    const line = await aLine(box.url);
    const { inventoryId, codes, scans } = await planned(manager);
    const profile = await aProfile();
    let handheld = await aHandheld({ browser, profile });
    const paced = aPace();
    let place = scans[0]?.place ?? 0;
    const toCount = async () => {
      await handheld.open(`${line.url}/#/count/${inventoryId}/${place}`);
      await handheld.until(
        "/^\\d+\\/[1-9]/.test((document.querySelector('.place-figures') || {}).innerText)",
      );
    };
    await atWork(handheld, { as: box.as, url: line.url }, "user");
    await handheld.see("Thousand");
    await toCount();
    await hasArticles(handheld);
    await handheld.until("navigator.serviceWorker.ready.then(() => true)");

    // Once while the Wi-Fi is off, so that it starts again without the box, and once while it is on.
    const kills = [1.5, 8.5].map((turns) => killAt(scans, Math.floor(turns * TURN)));
    for (const [index, scan] of scans.entries()) {
      await takeTurn(index, line, handheld);
      if (scan.place !== place) {
        place = scan.place;
        await paced(() => handheld.scan(codes.get(place) ?? ""));
      }
      if (kills.includes(index)) await hasCome(handheld, scans[index - 1]);
      await paced(() => handheld.scan(scan.code));
      if (!kills.includes(index)) continue;
      await handheld.kill();
      handheld = await aHandheld({ browser, profile });
      await toCount();
    }
    await hasCome(handheld, scans.at(-1));
    await comeBack(line, handheld);
    await allSent(handheld);
    const log = await linesOf(manager, inventoryId);
    // Of a scan whose verdict nobody has seen, nobody knows whether it was kept.
    const isSure = ({ line }: { line: string }, index: number) =>
      !kills.includes(index) || log.includes(line);
    expect(log).toEqual(scans.filter(isSure).map(({ line }) => line));
  });
});
