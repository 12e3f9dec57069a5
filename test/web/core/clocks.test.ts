import { expect, test } from "vitest";
import { INVENTORY, openCoreCount, scanAll } from "./core-count.ts";

// A device whose clock is set to another time.

/** Script: sets the clock by so many hours. */
const setClock = (hours: number) =>
  `void (window.realNow = Date.now, Date.now = () => window.realNow.call(Date) + ${hours} * 3600000)`;

test("a clock that is set back does not stop the loading of changes", async () => {
  const { server, terminal, singles } = await openCoreCount();
  const oid = singles[0]?.oid;
  await terminal.call("core.sendNow()");
  await terminal.call(setClock(-5));
  const manager = await server.as("manager");
  const counted = await manager.put("/api/inventories/items/update", { oid, inventoryQuantity: 1 });
  expect(counted.status).toBe(200);
  await terminal.until(
    `core.db().then((db) => db.get("items", [${INVENTORY}, ${oid}])).then((item) => item.inventoryQuantity === 1)`,
  );
});

test("a clock that is days ahead does not remove what was just sent", async () => {
  const { terminal, singles, spot } = await openCoreCount();
  await scanAll(terminal, spot, [singles[0]?.article.code ?? ""]);
  await terminal.until("core.sendNow().then(() => core.isAllSent())");
  await terminal.call(setClock(8 * 24));
  await terminal.call("core.sendNow()");
  await terminal.call("core.prune()");
  expect(await terminal.call(`core.entriesIn("sent").then((all) => all.length)`)).toBe(1);
});
