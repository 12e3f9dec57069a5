import { describe, expect, test } from "vitest";
import { findSingles } from "./core-count.ts";
import { openPaired, startRestorable } from "./restored-count.ts";
import { proposeWithPhoto, takePhotoOfArticle } from "./take-photo.ts";

interface StoredCommand {
  readonly id: string;
  readonly state: string;
  readonly task: { readonly kind: string; readonly photo: null | object };
}

const ALL_SENT = "core.sendNow().then(() => core.isAllSent())";

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
});
