import { expect, test } from "vitest";
import { startServer } from "../harness/server.ts";
import { trustOf } from "../trust/https-server.ts";
import { pairCountingTerminal } from "./counting-terminal.ts";
import { PATH, require, shown, startSite } from "./https-site.ts";
import { ELSEWHERE, SECURELY } from "./remote-client.ts";

// An Admin requires HTTPS. An attacker who reads the Wi-Fi gets no user's token.

test("the requirement of HTTPS applies at once, and until it is turned off", async () => {
  const server = await startSite();
  const user = await server.as("user");
  expect((await user.get("/api/me", ELSEWHERE)).status).toBe(200);
  await require(server);
  expect((await user.get("/api/me", ELSEWHERE)).body.reason).toBe("httpsRequired");
  await server.restart();
  expect((await (await server.as("user")).get("/api/me", ELSEWHERE)).status).toBe(403);
  expect((await require(server, false)).body.isRequired).toBe(false);
  expect((await (await server.as("user")).get("/api/me", ELSEWHERE)).status).toBe(200);
});

test("Admins can't lock themselves out: the requirement is set over HTTPS alone, and not where HTTPS is off", async () => {
  const server = await startSite();
  const admin = await server.as("admin");
  const plain = await admin.put(PATH, { isRequired: true }, ELSEWHERE);
  expect([plain.status, plain.body.errors[0].path]).toEqual([400, "isRequired"]);
  expect(plain.body.message).toContain(`https://127.0.0.1:${trustOf(server).status().httpsPort}/console`);
  expect((await shown(server)).isRequired).toBe(false);
  const off = await startServer();
  const refused = await (await off.as("admin")).put(PATH, { isRequired: true });
  expect([refused.status, refused.body.errors[0].path]).toEqual([400, "isRequired"]);
});

test.each([
  ["true", true, 403],
  ["false", false, 200],
])(
  "the configured value (%s) applies, and the console can't change it",
  async (value, isRequired, status) => {
    const server = await startSite();
    await require(server, !isRequired);
    await server.restart({ HTTPS_REQUIRED_FOR_LOGIN: value });
    expect(await shown(server)).toMatchObject({ isRequired, isFixed: true });
    expect((await require(server, !isRequired)).body.errors[0].path).toBe("isRequired");
    expect((await (await server.as("user")).get("/api/me", ELSEWHERE)).status).toBe(status);
  },
);

test("where HTTPS was turned off later, other hosts are refused with a hint, and the machine itself is not", async () => {
  const server = await startSite();
  await require(server);
  await server.restart({ HTTPS_PORT: "off" });
  const user = await server.as("user");
  const { status, body } = await user.get("/api/me", ELSEWHERE);
  expect([status, body.reason, body.httpsAddress]).toEqual([403, "httpsRequired", null]);
  expect(body.message).toContain("Https:Port");
  expect((await server.anonymous.get("/console", ELSEWHERE)).status).toBe(403);
  expect((await user.get("/api/me")).status).toBe(200);
});

test("an Admin sees beforehand which terminals still use HTTP, and their unsent counts", async () => {
  const server = await startSite();
  const plain = await pairCountingTerminal(server);
  const secure = await pairCountingTerminal(server, SECURELY);
  const held = { operations: [], pending: 7 };
  expect((await plain.device().post("/api/inventories/3/counts", held, ELSEWHERE)).status).toBe(200);
  await server.restart();
  const before = await shown(server);
  expect(before.devices).toMatchObject([{ deviceTokenId: plain.deviceTokenId, isOverHttp: true, unsent: 7 }]);
  // A terminal that continues over HTTPS is not listed.
  expect((await plain.device().get("/api/me", SECURELY)).status).toBe(200);
  expect((await secure.device().get("/api/me", ELSEWHERE)).status).toBe(200);
  await server.restart();
  expect((await shown(server)).devices).toMatchObject([{ deviceTokenId: secure.deviceTokenId, unsent: 0 }]);
});

test("of other tenants an Admin sees the number of terminals, and no names", async () => {
  const server = await startSite();
  const admin2 = await server.as("admin2");
  const { body: code } = await admin2.post("/api/device-auth/generate-code", undefined, ELSEWHERE);
  const { body } = await server.anonymous.post("/api/device-auth/activate", { code: code.code }, ELSEWHERE);
  await server.anonymous.post("/api/device-auth/exchange", { deviceToken: body.deviceToken }, ELSEWHERE);
  expect(await shown(server)).toMatchObject({ devices: [], others: { devices: 1, unsent: 0 } });
});

test("an Admin sees unsent counts of phones that are not paired", async () => {
  const server = await startSite();
  const user = await server.as("user");
  await user.post("/api/inventories/3/counts", { operations: [], pending: 4 }, ELSEWHERE);
  expect((await shown(server)).phones).toMatchObject([{ user: { id: 3 }, unsent: 4 }]);
});

test("an event stream that was opened over plain HTTP ends when HTTPS is required", async () => {
  const server = await startSite();
  const response = await fetch(`${server.url}/api/events`, {
    headers: { Authorization: `Bearer ${await server.tokenOf("user")}`, ...ELSEWHERE },
  });
  const reader = response.body?.getReader();
  await reader?.read();
  await require(server);
  const readAll = async () => {
    for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read());
  };
  await expect(readAll()).rejects.toThrow();
});
