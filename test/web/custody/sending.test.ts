import { beforeEach, describe, expect, test } from "vitest";
import { operationOf } from "../../custody/site.ts";
import type { Client } from "../../harness/client.ts";
import { CoreTerminal } from "../core/core-terminal.ts";
import { backupOf, openPaired, startRestorable, UMA } from "../core/restored-count.ts";
import { BrowserData, ScreenlessPage } from "../core/screenless-page.ts";
import { recordWithPhoto } from "../core/take-photo.ts";

const CUSTODIES = "/api/custodies";
const MAX_ID = 2;

interface StoredCommand {
  readonly state: string;
  readonly problem: string | null;
  readonly result: { readonly custodyId: number | null; readonly result: string } | null;
}

const commandsIn = (terminal: CoreTerminal) =>
  terminal.call<readonly StoredCommand[]>(`core.db().then((db) => db.getAll("errands"))`);
const lastIs = (state: string) =>
  `core.sendNow().then(() => core.db()).then((db) => db.getAll("errands")).then((all) => all[all.length - 1].state === "${state}")`;
const HAS_RESULT = `core.sendNow().then(() => core.db()).then((db) => db.getAll("errands")).then((all) => all[all.length - 1].result !== null)`;

/** Articles of the demo that nobody has. */
const [ARTICLE, OTHER] = [10, 11];

describe("hand-overs sent", () => {
  let site: Awaited<ReturnType<typeof startRestorable>>;
  let terminal: CoreTerminal;
  let user: Client;
  beforeEach(async () => {
    site = await startRestorable();
    user = await site.server.as("user");
    terminal = await openPaired(site.server, site.proxy, "Dock");
  });
  const listed = async (oid = ARTICLE) => (await user.get(`${CUSTODIES}?articleId=${oid}`)).body;

  test("whose photo waits for a login are sent again after a restore, and the photo is theirs", async () => {
    const restore = backupOf(site.server);
    await terminal.call("core.logOut()");
    await terminal.call(recordWithPhoto(operationOf("start", ARTICLE, UMA.id, { authorId: UMA.id })));
    await terminal.until(HAS_RESULT);
    const [waiting] = await commandsIn(terminal);
    expect(waiting).toMatchObject({ state: "waiting", result: { result: "applied" } });
    // Each write starts a round at once, so a command that waits is not written again.
    await terminal.call("core.sendNow()");
    await terminal.call("core.sendNow()");
    expect(await commandsIn(terminal)).toEqual([waiting]);

    await restore();
    user = await site.server.as("user");
    expect(await listed()).toEqual([]);
    await terminal.logInByPin(UMA.id, UMA.pin);
    await terminal.until(lastIs("done"));
    expect(await listed()).toMatchObject([{ userId: UMA.id, startPhotoId: expect.any(Number) }]);
    // And once more: the photo was kept.
    await restore();
    user = await site.server.as("user");
    await terminal.logInByPin(UMA.id, UMA.pin);
    await expect.poll(() => listed()).toMatchObject([{ startPhotoId: expect.any(Number) }]);
  });

  test("by somebody who never logged in on this terminal wait for the person or an Admin", async () => {
    await terminal.call(recordWithPhoto(operationOf("start", ARTICLE, UMA.id), "null"));
    await terminal.until(
      `core.sendNow().then(() => core.db()).then((db) => db.getAll("errands")).then(([one]) => one.problem !== null)`,
    );
    expect(await commandsIn(terminal)).toMatchObject([
      { state: "waiting", problem: expect.stringContaining("never logged in on this device") },
    ]);
    await terminal.logInByPin(MAX_ID, "2222");
    await terminal.until(lastIs("done"));
    expect(await listed()).toMatchObject([{ userId: UMA.id, startedBy: { id: MAX_ID } }]);
    await terminal.logInByPin(1, "111111");
    await terminal.call(recordWithPhoto(operationOf("start", OTHER, UMA.id, { authorId: 2 }), "null"));
    await terminal.until(lastIs("done"));
    expect(await listed(OTHER)).toMatchObject([{ startedBy: { id: MAX_ID } }]);
  });

  test("that the server has rejected are sent again after a restore, by which their reason may be gone", async () => {
    const restore = backupOf(site.server);
    await user.post(CUSTODIES, { articleId: ARTICLE, userId: MAX_ID });
    await terminal.call(recordWithPhoto(operationOf("start", ARTICLE, UMA.id, { authorId: UMA.id }), "null"));
    await terminal.until(lastIs("refused"));
    expect(await commandsIn(terminal)).toMatchObject([{ result: { result: "rejected" } }]);
    expect(await listed()).toMatchObject([{ userId: MAX_ID }]);
    await restore();
    user = await site.server.as("user");
    await terminal.logInByPin(UMA.id, UMA.pin);
    await terminal.until(lastIs("done"));
    expect(await listed()).toMatchObject([{ userId: UMA.id }]);
  });

  test("that were recorded already are for Managers to see, and their photo is one of the article", async () => {
    await user.post(CUSTODIES, { articleId: ARTICLE, userId: UMA.id });
    const photos = async () => (await user.get(`/api/photoarticle/${ARTICLE}`)).body.length;
    const before = await photos();
    const noted = operationOf("start", ARTICLE, UMA.id, { authorId: UMA.id, note: "the chuck is broken" });
    await terminal.call(recordWithPhoto(noted));
    await terminal.until(lastIs("refused"));
    expect(await photos()).toBe(before + 1);
    expect((await site.server.manager.get(`${CUSTODIES}/rejected`)).body).toMatchObject([
      { note: "the chuck is broken", reason: "recorded" },
    ]);
  });

  test("that wait are seen on top of what the server knows, in their order, those of the article alone", async () => {
    await user.post(CUSTODIES, { articleId: ARTICLE, userId: MAX_ID, dueDate: "2030-01-31" });
    const holder = (oid = ARTICLE) => terminal.call(`core.holderOf(${oid})`);
    await terminal.call("core.sendNow()");
    await terminal.until(`core.holderOf(${ARTICLE}).then((holder) => holder !== null)`);
    expect(await holder()).toMatchObject({ userId: MAX_ID, dueDate: "2030-01-31", isSent: true });
    site.proxy.cut();
    const record = (kind: "start" | "end", userId: number | null) =>
      terminal.call(recordWithPhoto(operationOf(kind, ARTICLE, userId, { authorId: UMA.id }), "null"));
    await record("end", null);
    expect(await holder()).toBeNull();
    await record("start", UMA.id);
    expect(await holder()).toEqual({ userId: UMA.id, dueDate: null, isSent: false });
    expect(await holder(OTHER)).toBeNull();
    site.proxy.restore();
    await terminal.until(lastIs("done"));
    expect(await holder()).toMatchObject({ userId: UMA.id, isSent: true });
    // The console takes it back: what was sent before counts no more.
    const [{ oid }] = await listed();
    expect((await user.put(`${CUSTODIES}/${oid}/end`, {})).status).toBe(200);
    await terminal.until(
      `core.sendNow().then(() => core.holderOf(${ARTICLE})).then((holder) => holder === null)`,
    );
    // A hand-over that the server rejects changes nothing.
    await user.post(CUSTODIES, { articleId: OTHER, userId: MAX_ID });
    await terminal.call(recordWithPhoto(operationOf("start", OTHER, UMA.id, { authorId: UMA.id }), "null"));
    await terminal.until(lastIs("refused"));
    await terminal.until(
      `core.sendNow().then(() => core.holderOf(${OTHER})).then((holder) => holder !== null)`,
    );
    expect(await holder(OTHER)).toMatchObject({ userId: MAX_ID, isSent: true });
  });

  describe("by a terminal that was started without a network, with a clock that is a day behind", () => {
    /** Takes the article back there. `recordBefore`: a hand-over that the terminal has sent before. */
    async function takeBack(recordBefore: (before: CoreTerminal) => Promise<unknown>): Promise<CoreTerminal> {
      const data = new BrowserData();
      const before = new ScreenlessPage(data);
      const first = new CoreTerminal(before);
      await first.open(site.proxy.url);
      await first.pair(site.server, "Gate");
      await first.logInByPin(UMA.id, UMA.pin);
      await recordBefore(first);
      before.end();
      site.proxy.cut();
      const page = new ScreenlessPage(data);
      await page.open(site.proxy.url);
      await page.evaluate(
        "void (window.realNow = Date.now, Date.now = () => window.realNow.call(Date) - 86400000)",
      );
      const second = new CoreTerminal(page);
      await second.begin();
      await second.call(
        `core.recordCustody({ kind: "end", article: { oid: ${ARTICLE}, name: "Drill" }, userId: ${MAX_ID} }, { tenantId: 1, userId: ${UMA.id} })`,
      );
      return second;
    }

    test("are recorded at the server's time", async () => {
      const second = await takeBack(() => user.post(CUSTODIES, { articleId: ARTICLE, userId: MAX_ID }));
      site.proxy.restore();
      await second.until(lastIs("done"));
      expect(await listed()).toMatchObject([{ endedDT: expect.any(String) }]);
    });

    test("are later than what it has recorded before", async () => {
      const second = await takeBack(async (first) => {
        await first.call(
          recordWithPhoto(operationOf("start", ARTICLE, MAX_ID, { authorId: UMA.id }), "null"),
        );
        await first.until(lastIs("done"));
      });
      const [start = "", end = ""] = await second.call<readonly string[]>(
        `core.db().then((db) => db.getAll("errands")).then((all) => all.map(({ task }) => task.operation.at))`,
      );
      expect(end > start).toBe(true);
    });
  });

  test("that change nothing leave holder and evidence; the photo is one of the article", async () => {
    const { oid } = (await user.post(CUSTODIES, { articleId: ARTICLE, userId: MAX_ID })).body;
    await terminal.call("core.sendNow()");
    await terminal.until(`core.holderOf(${ARTICLE}).then((holder) => holder !== null)`);
    await terminal.call("core.logOut()");
    const at = new Date(Date.now() - 3_600_000).toISOString();
    await terminal.call(recordWithPhoto(operationOf("end", ARTICLE, null, { authorId: UMA.id, at })));
    await terminal.until(HAS_RESULT);
    expect(await terminal.call(`core.holderOf(${ARTICLE})`)).toMatchObject({ userId: MAX_ID });
    await terminal.logInByPin(UMA.id, UMA.pin);
    await terminal.until(lastIs("done"));
    expect(await listed()).toMatchObject([{ oid, endedDT: null, startPhotoId: null, endPhotoId: null }]);
    const { body: photos } = await user.get(`/api/photoarticle/${ARTICLE}`);
    expect(photos).toHaveLength(1);
  });

  test("are recorded where the server rejects the photo, and the terminal says so", async () => {
    const bad = `new Blob(["no picture"], { type: "image/png" })`;
    await terminal.call(recordWithPhoto(operationOf("start", ARTICLE, UMA.id, { authorId: UMA.id }), bad));
    await terminal.until(lastIs("done"));
    expect(await commandsIn(terminal)).toMatchObject([
      { state: "done", problem: expect.stringContaining("without the photo") },
    ]);
    expect(await listed()).toMatchObject([{ userId: UMA.id, startPhotoId: null }]);
  });
});
