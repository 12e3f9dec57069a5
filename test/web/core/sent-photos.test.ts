import { describe, expect, test } from "vitest";
import type { TestServer } from "../../harness/server.ts";
import { findSingles, INVENTORY, type Item, openCoreCount, spotOf } from "./core-count.ts";
import type { CoreTerminal } from "./core-terminal.ts";
import { openPaired, startRestorable } from "./restored-count.ts";
import { proposeWithPhoto, takePhoto, takePhotoOfArticle } from "./take-photo.ts";

interface StoredCommand {
  readonly id: string;
  readonly state: string;
  readonly task: { readonly kind: string; readonly photo: null | object };
}

const ALL_SENT = "core.sendNow().then(() => core.isAllSent())";

/** The number of photos of an item at the server. */
const photosOf = async (server: TestServer, item: Item | undefined) =>
  (await (await server.as("admin")).get(`/api/photoarticleinventory/${item?.oid}`)).body.length;

/** Counts an unknown code with a photo. Returns a function that matches it with the article of an item. */
async function scanUnknown(terminal: CoreTerminal, item: Item | undefined, spot: string) {
  const { entry } = await terminal.call<{ readonly entry: { readonly operationId: string } }>(
    `core.scan("NOBODY-KNOWS", ${spot})`,
  );
  await terminal.call(takePhoto(entry.operationId));
  return () =>
    terminal.call(
      `core.articleOf(${item?.articleId}).then((article) => core.addAsFound("${entry.operationId}", article, ${spot}))`,
    );
}

describe("photos that were sent", () => {
  test("are removed after a week on a terminal that sends no counts", async () => {
    const { server, proxy } = await startRestorable();
    const [single] = await findSingles(server);
    const articleId = single?.articleId ?? 0;
    const terminal = await openPaired(server, proxy, "Dock");
    const commands = () =>
      terminal.call<readonly StoredCommand[]>(`core.db().then((db) => db.getAll("errands"))`);
    await terminal.call(takePhotoOfArticle(articleId));
    await terminal.until(ALL_SENT);
    expect((await commands()).map(({ state }) => state)).toEqual(["done"]);
    await terminal.call(`core.db().then(async (db) => {
      const [sent] = await db.getAll("errands");
      await db.put("errands", { ...sent, id: "old", sentDT: "2020-01-01T00:00:00.000Z" });
      window.realNow = Date.now;
      Date.now = () => window.realNow.call(Date) - 660000;
    })`);
    await terminal.call(takePhotoOfArticle(articleId));
    await terminal.until(ALL_SENT);
    await terminal.until(
      `core.db().then((db) => db.getAll("errands")).then((all) => all.length === 1 && all[0].id !== "old")`,
    );
  });

  test("with the proposal of an article are not kept: it is not sent again", async () => {
    const { server, proxy } = await startRestorable();
    const terminal = await openPaired(server, proxy, "Dock");
    await terminal.call(proposeWithPhoto());
    await terminal.until(ALL_SENT);
    const [sent] = await terminal.call<readonly StoredCommand[]>(
      `core.db().then((db) => db.getAll("errands"))`,
    );
    expect(sent).toMatchObject({ state: "done", task: { kind: "proposal", photo: null } });
  });

  test("of counts are stored once, also where the answer was lost and their author has logged out", async () => {
    const { server, proxy } = await startRestorable();
    const [single] = await findSingles(server);
    const terminal = await openPaired(server, proxy, "Dock");
    const { entry } = await terminal.call<{ readonly entry: { readonly operationId: string } }>(
      `core.scan(${JSON.stringify(single?.article.code)}, ${spotOf(single === undefined ? [] : [single])})`,
    );
    await terminal.until(ALL_SENT);
    const photos = () => photosOf(server, single);
    proxy.loseResponses();
    await terminal.call(takePhoto(entry.operationId));
    await terminal.call("void core.sendNow()");
    await expect.poll(photos).toBe(1);
    await terminal.call("core.logOut()");
    proxy.cut();
    proxy.restore();
    await terminal.until(ALL_SENT);
    expect(await photos()).toBe(1);
  });

  test("of an unknown code that was matched are those of the item that was counted", async () => {
    const { server, terminal, singles, spot } = await openCoreCount();
    const [single] = singles;
    const match = await scanUnknown(terminal, single, spot);
    await terminal.until(ALL_SENT);
    await match();
    await terminal.call(
      `core.errands.queueCommand({ kind: "code", articleId: ${single?.articleId}, code: "NOBODY-KNOWS" }, "Code")`,
    );
    await terminal.until(ALL_SENT);
    expect(await photosOf(server, single)).toBe(1);
  });

  test("of an unknown code that is matched before they are sent are those of the item, also where it gets no code", async () => {
    const { server, proxy, terminal, singles, spot } = await openCoreCount();
    const [single] = singles;
    proxy.cut();
    const match = await scanUnknown(terminal, single, spot);
    await match();
    proxy.restore();
    await terminal.until(ALL_SENT);
    expect(await photosOf(server, single)).toBe(1);
  });

  test("of an unknown code are sent, also where its count came too late", async () => {
    const { server, proxy, terminal, spot } = await openCoreCount();
    proxy.cut();
    const { entry } = await terminal.call<{ readonly entry: { readonly operationId: string } }>(
      `core.scan("NOBODY-KNOWS", ${spot})`,
    );
    await terminal.call(takePhoto(entry.operationId));
    expect((await server.manager.put(`/api/inventories/${INVENTORY}/finish`)).status).toBe(200);
    proxy.restore();
    await terminal.until(ALL_SENT);
    expect(await terminal.call("core.entriesIn('late').then((all) => all.length)")).toBe(1);
    expect(await terminal.call("core.errands.readCommands().then(([{ state }]) => state)")).toBe("done");
  });
});
