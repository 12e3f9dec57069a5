import { describe, expect, test } from "vitest";
import { startProxy } from "../../harness/network-proxy.ts";
import { startServerWithClock } from "../../harness/server.ts";
import { lockAfterAnHour } from "../../security/terminal.ts";
import { findSingles, INVENTORY, type Item, readItems, scanAll, spotOf } from "./core-count.ts";
import { openCore } from "./core-terminal.ts";
import { readOperations } from "./read-operations.ts";
import {
  backupOf,
  becomeAnotherInstallation,
  continueAfterRestore,
  openPaired,
  readOutbox,
  settle,
  startRestorable,
  strayCode,
  UMA,
} from "./restored-count.ts";
import { takePhoto, takePhotoOfItem } from "./take-photo.ts";

const MINUTE_MS = 60_000;
const ADA = { id: 1 };
const MARTIN = { id: 2, pin: "2222" };

async function prepare(server: Awaited<ReturnType<typeof startRestorable>>["server"]) {
  const singles = await findSingles(server);
  const codes = singles.map(({ article }) => article.code);
  return { singles, codes, spot: spotOf(singles) };
}

describe("counts sent again", () => {
  test("are those that the server confirmed since the backup, by its clock: that of the terminal may be wrong", async () => {
    const { clock, server } = await startServerWithClock();
    // Nobody touches it meanwhile, which would end its login.
    await lockAfterAnHour(server);
    const proxy = await startProxy(server.url);
    const { codes, spot } = await prepare(server);
    const [early = "", lost = ""] = codes;
    const terminal = await openPaired(server, proxy, "Dock");
    await terminal.call(
      `void (window.realNow = Date.now, Date.now = () => window.realNow.call(Date) - 3 * 86400000)`,
    );
    await scanAll(terminal, spot, [early]);
    await settle(terminal);
    clock.advance(20 * MINUTE_MS);
    await (await server.as("manager")).post("/api/locations", { name: "Later" });
    const restore = backupOf(server);
    await scanAll(terminal, spot, [lost]);
    await settle(terminal);
    const before = await readOutbox(terminal);
    clock.advance(20 * MINUTE_MS);
    await restore();
    await continueAfterRestore(terminal);
    const after = await readOutbox(terminal);
    expect(after.map(({ sentDT }, index) => sentDT !== before[index]?.sentDT)).toEqual([false, true]);
    expect(readOperations(server, INVENTORY).map(({ operationId }) => operationId)).toEqual(
      after.map(({ operationId }) => operationId),
    );
  });

  test("stay those of their user when another one logs in on the terminal", async () => {
    const { server, proxy } = await startRestorable();
    const { codes, spot } = await prepare(server);
    const terminal = await openPaired(server, proxy, "Dock");
    const restore = backupOf(server);
    await scanAll(terminal, spot, codes.slice(0, 2));
    await settle(terminal);
    await terminal.call("core.logOut()");
    await restore();
    await terminal.logInByPin(MARTIN.id, MARTIN.pin);
    await settle(terminal);
    expect(readOperations(server, INVENTORY).map(({ userId }) => userId)).toEqual([3, 3]);
  });

  test("are shown as counted while they wait for their user, who had not logged in before the backup", async () => {
    const { server, proxy } = await startRestorable();
    const { singles, codes, spot } = await prepare(server);
    const [single] = singles;
    const terminal = await openPaired(server, proxy, "Dock", INVENTORY, MARTIN);
    const restore = backupOf(server);
    await terminal.logInByPin(UMA.id, UMA.pin);
    await scanAll(terminal, spot, codes.slice(0, 1));
    await settle(terminal);
    await terminal.call("core.logOut()");
    await restore();
    await terminal.logInByPin(MARTIN.id, MARTIN.pin);
    const quantity = () =>
      terminal.call<number | null>(
        `core.items.itemsOfArticle(${INVENTORY}, ${single?.articleId}).then((found) => found.get(${single?.oid}).quantity)`,
      );
    await terminal.until(
      `core.sendNow().then(() => core.db()).then((db) => db.getFromIndex("outbox", "state", "refused")).then(({ ahead }) => ahead === 1)`,
    );
    expect(await quantity()).toBe(1);
    await terminal.logInByPin(UMA.id, UMA.pin);
    await settle(terminal);
    expect(await quantity()).toBe(1);
  });

  test("are counted when their stocktake continues, if it is paused in the backup", async () => {
    const { server, proxy } = await startRestorable();
    const { singles, codes, spot } = await prepare(server);
    const move = async (transition: string) =>
      (await server.as("manager")).put(`/api/inventories/${INVENTORY}/${transition}`);
    await move("postpone");
    const restore = backupOf(server);
    await move("start");
    const terminal = await openPaired(server, proxy, "Dock");
    await scanAll(terminal, spot, codes.slice(0, 2));
    await settle(terminal);
    await restore();
    // The device is not in the backup.
    await terminal.pair(server, "Dock");
    await terminal.until(`core.enterAtTerminal({ id: 3 }, "3333").then(() => true, () => false)`);
    await terminal.until(`core.entriesIn("refused").then((all) => all.length === 2)`);
    await move("start");
    await terminal.until("core.sendNow().then(() => core.isAllSent())");
    const oids = new Set(singles.slice(0, 2).map(({ oid }) => oid));
    const counted = (await readItems(server)).filter(({ oid }) => oids.has(oid));
    expect(counted.map(({ inventoryQuantity }) => inventoryQuantity)).toEqual([1, 1]);
  });

  test("include late ones that were dismissed: the restored stocktake is not finished yet", async () => {
    const { server, proxy } = await startRestorable();
    const { codes, spot } = await prepare(server);
    const terminal = await openPaired(server, proxy, "Dock");
    const restore = backupOf(server);
    proxy.cut();
    await scanAll(terminal, spot, codes.slice(0, 1));
    await (await server.as("manager")).put(`/api/inventories/${INVENTORY}/finish`);
    proxy.restore();
    await terminal.until(`core.sendNow().then(() => core.entriesIn("late")).then((all) => all.length === 1)`);
    await terminal.call(`core.problems.dismissLate("seen")`);
    await restore();
    await continueAfterRestore(terminal);
    await terminal.until(`core.entriesIn("sent").then((all) => all.length === 1)`);
    expect(readOperations(server, INVENTORY).map(({ state }) => state)).toEqual(["applied"]);
  });

  test("are followed by their photos, each once", async () => {
    const { server, proxy } = await startRestorable();
    const { singles, codes, spot } = await prepare(server);
    const terminal = await openPaired(server, proxy, "Dock");
    const photosOf = async ({ oid }: Item) =>
      (await (await server.as("user")).get(`/api/photoarticleinventory/${oid}`)).body.length;
    const photographed = singles.slice(0, 2);
    const count = async (code: string) => {
      const [scan] = await scanAll(terminal, spot, [code]);
      await terminal.call(takePhoto(scan?.operationId));
      await terminal.until("core.sendNow().then(() => core.isAllSent())");
    };
    await count(codes[0] ?? "");
    const restore = backupOf(server);
    await count(codes[1] ?? "");
    expect(await Promise.all(photographed.map(photosOf))).toEqual([1, 1]);
    await restore();
    expect(await Promise.all(photographed.map(photosOf))).toEqual([1, 0]);
    await continueAfterRestore(terminal);
    await terminal.until("core.sendNow().then(() => core.isAllSent())");
    expect(await Promise.all(photographed.map(photosOf))).toEqual([1, 1]);
  });

  test("are followed by the photos of items that have another id since", async () => {
    const { server, proxy } = await startRestorable();
    const { singles, spot } = await prepare(server);
    const terminal = await openPaired(server, proxy, "Dock");
    const code = strayCode(server);
    const readStray = async () => (await readItems(server)).find(({ article }) => article.code === code);
    const restore = backupOf(server);
    await scanAll(terminal, spot, [code]);
    await settle(terminal);
    const { oid: itemId = 0, articleId = 0 } = (await readStray()) ?? {};
    const foundAt = singles[0]?.locationId ?? null;
    const item = { inventoryId: INVENTORY, articleId, expectedAt: null, foundAt };
    await terminal.call(takePhotoOfItem({ itemId, item }));
    await terminal.until("core.sendNow().then(() => core.isAllSent())");
    await restore();
    await continueAfterRestore(terminal);
    await terminal.until("core.sendNow().then(() => core.isAllSent())");
    const { oid } = (await readStray()) ?? {};
    expect(oid).not.toBe(itemId);
    const photos = await (await server.as("user")).get(`/api/photoarticleinventory/${oid}`);
    expect(photos.body).toHaveLength(1);
  });

  test("are not sent to another installation that has taken the address", async () => {
    const { server, proxy } = await startRestorable();
    const { codes, spot } = await prepare(server);
    const terminal = await openPaired(server, proxy, "Dock");
    const restore = backupOf(server);
    await scanAll(terminal, spot, codes.slice(0, 2));
    await settle(terminal);
    const before = await readOutbox(terminal);
    const knownHistory = () => terminal.call(`core.db().then((db) => db.get("values", "history 1"))`);
    const history = await knownHistory();
    proxy.cut();
    await restore();
    await becomeAnotherInstallation(server);
    proxy.restore();
    await continueAfterRestore(terminal);
    expect(await knownHistory()).not.toBe(history);
    expect(readOperations(server, INVENTORY)).toEqual([]);
    expect(await readOutbox(terminal)).toEqual(
      before.map((entry) => ({ ...entry, inventoryId: -INVENTORY })),
    );
  });

  test("that are not sent yet are kept back from another installation, until a user sends them", async () => {
    const { server, proxy } = await startRestorable();
    const { codes, spot } = await prepare(server);
    const terminal = await openPaired(server, proxy, "Dock");
    await settle(terminal);
    const restore = backupOf(server);
    proxy.cut();
    await scanAll(terminal, spot, codes.slice(0, 2));
    await restore();
    await becomeAnotherInstallation(server);
    proxy.restore();
    await terminal.logInByPin(UMA.id, UMA.pin);
    await terminal.until(`core.entriesIn("waiting").then((all) => all.length === 0)`);
    const held = await readOutbox(terminal);
    expect(held.map(({ state }) => state)).toEqual(["refused", "refused"]);
    expect(held[0]?.problem).toMatch(/for another server that was here before/);
    expect(readOperations(server, INVENTORY)).toEqual([]);
    await terminal.call(
      `core.problems.problems().then(([{ entry }]) => core.problems.retryOperations([entry.seq]))`,
    );
    await terminal.load(INVENTORY);
    await settle(terminal);
    expect((await readOutbox(terminal)).map(({ state }) => state)).toEqual(["sent", "refused"]);
    expect(readOperations(server, INVENTORY).map(({ operationId }) => operationId)).toEqual([
      held[0]?.operationId,
    ]);
  });

  test("of a user whom the backup lacks are rejected, and sent in the name of the one who sends them again or loads the file", async () => {
    const { server, proxy } = await startRestorable();
    const { codes, spot } = await prepare(server);
    const terminal = await openPaired(server, proxy, "Dock");
    const restore = backupOf(server);
    const admin = await server.as("admin");
    const { body: added } = await admin.post("/api/users", {
      ...{ userName: "temp", firstName: "Tem", lastName: "Porary", roles: ["User"] },
    });
    await admin.put(`/api/users/${added.oid}/secrets`, { pin: "8264" });
    await terminal.logInByPin(added.oid, "8264");
    await scanAll(terminal, spot, codes.slice(0, 2));
    await settle(terminal);
    await restore();
    await terminal.logInByPin(UMA.id, UMA.pin);
    await terminal.until("core.now.rejected === 2");
    const office = await openCore(proxy.url);
    await office.logIn("admin", ["Admin"]);
    const file = await terminal.call<string>("core.exported.exportFiles().then(([one]) => one.text())");
    await terminal.call(
      `core.problems.problems().then(([{ entry }]) => core.problems.retryOperations([entry.seq]))`,
    );
    await terminal.until("core.now.rejected === 1");
    await terminal.call("core.sendNow()");
    expect(readOperations(server, INVENTORY).map(({ userId }) => userId)).toEqual([UMA.id]);
    await office.call(`core.exported.importFile(new File([${JSON.stringify(file)}], "unsent.json"))`);
    expect(readOperations(server, INVENTORY).map(({ userId }) => userId)).toEqual([UMA.id, ADA.id]);
  });

  test("that wait for their user are kept back from another installation, and are not shown as counted there", async () => {
    const { server, proxy } = await startRestorable();
    const { codes, spot } = await prepare(server);
    const terminal = await openPaired(server, proxy, "Dock");
    await settle(terminal);
    const restore = backupOf(server);
    proxy.cut();
    await scanAll(terminal, spot, codes.slice(0, 1));
    // As the server answers where the user has never logged in on the device.
    await terminal.call(`core.sendNow().then(() => core.db()).then(async (db) => {
      const [entry] = await db.getAll("outbox");
      const errors = [{ path: "userId", message: "never" }];
      await db.put("outbox", { ...entry, state: "refused", receipt: { result: "refused", errors }, problem: "never" });
    })`);
    await restore();
    await becomeAnotherInstallation(server);
    proxy.restore();
    await terminal.logInByPin(MARTIN.id, MARTIN.pin);
    await terminal.until(
      `core.problems.problems().then(([{ reason }]) => /for another server that was here before/.test(reason))`,
    );
    await terminal.logInByPin(UMA.id, UMA.pin);
    await terminal.call("core.sendNow()");
    const [held] = await readOutbox(terminal);
    expect([held?.state, held?.ahead]).toEqual(["refused", undefined]);
    expect(readOperations(server, INVENTORY)).toEqual([]);
  });

  test("are kept for seven days after the server has confirmed them", async () => {
    const { server, proxy } = await startRestorable();
    const { codes, spot } = await prepare(server);
    const terminal = await openPaired(server, proxy, "Dock");
    await scanAll(terminal, spot, codes.slice(0, 1));
    await settle(terminal);
    // Counted long ago, and sent now.
    await terminal.call(`core.db().then(async (db) => {
      const [entry] = await db.getAll("outbox");
      await db.put("outbox", { ...entry, operation: { ...entry.operation, at: "2020-01-01T00:00:00.000Z" } });
    })`);
    const day = 86_400_000;
    for (const [days, left] of [
      [1, 1],
      [6, 1],
      [8, 0],
    ] as const) {
      await terminal.call(`core.prune(Date.now() + ${days * day})`);
      expect(await readOutbox(terminal)).toHaveLength(left);
    }
  });
});
