import { describe, expect, test } from "vitest";
import { startProxy } from "../../harness/network-proxy.ts";
import { startServer } from "../../harness/server.ts";
import { startServerProcess } from "../../harness/server-process.ts";
import { CoreTerminal, openCore } from "./core-terminal.ts";
import { BrowserData, ScreenlessPage } from "./screenless-page.ts";

const ARTICLES = 3000;
/** Each restore leaves out ten million ids. */
const LARGE = 2 ** 28;

interface Known {
  readonly oid: number;
  readonly code: string;
}
const find = (terminal: CoreTerminal, text: string) =>
  terminal.call<readonly Known[]>(`core.articlesByScan(${JSON.stringify(text)})`);

describe("loading of articles", () => {
  test("articles are loaded in pages, an interrupted load continues at its page, then only changes are loaded", async () => {
    const server = await startServerProcess({ articles: ARTICLES });
    const manager = await server.as("manager");
    const proxy = await startProxy(server.url);
    const first = new ScreenlessPage(new BrowserData());
    // The second page fails.
    await first.evaluate(`(() => {
      const real = window.fetch;
      let pages = 0;
      window.fetch = (path, ...more) =>
        String(path).includes("/api/articles/changes") && ++pages > 1 ? Promise.reject(new TypeError("cut")) : real(path, ...more);
    })()`);
    let terminal = new CoreTerminal(first);
    await terminal.open(proxy.url);
    await terminal.logIn("user");
    await terminal.until("core.sizes().then(({ incoming }) => incoming === 1)");
    expect(await terminal.call("core.now.isComplete")).toBe(false);
    const [early] = await terminal.call<readonly { verdict: string }[]>(
      `core.burst(["A000001"], { inventoryId: 3, placeId: 1 }, 0)`,
    );
    // Not "unknown": the articles are not complete yet.
    expect(early?.verdict).toBe("failed");
    first.end();

    const second = new ScreenlessPage(first.data);
    await second.evaluate(`(() => {
      const real = window.fetch;
      window.asked = [];
      window.fetch = (path, ...more) => { window.asked.push(String(path)); return real(path, ...more); };
    })()`);
    terminal = new CoreTerminal(second);
    await terminal.open(proxy.url);
    await terminal.until("core.now.isComplete");
    const asked = await terminal.call<readonly string[]>("asked.filter((path) => path.includes('/changes'))");
    expect(asked[0]).not.toMatch(/since=&/);
    const { body: all } = await manager.get("/api/articles");
    for (const { oid, code } of [all[0], all[1500], all[all.length - 1]] as readonly Known[])
      expect(await find(terminal, code)).toMatchObject([{ oid }]);

    const [changed, gone] = all as readonly Known[];
    if (changed === undefined || gone === undefined) throw new Error("no articles");
    const { body: made } = await manager.post("/api/articles", {
      code: "ŽLUŤOUČKÝ-1",
      name: "Kůň",
      categoryId: 1,
      typeId: 1,
      stateId: 2,
      serialNumber: "Sériové Č. 7",
      rfId: "E280-Ů1",
    });
    expect((await manager.delete(`/api/articles/${gone.oid}`)).status).toBe(204);
    await terminal.call("void window.dispatchEvent(new Event('online'))");
    await terminal.until(`core.articlesByScan("ŽLUŤOUČKÝ-1").then((found) => found.length === 1)`);
    expect(await find(terminal, "seriove c. 7")).toMatchObject([{ oid: made.oid }]);
    expect(await find(terminal, "e280-u1")).toMatchObject([{ oid: made.oid }]);
    // A code is compared with its letter case.
    expect(await find(terminal, "žluťoučký-1")).toEqual([]);
    expect(await find(terminal, gone.code)).toEqual([]);
    const named = await terminal.call<readonly Known[]>(`core.articlesNamed("kun zlut", 10)`);
    expect(named).toMatchObject([{ oid: made.oid }]);
    // The device finds and sorts articles as the server does.
    for (const text of ["7 serio KUN", "e280-u1 c.", "a00001", "zidle 0000", "kan z a"]) {
      const server = (await manager.get(`/api/articles/page?q=${encodeURIComponent(text)}&limit=500`)).body;
      const here = await terminal.call<readonly Known[]>(`core.articlesNamed(${JSON.stringify(text)}, 500)`);
      expect(
        here.map(({ oid }) => oid),
        text,
      ).toEqual(findCommon(here, server.items));
      expect(here.length, text).toBeGreaterThan(0);
    }
  });

  test("articles with large ids are found too, as those of a server that was often restored", async () => {
    const server = await startServer();
    const page = new ScreenlessPage(new BrowserData());
    await page.evaluate(`(() => {
      const real = window.fetch;
      window.fetch = async (path, ...more) => {
        const response = await real(path, ...more);
        if (!String(path).includes("/api/articles/changes")) return response;
        const { status, headers } = response;
        const body = await response.json();
        for (const article of body.articles) if (article.oid > 400) article.oid += ${LARGE};
        return new Response(JSON.stringify(body), { status, headers });
      };
    })()`);
    const terminal = new CoreTerminal(page);
    await terminal.open(server.url);
    await terminal.logIn("user");
    await terminal.until("core.now.isComplete");
    for (const [code, oid] of [
      ["A000399", 399],
      ["A000450", 450 + LARGE],
    ] as const)
      expect(await find(terminal, code)).toMatchObject([{ oid }]);
  });

  test("articles that two tabs load at once are all kept, also where one gets its last page late", async () => {
    const server = await startServerProcess({ articles: ARTICLES });
    const manager = await server.as("manager");
    const terminal = await openCore(server.url);
    await terminal.logIn("user");
    await terminal.until("core.now.isComplete");
    // As "Reload all data" does.
    await terminal.call("core.db().then((db) => db.delete('values', 'articles'))");
    await terminal.call(`(() => {
      const real = window.fetch;
      let pages = 0;
      window.fetch = async (path, ...more) => {
        const response = await real(path, ...more);
        if (String(path).includes("/api/articles/changes") && ++pages === 3)
          await new Promise((release) => { window.release = release; });
        return response;
      };
      window.late = core.followArticles(() => undefined);
    })()`);
    await terminal.until("window.release !== undefined");
    await terminal.call("core.followArticles(() => undefined)");
    await terminal.call("window.release()");
    await terminal.call("window.late");
    const { body: all } = await manager.get("/api/articles");
    for (const { oid, code } of [all[0], all[1500], all[all.length - 1]] as readonly Known[])
      expect(await find(terminal, code)).toMatchObject([{ oid }]);
    expect(await terminal.call("core.db().then((db) => db.get('values', 'articles'))")).toMatchObject({
      isLoading: false,
      areHere: true,
    });
  });
});

/** Ids of the server's results that the device finds too. Only the server searches locations. */
function findCommon(here: readonly Known[], server: readonly Known[]): readonly number[] {
  const oids = new Set(here.map(({ oid }) => oid));
  return server.map(({ oid }) => oid).filter((oid) => oids.has(oid));
}
