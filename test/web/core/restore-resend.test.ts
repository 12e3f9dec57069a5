import { describe, expect, test } from "vitest";
import type { TestServer } from "../../harness/server.ts";
import { createWarehouse } from "../../inventories/stocktake.ts";
import { findSingles, INVENTORY, type Item, readItems, scanAll, spotOf } from "./core-count.ts";
import type { CoreTerminal } from "./core-terminal.ts";
import { readOperations } from "./read-operations.ts";
import {
  backupOf,
  continueAfterRestore,
  openPaired,
  readOutbox,
  settle,
  startRestorable,
  strayCode,
  UMA,
} from "./restored-count.ts";

const codesOf = (items: readonly Item[]) => items.map(({ article }) => article.code);
const idsOn = (server: TestServer) =>
  readOperations(server, INVENTORY)
    .map(({ operationId }) => operationId)
    .sort();
const idsIn = async (...terminals: readonly CoreTerminal[]) =>
  (await Promise.all(terminals.map(readOutbox)))
    .flat()
    .map(({ operationId }) => operationId)
    .sort();
const quantitiesOf = async (server: TestServer, items: readonly Item[]) => {
  const oids = new Set(items.map(({ oid }) => oid));
  return (await readItems(server))
    .filter(({ oid }) => oids.has(oid))
    .map(({ inventoryQuantity }) => inventoryQuantity);
};

describe("after a restore", () => {
  test("two terminals send again what the backup lacks, and each count is there once", async () => {
    const { server, proxy } = await startRestorable();
    const singles = await findSingles(server);
    const [first = "", second = "", third = "", fourth = ""] = codesOf(singles);
    const spot = spotOf(singles);
    const left = await openPaired(server, proxy, "Left");
    const right = await openPaired(server, proxy, "Right");
    await scanAll(left, spot, [first]);
    await settle(left);
    const restore = backupOf(server);
    await scanAll(left, spot, [second]);
    await scanAll(right, spot, [third]);
    await Promise.all([settle(left), settle(right)]);
    const confirmed = await idsIn(left, right);
    expect(idsOn(server)).toEqual(confirmed);
    proxy.cut();
    await scanAll(right, spot, [fourth]);
    await restore();
    expect(idsOn(server)).not.toEqual(confirmed);
    proxy.restore();
    await continueAfterRestore(left);
    await continueAfterRestore(right);
    expect(idsOn(server)).toEqual(await idsIn(left, right));
    expect(await quantitiesOf(server, singles.slice(0, 4))).toEqual([1, 1, 1, 1]);
    expect((await readOutbox(left)).map(({ state }) => state)).toEqual(["sent", "sent"]);
    // The same happens after the next restore.
    await restore();
    await continueAfterRestore(left);
    await continueAfterRestore(right);
    expect(await quantitiesOf(server, singles.slice(0, 4))).toEqual([1, 1, 1, 1]);
  });

  test("the figures on the screen stay the same while the terminal sends again", async () => {
    const { server, proxy } = await startRestorable();
    const stray = strayCode(server);
    const [single] = await findSingles(server);
    const spot = JSON.stringify({ inventoryId: INVENTORY, placeId: single?.locationId });
    const terminal = await openPaired(server, proxy, "Dock");
    const restore = backupOf(server);
    await scanAll(terminal, spot, [stray, stray, stray]);
    await settle(terminal);
    const shown = () =>
      terminal.call<readonly { quantity: number | null }[]>(
        `core.articlesByScan(${JSON.stringify(stray)}).then(([article]) => core.items.itemsOfArticle(${INVENTORY}, article.oid)).then((found) => found.all())`,
      );
    const before = await shown();
    await terminal.call(`void (core.seen = [], core.watching = setInterval(() => core.articlesByScan(${JSON.stringify(stray)})
      .then(([article]) => core.items.itemsOfArticle(${INVENTORY}, article.oid)).then((found) => found.all())
      .then((items) => core.seen.push(items.map(({ quantity }) => quantity).join()))
      .catch(() => undefined), 5))`);
    await restore();
    await continueAfterRestore(terminal);
    await terminal.call("clearInterval(core.watching)");
    expect(new Set(await terminal.call<readonly string[]>("core.seen"))).toEqual(
      new Set([before.map(({ quantity }) => quantity).join()]),
    );
    expect(await shown()).toMatchObject(before.map(({ quantity }) => ({ quantity })));
  });

  test.each([
    ["sent", true],
    ["waiting", false],
  ])(
    "a count that was %s goes to the same unexpected item, which has another id after the restore",
    async (_, isSent) => {
      const { server, proxy } = await startRestorable();
      const stray = strayCode(server);
      const [single] = await findSingles(server);
      const spot = JSON.stringify({ inventoryId: INVENTORY, placeId: single?.locationId });
      const terminal = await openPaired(server, proxy, "Dock");
      const restore = backupOf(server);
      const [scan] = await scanAll(terminal, spot, [stray]);
      await settle(terminal);
      if (!isSent) proxy.cut();
      await terminal.call(`core.change.correct("${scan?.operationId}", 6)`);
      if (isSent) await settle(terminal);
      const itemOf = async () => (await readItems(server)).filter(({ article }) => article.code === stray);
      const [lost] = await itemOf();
      expect(lost?.inventoryQuantity).toBe(isSent ? 6 : 1);
      await restore();
      expect(await itemOf()).toEqual([]);
      proxy.restore();
      await continueAfterRestore(terminal);
      await terminal.until(`core.problems.problems().then((all) => all.length === 0)`);
      await settle(terminal);
      expect(await itemOf()).toMatchObject([{ inventoryQuantity: 6 }]);
      expect((await itemOf())[0]?.oid).not.toBe(lost?.oid);
    },
  );

  test("counts of a stocktake that the backup lacks stay on the terminal, and go to no other one", async () => {
    const { server, proxy } = await startRestorable();
    const warehouse = createWarehouse(server);
    await warehouse.addLocation("shelf");
    await warehouse.article("LOST", { shelf: 1 });
    const restore = backupOf(server);
    const lost = await warehouse.stocktake(["shelf"]);
    const terminal = await openPaired(server, proxy, "Dock", lost);
    await scanAll(terminal, JSON.stringify({ inventoryId: lost, placeId: warehouse.at("shelf") }), ["LOST"]);
    await settle(terminal);
    await restore();
    await warehouse.on(server).stocktake(["shelf"]);
    // The device is not in the backup either.
    await terminal.pair(server, "Dock");
    // A request of the former device may still fail.
    await terminal.until(
      `core.enterAtTerminal({ id: ${UMA.id} }, "${UMA.pin}").then(() => true, () => false)`,
    );
    await terminal.until(`core.problems.problems().then((all) => all.length === 1)`);
    expect(await readOutbox(terminal)).toMatchObject([
      { state: "refused", problem: expect.stringContaining("not found") },
    ]);
  });
});
