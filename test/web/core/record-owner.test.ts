import { describe, expect, test } from "vitest";
import { startWarehouse } from "../../inventories/stocktake.ts";
import { openCoreCount, scanAll } from "./core-count.ts";
import { type CoreTerminal, openCore } from "./core-terminal.ts";
import { takePhoto } from "./take-photo.ts";

/** Reads all records of a store as one text. */
const readStore = (terminal: CoreTerminal, store: string) =>
  terminal.call<string>(`core.db().then((db) => db.getAll("${store}")).then((all) => JSON.stringify(all))`);
const sizes = (terminal: CoreTerminal) => terminal.call<Readonly<Record<string, number>>>("core.sizes()");

describe("records of a user", () => {
  test("the records of a tenant are deleted before another tenant's user sees a screen; unsent counts stay", async () => {
    const { proxy, terminal, singles, spot } = await openCoreCount();
    proxy.cut();
    await scanAll(terminal, spot, [singles[0]?.article.code ?? ""]);
    await terminal.call("core.logOut()");
    proxy.restore();
    await terminal.logIn("user2", ["User"], 2);
    await terminal.until("core.now.lastFollowed !== null && core.now.isComplete");
    const inventories = await terminal.call<readonly { tenantId: number }[]>("core.now.inventories");
    expect(inventories.filter(({ tenantId }) => tenantId !== 2)).toEqual([]);
    expect(await readStore(terminal, "items")).toBe("[]");
    expect(
      await terminal.call(`core.articlesByScan(${JSON.stringify(singles[0]?.article.code)})`),
    ).not.toContainEqual(expect.objectContaining({ oid: singles[0]?.articleId }));
    expect(await sizes(terminal)).toMatchObject({ outbox: 1 });
    await terminal.call("core.sendNow()");
    await terminal.until("core.now.unsent === 1");
    await terminal.call("core.logOut()");
    await terminal.logIn("user");
    await terminal.call("core.sendNow()");
    await terminal.until("core.isAllSent()");
  });

  test("in a blind stocktake the expected quantities of a manager are deleted when a user logs in", async () => {
    const { server, warehouse } = await startWarehouse(["shelf"]);
    await warehouse.article("BLIND", { shelf: 7 });
    const blind = await warehouse.stocktake(["shelf"], { isBlind: true });
    const terminal = await openCore(server.url);
    await terminal.logIn("manager", ["Manager"]);
    await terminal.load(blind);
    expect(await readStore(terminal, "items")).toContain('"quantity":7');
    await terminal.logIn("user");
    await terminal.until(
      `core.now.inventories.some(({ oid, showsExpected }) => oid === ${blind} && !showsExpected)`,
    );
    expect(await readStore(terminal, "items")).not.toContain('"quantity"');
    const [scan] = await scanAll(
      terminal,
      JSON.stringify({ inventoryId: blind, placeId: warehouse.at("shelf") }),
      ["BLIND"],
    );
    expect(scan).toMatchObject({ verdict: "counted" });
    await terminal.call("core.sendNow()");
    expect(await readStore(terminal, "items")).not.toContain('"quantity"');
  });
});

test("a shared terminal sends a photo as the user who took it, whoever is logged in", async () => {
  const { server, proxy, terminal, singles, spot } = await openCoreCount();
  await terminal.pair(server, "Dock");
  await terminal.logInByPin(3, "3333");
  const [item] = singles;
  proxy.cut();
  const [scan] = await scanAll(terminal, spot, [item?.article.code ?? ""]);
  await terminal.call(takePhoto(scan?.operationId));
  await terminal.until("core.now.unsent === 2");
  proxy.restore();
  await terminal.logInByPin(2, "2222");
  await terminal.call("core.sendNow()");
  await terminal.until("core.isAllSent()");
  const { body: photos } = await (await server.as("admin")).get(`/api/photoarticleinventory/${item?.oid}`);
  expect(photos).toMatchObject([{ createdBy: "user" }]);
});
