import { describe, expect, test } from "vitest";
import { type ServerProcess, startServerProcess } from "../../harness/server-process.ts";
import { createProfile, OLDEST, openTerminal } from "../../harness/terminal.ts";
import { INVENTORY, type Item, scanAll, spotOf } from "./core-count.ts";
import { CoreTerminal } from "./core-terminal.ts";

// The server and the terminal are killed while counts are sent. Afterwards the server's operations are compared with the scans.

const TIMES = 3;

async function readSingles(terminal: CoreTerminal): Promise<readonly Item[]> {
  const items = await terminal.call<readonly Item[]>(`core.db().then((db) => db.getAll("items"))`);
  return items.filter(({ quantity, inventoryQuantity }) => quantity === 1 && inventoryQuantity === null);
}

/** Counts the operations in the outbox. */
const countStored = (terminal: CoreTerminal) =>
  terminal.call<number>("core.sizes().then(({ outbox }) => outbox)");

/** Waits until the outbox has this many operations. */
const waitForStored = (terminal: CoreTerminal, count: number) =>
  terminal.until(`core.sizes().then(({ outbox }) => outbox >= ${count})`);

/** Reads the ids of the applied operations from the server. */
async function readApplied(server: ServerProcess): Promise<readonly string[]> {
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

describe.each(OLDEST)("power losses in %s", (browser) => {
  test("the server has each scan once after server and browser were killed three times", async () => {
    const server = await startServerProcess();
    const profile = await createProfile();
    let tab = await openTerminal({ browser, profile, allowErrors: true });
    let terminal = new CoreTerminal(tab);
    await terminal.open(server.url);
    await terminal.logIn("user");
    await terminal.load(INVENTORY);
    const singles = await readSingles(terminal);
    const before = await readApplied(server);
    const codes = singles.map(({ article }) => article.code);
    const scanned: (string | null)[] = [];
    for (let time = 0; time < TIMES; time++) {
      const stored = await countStored(terminal);
      const counting = scanAll(terminal, spotOf(singles), [...codes, ...codes], 20);
      await waitForStored(terminal, stored + Math.ceil(codes.length * (0.5 + 0.5 * time)));
      await server.kill();
      scanned.push(...(await counting).map(({ operationId }) => operationId));
      await tab.kill();
      tab = await openTerminal({ browser, profile, allowErrors: true });
      terminal = new CoreTerminal(tab);
      await server.start();
      await terminal.open(server.url);
    }
    await terminal.call("core.sendNow()");
    await terminal.until("core.isAllSent()");
    expect(scanned).not.toContain(null);
    const fresh = (await readApplied(server)).filter((operationId) => !before.includes(operationId));
    expect(fresh).toEqual([...scanned].sort());
  });
});
