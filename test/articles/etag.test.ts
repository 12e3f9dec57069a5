import { describe, expect, test } from "vitest";
import type { Client } from "../harness/client.ts";
import { sharedServer, startServer, type TestServer } from "../harness/server.ts";
import { added, proposalBody, tagOf } from "./samples.ts";

const get = (client: Client, path: string, tag: string) => client.get(path, { "If-None-Match": tag });

const SHOWN = [
  "/api/articles",
  "/api/articles/1",
  "/api/articles/getbycode?code=A000001",
  "/api/articles/1/locations",
  "/api/articles/findById?id=1",
  "/api/articles/findByName?name=zidle",
  "/api/articles/findByCode?code=a000001",
  "/api/articles/my-assets/3",
  "/api/articles/my-stats/3",
  "/api/articles/my-transfers/3",
  "/api/articles/my-disposals/3",
  "/api/locations",
  "/api/locations/2",
  "/api/locations/2?includeChilds=true",
  "/api/locations/4/articles",
  "/api/locations/findByName?name=hala",
];

test("every list, detail and search is 304 for its tag, in any notation, and 200 for others", async () => {
  const { user } = await startServer();
  for (const path of SHOWN) {
    const first = await user.get(path);
    const tag = tagOf(first);
    expect(first.headers.get("cache-control"), path).toBe("private, no-cache");
    for (const named of [tag, `W/${tag}`, `"other", ${tag}`, "*"]) {
      const again = await get(user, path, named);
      expect(again.status, `${path} ${named}`).toBe(304);
      expect(again.text).toBe("");
      expect(again.headers.get("etag")).toBe(tag);
      expect(again.headers.get("vary")).toMatch(/Accept-Language/);
    }
    expect((await get(user, path, '"other"')).text, path).toBe(first.text);
    expect((await user.send("HEAD", path, undefined)).headers.get("etag")).toBe(tag);
  }
});

test("two representations share no tag, whether of another tenant, role or language", async () => {
  const server = await startServer();
  const [user, manager, user2] = [server.user, server.manager, await server.as("user2")];
  const tags: string[] = [];
  for (const path of SHOWN) tags.push(tagOf(await user.get(path)));
  for (const path of ["/api/articles", "/api/locations"]) {
    for (const client of [manager, user2]) tags.push(tagOf(await client.get(path)));
    tags.push(tagOf(await user.get(path, { "Accept-Language": "cs" })));
  }
  expect(new Set(tags).size).toBe(tags.length);
  for (const path of ["/api/articles", "/api/locations"]) {
    const theirs = await get(user2, path, tagOf(await user.get(path)));
    expect(theirs.status).toBe(200);
  }
});

const LOCATION = "/api/locations/4/articles";
const HOME = "/api/articles/my-stats/3";
describe("a tag changes when its representation changes, and not otherwise", () => {
  const server = sharedServer();

  test.each<[string, (manager: Client, server: TestServer) => Promise<unknown>, string[], string[]]>([
    [
      "an article is added",
      (manager) => added(manager, "T1"),
      ["/api/articles", "/api/articles/findByName?name=x"],
      ["/api/articles/1", "/api/locations", "/api/locations/4"],
    ],
    [
      "an article is changed",
      (manager) => manager.put("/api/articles/5", { name: "T2", userId: 3 }),
      [
        "/api/articles",
        "/api/articles/5",
        "/api/articles/getbycode?code=A000005",
        "/api/articles/my-assets/3",
        HOME,
        LOCATION,
      ],
      ["/api/articles/1", "/api/locations", "/api/locations/4?includeChilds=true"],
    ],
    [
      "an article is deleted",
      (manager) => manager.delete("/api/articles/6"),
      ["/api/articles", "/api/articles/findById?id=6", LOCATION],
      ["/api/articles/1", "/api/locations"],
    ],
    [
      "an asset is proposed",
      (manager) => manager.post("/api/articles/pwa-request", proposalBody({ userID: 3 })),
      ["/api/articles", "/api/articles/my-assets/3", HOME],
      ["/api/articles/1", "/api/locations"],
    ],
    [
      "a location is renamed",
      (manager) => manager.put("/api/locations/4", { name: "T5" }),
      [
        "/api/locations",
        "/api/locations/4",
        "/api/locations/2?includeChilds=true",
        LOCATION,
        "/api/articles/1/locations",
        "/api/articles/my-transfers/3",
      ],
      ["/api/articles", "/api/articles/1", "/api/locations/5", "/api/articles/findByName?name=a"],
    ],
    [
      "a location's parent is renamed",
      (manager) => manager.put("/api/locations/2", { name: "T6" }),
      ["/api/locations/4", "/api/locations/2"],
      ["/api/locations/3", "/api/articles"],
    ],
    [
      "another tenant's article and location are added",
      async (_, server) => {
        await added(server.admin2, "T7", { categoryId: 4, typeId: 5 });
        await server.admin2.post("/api/locations", { name: "T7" });
      },
      [],
      SHOWN,
    ],
    [
      "a write is refused",
      async (manager) => {
        await manager.post("/api/articles", {
          code: "A000001",
          name: "x",
          categoryId: 1,
          typeId: 1,
          stateId: 1,
        });
        await manager.put("/api/articles/1", { userId: 7 });
        await manager.put("/api/locations/2", { parentLocationId: 4 });
      },
      [],
      SHOWN,
    ],
  ])("when %s", async (_, change, changed, kept) => {
    const { manager } = server;
    const tags = new Map<string, string>();
    for (const path of [...changed, ...kept]) tags.set(path, tagOf(await manager.get(path)));
    await change(manager, server);
    for (const path of changed) {
      const response = await get(manager, path, tags.get(path) ?? "");
      expect(response.status, path).toBe(200);
      expect(tagOf(response), path).not.toBe(tags.get(path));
    }
    for (const path of kept) expect((await get(manager, path, tags.get(path) ?? "")).status, path).toBe(304);
  });
});

test("after restarts a tag names the same version, or none", async () => {
  const server = await startServer();
  const texts = new Map<string, string>();
  for (let round = 0; round < 2; round++) {
    const look = async () => {
      for (const path of SHOWN) {
        const response = await server.manager.get(path);
        const key = `${path} ${tagOf(response)}`;
        expect(texts.get(key) ?? response.text, key).toBe(response.text);
        texts.set(key, response.text);
      }
    };
    await look();
    await server.manager.put("/api/articles/1", { price: round });
    await look();
    await server.manager.put("/api/locations/2", { name: `Round ${round}` });
    await server.manager.put("/api/articles/5", { userId: round % 2 === 0 ? null : 3 });
    await look();
    await server.restart();
    const after = server.manager;
    for (const [key, text] of texts) {
      const [path = "", tag = ""] = key.split(" ");
      const response = await get(after, path, tag);
      if (response.status === 304) expect((await after.get(path)).text, key).toBe(text);
    }
  }
});

test("a forbidden resource is refused whatever tag the request names", async () => {
  const { user } = await startServer();
  for (const [path, status] of [
    ["/api/articles/99999", 404],
    ["/api/articles/99999/locations", 404],
    ["/api/locations/99999", 404],
    ["/api/locations/99999/articles", 404],
    ["/api/locations/41/articles", 404],
    ["/api/articles/my-assets/7", 404],
    ["/api/articles/my-assets/2", 403],
    ["/api/articles/findById?id=x", 400],
  ] as const) {
    const response = await get(user, path, "*");
    expect(response.status, path).toBe(status);
    expect(response.headers.get("etag"), path).toBeNull();
  }
});

test("two articles whose codes differ only in letter case have different tags", async () => {
  const { manager } = await startServer();
  await added(manager, "CASE");
  await added(manager, "case");
  const upper = tagOf(await manager.get("/api/articles/getbycode?code=CASE"));
  expect((await get(manager, "/api/articles/getbycode?code=case", upper)).status).toBe(200);
});

test("a move of a stocktake answers the tag of its detail", async () => {
  const { manager } = await startServer();
  const path = "/api/inventories/4";
  const moved = await manager.put(`${path}/start`);
  expect([moved.status, moved.headers.get("etag")]).toEqual([
    200,
    (await manager.get(path)).headers.get("etag"),
  ]);
});

test("the tag of a change is that of the detail, also where its path ends with a slash", async () => {
  const { manager } = await startServer();
  const changed = await manager.put("/api/articles/5/", { name: "Ladder" });
  expect(changed.headers.get("etag")).toBe((await manager.get("/api/articles/5")).headers.get("etag"));
});
