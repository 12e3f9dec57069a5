import { expect, test } from "vitest";
import { createClock } from "../harness/clock.ts";
import { createJpeg } from "../photos/uploads.ts";
import { trustOf } from "../trust/https-server.ts";
import { pairCountingTerminal } from "./counting-terminal.ts";
import { require, shown, startSite } from "./https-site.ts";
import { ELSEWHERE, SECURELY } from "./remote-client.ts";

// An Admin has required HTTPS. Shared terminals with counts in the storage of the HTTP URL may send these over plain HTTP for
// 30 days, and nothing else.

const DAY_MS = 86_400_000;

test("a terminal on the HTTP URL may send counts and photos until it reports that none is left", async () => {
  const server = await startSite();
  const { count, exchange, reportUnsent, device } = await pairCountingTerminal(server);
  await require(server);
  // Its offline counts are unknown to the server.
  expect((await server.anonymous.get("/", ELSEWHERE)).status).toBe(200);
  expect((await exchange(ELSEWHERE)).status).toBe(200);
  expect((await count()).body.receipts[0].result).toBe("applied");
  const form = new FormData();
  form.append("inventoryItemId", "101");
  form.append("userId", "3");
  form.append("photo", new Blob([new Uint8Array(await createJpeg())]), "shelf.jpg");
  expect((await device().send("POST", "/api/photoarticleinventory", form, ELSEWHERE)).status).toBe(201);
  expect((await reportUnsent(2)).status).toBe(204);
  expect((await shown(server)).devices).toMatchObject([{ unsent: 2 }]);
  expect((await count()).status).toBe(200);
  expect((await reportUnsent(0)).status).toBe(204);
  expect((await shown(server)).devices).toEqual([]);
  expect((await count()).body.reason).toBe("httpsRequired");
  expect((await exchange(ELSEWHERE)).body.reason).toBe("httpsRequired");
  expect((await reportUnsent(3)).status).toBe(403);
  expect((await server.anonymous.get("/", ELSEWHERE)).status).toBe(307);
  // Over HTTPS the token is as good as before.
  expect((await count(SECURELY)).status).toBe(200);
});

test("a report that nothing is left holds, though the use before it is written later", async () => {
  const server = await startSite();
  const { device, reportUnsent } = await pairCountingTerminal(server);
  await device().get("/api/me", ELSEWHERE);
  await require(server);
  expect((await reportUnsent(0)).status).toBe(204);
  // The uses of devices are written now.
  await server.restart();
  expect((await shown(server)).devices).toEqual([]);
});

test("meanwhile every other request of it is refused: login by PIN, users, articles, other pages, refresh", async () => {
  const server = await startSite();
  const { device, user } = await pairCountingTerminal(server);
  await require(server);
  const login = await device().post("/api/pda/users/login", { userId: 3, pin: "3333" }, ELSEWHERE);
  expect([login.status, login.body.reason]).toEqual([403, "httpsRequired"]);
  for (const client of [device(), user()])
    for (const path of [
      "/api/pda/users",
      "/api/articles",
      "/api/me",
      "/api/inventories/3/items",
      "/api/events",
    ])
      expect((await client.get(path, ELSEWHERE)).status, path).toBe(403);
  expect((await user().put("/api/inventories/items/update", { oid: 101 }, ELSEWHERE)).status).toBe(403);
  const refresh = { accessToken: "any" };
  expect((await server.anonymous.post("/api/pwa-auth/refresh", refresh, ELSEWHERE)).status).toBe(403);
  expect((await server.anonymous.get("/console", ELSEWHERE)).status).toBe(307);
});

test("only the page that such a terminal loads names the new URL", async () => {
  const server = await startSite();
  await pairCountingTerminal(server);
  expect((await server.anonymous.get("/", ELSEWHERE)).text).not.toContain("tallybox-https-address");
  await require(server);
  const { text, headers } = await server.anonymous.get("/", ELSEWHERE);
  expect(text).toContain(
    `<meta name="tallybox-https-address" content="https://127.0.0.1:${trustOf(server).status().httpsPort}">`,
  );
  expect(headers.get("cache-control")).toBe("no-store");
  expect((await server.anonymous.get("/", SECURELY)).text).not.toContain("tallybox-https-address");
});

test("a terminal that uses HTTPS, or was paired later, can't send over plain HTTP by trying", async () => {
  const clock = createClock();
  const server = await startSite({ clock });
  const secure = await pairCountingTerminal(server, SECURELY);
  await require(server);
  const later = await pairCountingTerminal(server, SECURELY);
  const unused = await pairCountingTerminal(server, ELSEWHERE, SECURELY);
  for (const { count, exchange } of [secure, later, unused]) {
    expect((await count()).status).toBe(403);
    expect((await exchange(ELSEWHERE)).status).toBe(403);
  }
  // Its attempts are recorded by then.
  clock.advance(120_000);
  expect((await secure.count()).status).toBe(403);
  await server.restart();
  for (const { count } of [secure, later, unused]) expect((await count()).status).toBe(403);
  expect((await shown(server)).devices).toEqual([]);
});

test("a revoked terminal can't send, and the page is not served for it", async () => {
  const server = await startSite();
  const { deviceTokenId, count, exchange } = await pairCountingTerminal(server);
  await require(server);
  const admin = await server.as("admin");
  expect((await admin.delete(`/api/device-auth/tokens/${deviceTokenId}`, SECURELY)).status).toBe(204);
  expect([(await count()).status, (await exchange(ELSEWHERE)).status]).toEqual([401, 403]);
  expect((await server.anonymous.get("/", ELSEWHERE)).status).toBe(307);
});

test("a terminal that counts over HTTP again, once it is allowed, may send those counts when HTTPS is required again", async () => {
  const server = await startSite();
  const { reportUnsent, device, count } = await pairCountingTerminal(server);
  await require(server);
  await reportUnsent(0);
  await require(server, false);
  // A report without unsent counts does not count.
  expect((await reportUnsent(0)).status).toBe(204);
  expect((await device().get("/api/me", ELSEWHERE)).status).toBe(200);
  await server.restart();
  await require(server);
  expect((await count()).status).toBe(200);
});

test("a personal device sends nothing over plain HTTP: its token acts as a person", async () => {
  const server = await startSite();
  const user = await server.as("user");
  const { body: code } = await user.post("/api/device-auth/generate-code", undefined, ELSEWHERE);
  const activate = { code: code.code, deviceName: "Phone" };
  const { body: paired } = await server.anonymous.post("/api/device-auth/activate", activate, ELSEWHERE);
  const exchange = () =>
    server.anonymous.post("/api/device-auth/exchange", { deviceToken: paired.deviceToken }, ELSEWHERE);
  const { accessToken } = (await exchange()).body;
  await require(server);
  expect((await exchange()).body.reason).toBe("httpsRequired");
  const device = server.withToken(accessToken);
  for (const [path, body] of [
    ["/api/inventories/3/counts", { operations: [] }],
    ["/api/photounknowncode", {}],
  ] as const)
    expect((await device.post(path, body, ELSEWHERE)).body.reason, path).toBe("httpsRequired");
  expect((await server.anonymous.get("/", ELSEWHERE)).status).toBe(307);
  // The Admin still sees that it used HTTP.
  expect((await shown(server)).devices).toMatchObject([{ kind: "personal" }]);
});

test("after 30 days no terminal sends over plain HTTP any more, until an Admin allows it again", async () => {
  const clock = createClock();
  const server = await startSite({ clock });
  const { exchange } = await pairCountingTerminal(server);
  const ask = async () => [
    (await exchange(ELSEWHERE)).status,
    (await server.anonymous.get("/", ELSEWHERE)).status,
  ];
  await require(server);
  clock.advance(29 * DAY_MS);
  await server.restart();
  // To require it again extends nothing.
  await require(server);
  expect(await ask()).toEqual([200, 200]);
  clock.advance(DAY_MS);
  expect(await ask()).toEqual([403, 307]);
  await server.restart();
  expect(await ask()).toEqual([403, 307]);
  await require(server, false);
  await require(server);
  expect(await ask()).toEqual([200, 200]);
});

test("a jump of the system clock does not end the 30 days", async () => {
  const clock = createClock();
  const server = await startSite({ clock });
  const { exchange } = await pairCountingTerminal(server);
  await require(server);
  clock.setSystemTime(clock.now() + 35 * DAY_MS);
  expect((await exchange(ELSEWHERE)).status).toBe(200);
});

test("so it is where the configuration requires HTTPS", async () => {
  const clock = createClock();
  const server = await startSite({ clock });
  const { exchange } = await pairCountingTerminal(server);
  clock.advance(40 * DAY_MS);
  await server.restart({ HTTPS_REQUIRED_FOR_LOGIN: "true" });
  expect((await exchange(ELSEWHERE)).status).toBe(200);
  clock.advance(30 * DAY_MS);
  expect((await exchange(ELSEWHERE)).status).toBe(403);
  await server.restart({ HTTPS_REQUIRED_FOR_LOGIN: "true" });
  expect((await exchange(ELSEWHERE)).status).toBe(403);
  await server.restart({ HTTPS_REQUIRED_FOR_LOGIN: "false" });
  await server.restart({ HTTPS_REQUIRED_FOR_LOGIN: "true" });
  expect((await exchange(ELSEWHERE)).status).toBe(200);
});
