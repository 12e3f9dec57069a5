import { expect, test } from "vitest";
import { startProxy } from "../harness/network-proxy.ts";
import { INVENTORY, type Item, scanAll, spotOf } from "../web/core/core-count.ts";
import { type CoreTerminal, openCore } from "../web/core/core-terminal.ts";
import { startPair, type TestMachine, until } from "./machines.ts";

const itemsOf = async (machine: TestMachine): Promise<readonly Item[]> =>
  (await (await machine.as("manager")).get(`/api/inventories/${INVENTORY}/items`)).body;

test("terminals send again what a promoted standby lacks: each count is there once, and they count on", async () => {
  const { primary, standby, code } = await startPair();
  const proxy = await startProxy(primary.url);
  const byLocation = Map.groupBy(
    (await itemsOf(primary)).filter(
      ({ quantity, inventoryQuantity }) => quantity === 1 && inventoryQuantity === null,
    ),
    ({ locationId }) => locationId,
  );
  const [singles = []] = [...byLocation.values()].sort((a, b) => b.length - a.length);
  const codes = singles.map(({ article }) => article.code);
  const terminals: CoreTerminal[] = [];
  for (const name of ["user", "manager"]) {
    const terminal = await openCore(proxy.url);
    await terminal.logIn(name, [name === "user" ? "User" : "Manager"]);
    await terminal.load(INVENTORY);
    terminals.push(terminal);
  }
  const countOn = async (from: number) => {
    for (const [index, terminal] of terminals.entries())
      await scanAll(terminal, spotOf(singles), [codes[from + index] ?? ""]);
    for (const terminal of terminals) await terminal.until("core.sendNow().then(() => core.isAllSent())");
  };
  const counted = async (machine: TestMachine) => {
    const items = await itemsOf(machine);
    return singles.map(({ oid }) => items.find((item) => item.oid === oid)?.inventoryQuantity ?? 0);
  };
  await countOn(0);
  await until(async () => (await (await primary.as("admin")).get("/api/standby")).body.lagMs === 0);
  // What follows never reaches the standby.
  await standby.stop();
  await countOn(2);
  await primary.stop();
  await standby.start();
  expect((await standby.anonymous.put("/api/standby/promotion", { code })).status).toBe(200);
  await standby.as("manager");
  expect((await counted(standby)).slice(0, 4)).toEqual([1, 1, 0, 0]);
  proxy.lead(standby.url);
  await expect.poll(async () => (await counted(standby)).slice(0, 4)).toEqual([1, 1, 1, 1]);
  await countOn(4);
  expect((await counted(standby)).slice(0, 6)).toEqual(
    singles.slice(0, 6).map((_, i) => (i < codes.length ? 1 : 0)),
  );
});
