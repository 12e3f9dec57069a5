import { expect, test } from "vitest";
import { aBox, type BoxOptions, type TestBox } from "../harness/box.ts";
import { aClock } from "../harness/clock.ts";
import { aJpeg } from "../photos/uploads.ts";
import { trustOf } from "../trust/house.ts";
import { aCountingTerminal } from "./counting-terminal.ts";
import { ELSEWHERE, SECURELY } from "./elsewhere.ts";

// An Admin requires HTTPS. Terminals whose counts lie in the storage of the HTTP address may send these over plain HTTP, and
// nothing else; somebody who reads the Wi-Fi gets no person's token.

const PATH = "/api/settings/https";
const settings = { HTTPS_PORT: "0", HTTP_TRUSTED_PROXIES: "127.0.0.1" };
const aSite = (options: BoxOptions = {}) =>
  aBox({ ...options, settings: { ...settings, ...options.settings } });

const require = async (box: TestBox, isRequired = true) =>
  (await box.as("admin")).put(PATH, { isRequired }, SECURELY);
const shown = async (box: TestBox) => (await (await box.as("admin")).get(PATH, SECURELY)).body;

test("only an Admin of the first tenant requires HTTPS; at once, and for as long as he likes", async () => {
  const box = await aSite();
  for (const userName of ["user", "manager", "admin2"])
    expect((await (await box.as(userName)).put(PATH, { isRequired: true }, SECURELY)).status, userName).toBe(
      403,
    );
  const user = await box.as("user");
  expect((await user.get("/api/me", ELSEWHERE)).status).toBe(200);
  const { status, body } = await require(box);
  expect([status, body.isRequired, body.isFixed]).toEqual([200, true, false]);
  expect((await user.get("/api/me", ELSEWHERE)).body.reason).toBe("httpsRequired");
  await box.restart();
  expect((await (await box.as("user")).get("/api/me", ELSEWHERE)).status).toBe(403);
  expect((await require(box, false)).body.isRequired).toBe(false);
  expect((await (await box.as("user")).get("/api/me", ELSEWHERE)).status).toBe(200);
});

test("nobody locks himself out: it is required over HTTPS alone, and not where HTTPS is off", async () => {
  const box = await aSite();
  const admin = await box.as("admin");
  const plain = await admin.put(PATH, { isRequired: true }, ELSEWHERE);
  expect([plain.status, plain.body.errors[0].path]).toEqual([400, "isRequired"]);
  expect(plain.body.message).toContain(`https://127.0.0.1:${trustOf(box).status().httpsPort}/console`);
  expect((await shown(box)).isRequired).toBe(false);
  const off = await aBox();
  const refused = await (await off.as("admin")).put(PATH, { isRequired: true });
  expect([refused.status, refused.body.errors[0].path]).toEqual([400, "isRequired"]);
});

test.each([
  ["true", true, 403],
  ["false", false, 200],
])(
  "what the configuration says (%s) holds, and the console can't change it",
  async (value, isRequired, status) => {
    const box = await aSite();
    await require(box, !isRequired);
    await box.restart({ HTTPS_REQUIRED_FOR_LOGIN: value });
    expect(await shown(box)).toMatchObject({ isRequired, isFixed: true });
    expect((await require(box, !isRequired)).body.errors[0].path).toBe("isRequired");
    expect((await (await box.as("user")).get("/api/me", ELSEWHERE)).status).toBe(status);
  },
);

test("where HTTPS was turned off later, other hosts are refused with what to do, and the machine itself is not", async () => {
  const box = await aSite();
  await require(box);
  await box.restart({ HTTPS_PORT: "off" });
  const user = await box.as("user");
  const { status, body } = await user.get("/api/me", ELSEWHERE);
  expect([status, body.reason, body.httpsAddress]).toEqual([403, "httpsRequired", null]);
  expect(body.message).toContain("Https:Port");
  expect((await box.anonymous.get("/console", ELSEWHERE)).status).toBe(403);
  expect((await user.get("/api/me")).status).toBe(200);
});

test("an Admin sees before which terminals still use HTTP, and what they hold", async () => {
  const box = await aSite();
  const plain = await aCountingTerminal(box);
  const secure = await aCountingTerminal(box, SECURELY);
  const held = { operations: [], pending: 7 };
  expect((await plain.device().post("/api/inventories/3/counts", held, ELSEWHERE)).status).toBe(200);
  await box.restart();
  const before = await shown(box);
  expect(before.devices).toMatchObject([{ deviceTokenId: plain.deviceTokenId, isOverHttp: true, unsent: 7 }]);
  // One that goes on over HTTPS is no concern any more.
  expect((await plain.device().get("/api/me", SECURELY)).status).toBe(200);
  expect((await secure.device().get("/api/me", ELSEWHERE)).status).toBe(200);
  await box.restart();
  expect((await shown(box)).devices).toMatchObject([{ deviceTokenId: secure.deviceTokenId, unsent: 0 }]);
});

test("of other tenants an Admin sees how many terminals there are, and none by name", async () => {
  const box = await aSite();
  const admin2 = await box.as("admin2");
  const { body: code } = await admin2.post("/api/device-auth/generate-code", undefined, ELSEWHERE);
  const { body } = await box.anonymous.post("/api/device-auth/activate", { code: code.code }, ELSEWHERE);
  await box.anonymous.post("/api/device-auth/exchange", { deviceToken: body.deviceToken }, ELSEWHERE);
  expect(await shown(box)).toMatchObject({ devices: [], others: { devices: 1, unsent: 0 } });
});

test("an Admin sees unsent counts of phones that are not paired", async () => {
  const box = await aSite();
  const user = await box.as("user");
  await user.post("/api/inventories/3/counts", { operations: [], pending: 4 }, ELSEWHERE);
  expect((await shown(box)).phones).toMatchObject([{ user: { id: 3 }, unsent: 4 }]);
});

test("a terminal of the HTTP address sends what it counted, and its photos, until it holds nothing; then it is refused", async () => {
  const box = await aSite();
  const { count, exchange, tell, device } = await aCountingTerminal(box);
  await require(box);
  // Nothing was heard of what it counted without the network.
  expect((await box.anonymous.get("/", ELSEWHERE)).status).toBe(200);
  expect((await exchange(ELSEWHERE)).status).toBe(200);
  expect((await count()).body.receipts[0].result).toBe("applied");
  const form = new FormData();
  form.append("inventoryItemId", "101");
  form.append("userId", "3");
  form.append("photo", new Blob([new Uint8Array(await aJpeg())]), "shelf.jpg");
  expect((await device().send("POST", "/api/photoarticleinventory", form, ELSEWHERE)).status).toBe(201);
  expect((await tell(2)).status).toBe(204);
  expect((await shown(box)).devices).toMatchObject([{ unsent: 2 }]);
  expect((await count()).status).toBe(200);
  expect((await tell(0)).status).toBe(204);
  expect((await shown(box)).devices).toEqual([]);
  expect((await count()).body.reason).toBe("httpsRequired");
  expect((await exchange(ELSEWHERE)).body.reason).toBe("httpsRequired");
  expect((await tell(3)).status).toBe(403);
  expect((await box.anonymous.get("/", ELSEWHERE)).status).toBe(307);
  // Over HTTPS the token is as good as before.
  expect((await count(SECURELY)).status).toBe(200);
});

test("meanwhile it may nothing else: no login by PIN, no people, no articles, no other page, no refresh", async () => {
  const box = await aSite();
  const { device, user } = await aCountingTerminal(box);
  await require(box);
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
  expect((await box.anonymous.post("/api/pwa-auth/refresh", refresh, ELSEWHERE)).status).toBe(403);
  expect((await box.anonymous.get("/console", ELSEWHERE)).status).toBe(307);
});

test("the page that such a terminal loads says where to go on; nobody else's does", async () => {
  const box = await aSite();
  await aCountingTerminal(box);
  expect((await box.anonymous.get("/", ELSEWHERE)).text).not.toContain("tallybox-https-address");
  await require(box);
  const { text, headers } = await box.anonymous.get("/", ELSEWHERE);
  expect(text).toContain(
    `<meta name="tallybox-https-address" content="https://127.0.0.1:${trustOf(box).status().httpsPort}">`,
  );
  expect(headers.get("cache-control")).toBe("no-store");
  expect((await box.anonymous.get("/", SECURELY)).text).not.toContain("tallybox-https-address");
});

test("who uses HTTPS, or was paired later, can't send over plain HTTP by trying", async () => {
  const clock = aClock();
  const box = await aSite({ clock });
  const secure = await aCountingTerminal(box, SECURELY);
  await require(box);
  const later = await aCountingTerminal(box, SECURELY);
  const unused = await aCountingTerminal(box, ELSEWHERE, SECURELY);
  for (const { count, exchange } of [secure, later, unused]) {
    expect((await count()).status).toBe(403);
    expect((await exchange(ELSEWHERE)).status).toBe(403);
  }
  // Its attempts are recorded by then.
  clock.advance(120_000);
  expect((await secure.count()).status).toBe(403);
  await box.restart();
  for (const { count } of [secure, later, unused]) expect((await count()).status).toBe(403);
  expect((await shown(box)).devices).toEqual([]);
});

test("a revoked terminal sends nothing, and the page is not kept for it", async () => {
  const box = await aSite();
  const { deviceTokenId, count, exchange } = await aCountingTerminal(box);
  await require(box);
  const admin = await box.as("admin");
  expect((await admin.delete(`/api/device-auth/tokens/${deviceTokenId}`, SECURELY)).status).toBe(204);
  expect([(await count()).status, (await exchange(ELSEWHERE)).status]).toEqual([401, 403]);
  expect((await box.anonymous.get("/", ELSEWHERE)).status).toBe(307);
});

test("a terminal that counts over HTTP again, once it is allowed, may send what it counted when it is required again", async () => {
  const box = await aSite();
  const { tell, device, count } = await aCountingTerminal(box);
  await require(box);
  await tell(0);
  await require(box, false);
  // Said where nothing is to be said: it does not count.
  expect((await tell(0)).status).toBe(204);
  expect((await device().get("/api/me", ELSEWHERE)).status).toBe(200);
  await box.restart();
  await require(box);
  expect((await count()).status).toBe(200);
});

test("an event stream that was opened over plain HTTP ends when HTTPS is required", async () => {
  const box = await aSite();
  const response = await fetch(`${box.url}/api/events`, {
    headers: { Authorization: `Bearer ${await box.tokenOf("user")}`, ...ELSEWHERE },
  });
  const reader = response.body?.getReader();
  await reader?.read();
  await require(box);
  const readAll = async () => {
    for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read());
  };
  await expect(readAll()).rejects.toThrow();
});
