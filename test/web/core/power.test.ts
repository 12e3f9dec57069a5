import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { aBoxProcess, type BoxProcess } from "../../harness/box-process.ts";
import { aHandheld, aProfile, OLDEST } from "../../harness/handheld.ts";
import { aLine } from "../../harness/line.ts";
import { INVENTORY, type Item, scanAll, spotOf } from "./setting.ts";
import { Terminal } from "./terminal.ts";

// The box loses its power while it takes what was counted, and the terminal its own while it counts. Afterwards what the box
// has is compared with what was scanned, one by one.

const TIMES = 3;
const SCANS = 200;

async function singlesOf(terminal: Terminal): Promise<readonly Item[]> {
  const items = await terminal.call<readonly Item[]>(`core.db().then((db) => db.getAll("items"))`);
  return items.filter(({ quantity, inventoryQuantity }) => quantity === 1 && inventoryQuantity === null);
}

/** The operations that the box has applied, by their ids. */
async function appliedAt(box: BoxProcess): Promise<readonly string[]> {
  const manager = await box.as("manager");
  const all: { oid: number; operationId: string }[] = [];
  for (let before = ""; ; ) {
    const { body } = await manager.get(`/api/inventories/${INVENTORY}/operations?state=applied${before}`);
    all.push(...body);
    const last = all[all.length - 1];
    if (body.length < 100 || last === undefined) return all.map(({ operationId }) => operationId).sort();
    before = `&before=${last.oid}`;
  }
}

describe.each(OLDEST)("without power now and then, in %s", (browser) => {
  test("the box has each scan once, in the end", async () => {
    const box = await aBoxProcess();
    const profile = await aProfile();
    let hand = await aHandheld({ browser, profile, mayComplain: true });
    let terminal = new Terminal(hand);
    await terminal.open(box.url);
    await terminal.logIn("user");
    await terminal.load(INVENTORY);
    const singles = await singlesOf(terminal);
    const before = await appliedAt(box);
    const codes = singles.map(({ article }) => article.code);
    const scanned: (string | null)[] = [];
    for (let time = 0; time < TIMES; time++) {
      const counting = scanAll(terminal, spotOf(singles), [...codes, ...codes], 20);
      // Somewhere in the middle of it, wherever that is.
      await pause(400 + 137 * time);
      await box.kill();
      scanned.push(...(await counting).map(({ operationId }) => operationId));
      await hand.kill();
      hand = await aHandheld({ browser, profile, mayComplain: true });
      terminal = new Terminal(hand);
      await box.start();
      await terminal.open(box.url);
    }
    await terminal.call("core.sendNow()");
    await terminal.until("core.isAllSent()");
    expect(scanned).not.toContain(null);
    const fresh = (await appliedAt(box)).filter((operationId) => !before.includes(operationId));
    expect(fresh).toEqual([...scanned].sort());
  });

  test("a Wi-Fi that is gone half of the time loses and doubles nothing", async () => {
    const box = await aBoxProcess();
    const line = await aLine(box.url);
    const terminal = new Terminal(await aHandheld({ browser, mayComplain: true }));
    await terminal.open(line.url);
    await terminal.logIn("user");
    await terminal.load(INVENTORY);
    const singles = await singlesOf(terminal);
    const before = await appliedAt(box);
    const codes = Array.from(
      { length: SCANS },
      (_, index) => singles[index % singles.length]?.article.code ?? "",
    );
    let isCounting = true;
    const counting = scanAll(terminal, spotOf(singles), codes, 20).finally(() => {
      isCounting = false;
    });
    for (const spoil of cycle([line.cut, line.loseAnswers, line.stall])) {
      spoil();
      await pause(250);
      line.mend();
      await pause(250);
      if (!isCounting) break;
    }
    const scanned = (await counting).map(({ operationId }) => operationId);
    await terminal.call("core.sendNow()");
    await terminal.until("core.isAllSent()");
    expect(scanned).not.toContain(null);
    const fresh = (await appliedAt(box)).filter((operationId) => !before.includes(operationId));
    expect(fresh).toEqual([...scanned].sort());
  });
});

/** These again and again, a busy machine's count long. */
function* cycle<T>(all: readonly T[]): Generator<T> {
  for (let round = 0; round < 100; round++) yield* all;
}
