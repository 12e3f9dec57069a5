import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { startProxy } from "../../harness/network-proxy.ts";
import { type ServerProcess, startServerProcess } from "../../harness/server-process.ts";
import { createProfile, OLDEST, openTerminal } from "../../harness/terminal.ts";
import { INVENTORY, type Item, scanAll, spotOf } from "./setting.ts";
import { CoreTerminal } from "./terminal.ts";

// The box loses its power while it takes what was counted, and the terminal its own while it counts. Afterwards what the box
// has is compared with what was scanned, one by one.

const TIMES = 3;
const SCANS = 200;

async function singlesOf(terminal: CoreTerminal): Promise<readonly Item[]> {
  const items = await terminal.call<readonly Item[]>(`core.db().then((db) => db.getAll("items"))`);
  return items.filter(({ quantity, inventoryQuantity }) => quantity === 1 && inventoryQuantity === null);
}

/** The operations that the box has applied, by their ids. */
async function appliedAt(server: ServerProcess): Promise<readonly string[]> {
  const manager = await server.as("manager");
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
    const server = await startServerProcess();
    const profile = await createProfile();
    let hand = await openTerminal({ browser, profile, allowErrors: true });
    let terminal = new CoreTerminal(hand);
    await terminal.open(server.url);
    await terminal.logIn("user");
    await terminal.load(INVENTORY);
    const singles = await singlesOf(terminal);
    const before = await appliedAt(server);
    const codes = singles.map(({ article }) => article.code);
    const scanned: (string | null)[] = [];
    for (let time = 0; time < TIMES; time++) {
      const counting = scanAll(terminal, spotOf(singles), [...codes, ...codes], 20);
      // Somewhere in the middle of it, wherever that is.
      await pause(400 + 137 * time);
      await server.kill();
      scanned.push(...(await counting).map(({ operationId }) => operationId));
      await hand.kill();
      hand = await openTerminal({ browser, profile, allowErrors: true });
      terminal = new CoreTerminal(hand);
      await server.start();
      await terminal.open(server.url);
    }
    await terminal.call("core.sendNow()");
    await terminal.until("core.isAllSent()");
    expect(scanned).not.toContain(null);
    const fresh = (await appliedAt(server)).filter((operationId) => !before.includes(operationId));
    expect(fresh).toEqual([...scanned].sort());
  });

  test("a Wi-Fi that is gone half of the time loses and doubles nothing", async () => {
    const server = await startServerProcess();
    const proxy = await startProxy(server.url);
    const terminal = new CoreTerminal(await openTerminal({ browser, allowErrors: true }));
    await terminal.open(proxy.url);
    await terminal.logIn("user");
    await terminal.load(INVENTORY);
    const singles = await singlesOf(terminal);
    const before = await appliedAt(server);
    const codes = Array.from(
      { length: SCANS },
      (_, index) => singles[index % singles.length]?.article.code ?? "",
    );
    let isCounting = true;
    const counting = scanAll(terminal, spotOf(singles), codes, 20).finally(() => {
      isCounting = false;
    });
    for (const spoil of cycle([proxy.cut, proxy.loseResponses, proxy.stall])) {
      spoil();
      await pause(250);
      proxy.restore();
      await pause(250);
      if (!isCounting) break;
    }
    const scanned = (await counting).map(({ operationId }) => operationId);
    await terminal.call("core.sendNow()");
    await terminal.until("core.isAllSent()");
    expect(scanned).not.toContain(null);
    const fresh = (await appliedAt(server)).filter((operationId) => !before.includes(operationId));
    expect(fresh).toEqual([...scanned].sort());
  });
});

/** These again and again, a busy machine's count long. */
function* cycle<T>(all: readonly T[]): Generator<T> {
  for (let round = 0; round < 100; round++) yield* all;
}
