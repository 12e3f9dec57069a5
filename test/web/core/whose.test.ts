import { describe, expect, test } from "vitest";
import { startServer } from "../../harness/server.ts";
import { OLDEST, openTerminal } from "../../harness/terminal.ts";
import { createWarehouse } from "../../inventories/stocktake.ts";
import { aCount, scanAll } from "./setting.ts";
import { CoreTerminal } from "./terminal.ts";

/** All that the browser keeps, as one text. */
const dump = (terminal: CoreTerminal, store: string) =>
  terminal.call<string>(`core.db().then((db) => db.getAll("${store}")).then((all) => JSON.stringify(all))`);
const sizes = (terminal: CoreTerminal) => terminal.call<Readonly<Record<string, number>>>("core.sizes()");

describe.each(OLDEST)("whose records a browser keeps, in %s", (browser) => {
  test("those of one tenant are gone before another's user sees anything; what was counted stays", async () => {
    const { proxy, terminal, singles, spot } = await aCount(browser);
    proxy.cut();
    await scanAll(terminal, spot, [singles[0]?.article.code ?? ""]);
    await terminal.call("core.logOut()");
    proxy.restore();
    await terminal.logIn("user2", ["User"], 2);
    await terminal.until("core.now.lastFollowed !== null && core.now.isComplete");
    const inventories = await terminal.call<readonly { tenantId: number }[]>("core.now.inventories");
    expect(inventories.filter(({ tenantId }) => tenantId !== 2)).toEqual([]);
    expect(await dump(terminal, "items")).toBe("[]");
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

  test("a blind count hides from a user what a manager had on the same screen", async () => {
    const server = await startServer();
    const house = await createWarehouse(server);
    await house.place("shelf");
    await house.article("BLIND", { shelf: 7 });
    const blind = await house.stocktake(["shelf"], { isBlind: true });
    const terminal = new CoreTerminal(await openTerminal({ browser }));
    await terminal.open(server.url);
    await terminal.logIn("manager", ["Manager"]);
    await terminal.load(blind);
    expect(await dump(terminal, "items")).toContain('"quantity":7');
    await terminal.logIn("user");
    await terminal.until(
      `core.now.inventories.some(({ oid, showsExpected }) => oid === ${blind} && !showsExpected)`,
    );
    expect(await dump(terminal, "items")).not.toContain('"quantity"');
    const [scan] = await scanAll(
      terminal,
      JSON.stringify({ inventoryId: blind, placeId: house.at("shelf") }),
      ["BLIND"],
    );
    expect(scan).toMatchObject({ verdict: "counted" });
    await terminal.call("core.sendNow()");
    expect(await dump(terminal, "items")).not.toContain('"quantity"');
  });
});

const PHOTO =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
/** Keeps a photo of an operation, to be sent. */
const takePhoto = (operationId: string | null | undefined) => `(() => {
  const bytes = Uint8Array.from(atob("${PHOTO}"), (letter) => letter.charCodeAt(0));
  const file = new Blob([bytes], { type: "image/png" });
  return core.errands.addErrand({ kind: "photo", of: { operationId: "${operationId}" }, file, fileName: "a.png" }, "Photo");
})()`;

test.each(OLDEST)(
  "a photo of what was counted waits for the count, and goes once, in %s",
  async (browser) => {
    const { server, proxy, terminal, singles, spot } = await aCount(browser);
    const [item] = singles;
    proxy.cut();
    const [scan] = await scanAll(terminal, spot, [item?.article.code ?? ""]);
    await terminal.call(takePhoto(scan?.operationId));
    await terminal.until("core.now.unsent === 2");
    proxy.restore();
    await terminal.call("core.sendNow()");
    await terminal.until("core.isAllSent()");
    const { body } = await (await server.as("user")).get(`/api/photoarticleinventory/${item?.oid}`);
    expect(body).toHaveLength(1);
  },
);

test.each(OLDEST)(
  "on a shared terminal a photo goes in the name of who took it, whoever is logged in then, in %s",
  async (browser) => {
    const { server, proxy, terminal, singles, spot } = await aCount(browser);
    const { body } = await (await server.as("admin")).post("/api/device-auth/generate-code", {
      kind: "terminal",
    });
    await terminal.call(`core.pair("${body.code}", "Dock")`);
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
  },
);
