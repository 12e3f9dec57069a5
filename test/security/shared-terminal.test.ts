import { decodeJwt } from "jose";
import { expect, test } from "vitest";
import { scan } from "../harness/paired-terminals.ts";
import { startServer, startServerWithClock } from "../harness/server.ts";
import { createJpeg } from "../photos/uploads.ts";
import { exchange, lockAfterAnHour, pairDevice, pairSharedTerminal } from "./terminal.ts";

// The attacker is a thief with a paired terminal, or a user who wants more rights.

test("a refreshed token of a shared terminal has no role either", async () => {
  const server = await startServer();
  const { deviceToken } = await pairSharedTerminal(server);
  const { body } = await exchange(server, { deviceToken });
  const again = await server.anonymous.post("/api/pwa-auth/refresh", { accessToken: body.accessToken });
  expect(decodeJwt(again.body.accessToken)["role"]).toEqual([]);
  expect((await server.withToken(again.body.accessToken).get("/api/printrequests")).status).toBe(403);
});

test("only Managers and Admins pair shared terminals", async () => {
  const server = await startServer();
  for (const [userName, status] of [
    ["user", 403],
    ["manager", 200],
    ["admin", 200],
  ] as const) {
    const client = await server.as(userName);
    const response = await client.post("/api/device-auth/generate-code", { kind: "terminal" });
    expect(response.status, userName).toBe(status);
  }
  const wrong = await (await server.as("admin")).post("/api/device-auth/generate-code", { kind: "tablet" });
  expect([wrong.status, wrong.body.errors[0].path]).toEqual([400, "kind"]);
});

test("a personal device of an Admin acts as a Manager until the Admin enters a PIN on it", async () => {
  const server = await startServer();
  const { device, deviceToken, logIn } = await pairDevice(server, "admin");
  const { body } = await exchange(server, { deviceToken });
  expect(decodeJwt(body.accessToken)["role"]).toEqual(["Manager"]);
  expect((await device.get("/api/users")).status).toBe(403);
  expect((await device.get("/api/inventories/3/operations")).status).toBe(200);
  const admin = await logIn(1, "111111");
  expect((await admin.get("/api/users")).status).toBe(200);
});

test("an Admin's PIN gives the role Manager at a shared terminal: in the token, after a refresh and in the user information", async () => {
  const server = await startServer();
  const { device } = await pairSharedTerminal(server);
  const { body: login } = await device.post("/api/pda/users/login", { userId: 1, pin: "111111" });
  expect(login.roles).toEqual(["Manager"]);
  expect(decodeJwt(login.accessToken)["role"]).toEqual(["Manager"]);
  const { body: refreshed } = await server.anonymous.post("/api/pwa-auth/refresh", {
    refreshToken: login.refreshToken,
  });
  expect(decodeJwt(refreshed.accessToken)["role"]).toEqual(["Manager"]);
  for (const token of [login.accessToken, refreshed.accessToken]) {
    const admin = server.withToken(token);
    expect((await admin.get("/api/users")).status).toBe(403);
    expect((await admin.get("/api/security-events")).status).toBe(403);
    expect((await admin.get("/api/inventories/3/operations")).status).toBe(200);
  }
});

test("an Admin's PIN at a personal device that becomes a shared terminal gives the role Manager from then on", async () => {
  const server = await startServer();
  const { deviceTokenId, logIn } = await pairDevice(server, "admin");
  const admin = await logIn(1, "111111");
  expect((await admin.get("/api/users")).status).toBe(200);
  const office = await server.as("admin");
  await office.put(`/api/device-auth/tokens/${deviceTokenId}`, { kind: "terminal" });
  expect((await admin.get("/api/users")).status).toBe(403);
});

test("a shared terminal reads open stocktakes, and no finished one", async () => {
  const server = await startServer();
  const { device } = await pairSharedTerminal(server);
  const all = await (await server.as("admin")).get("/api/inventories?includeClosed=true");
  const open = await device.get("/api/inventories");
  const closed = all.body.find(
    ({ oid }: { oid: number }) => !open.body.some((one: { oid: number }) => one.oid === oid),
  );
  expect((await device.get(`/api/inventories/${open.body[0].oid}/items`)).status).toBe(200);
  for (const rest of ["", "/items", "/progress"])
    expect((await device.get(`/api/inventories/${closed.oid}${rest}`)).status, rest).toBe(403);
  expect((await device.get("/api/inventories?includeClosed=true")).status).toBe(403);
});

test("a shared terminal counts and takes photos only in the names of users who logged in on it", async () => {
  const server = await startServer();
  const { device, logIn } = await pairSharedTerminal(server);
  const send = async (fields: object) => {
    const body = {
      sentAt: new Date().toISOString(),
      operations: [scan({ itemId: 101, quantity: 1, ...fields })],
    };
    const [receipt] = (await device.post("/api/inventories/3/counts", body)).body.receipts;
    return [receipt.result, receipt.errors?.[0]?.path];
  };
  expect(await send({})).toEqual(["refused", "userId"]);
  expect(await send({ userId: 1 })).toEqual(["refused", "userId"]);
  expect(await send({ userId: 3 })).toEqual(["refused", "userId"]);
  await logIn(3, "3333");
  expect(await send({ userId: 3 })).toEqual(["applied", undefined]);
  const { body: history } = await (await server.as("manager")).get("/api/inventories/items/101/history");
  expect(history[0].user.id).toBe(3);

  const photo = async (userId?: string) => {
    const form = new FormData();
    form.append("inventoryItemId", "101");
    if (userId !== undefined) form.append("userId", userId);
    form.append("photo", new Blob([new Uint8Array(await createJpeg())]), "shelf.jpg");
    return device.post("/api/photoarticleinventory", form);
  };
  for (const userId of [undefined, "1"]) {
    const response = await photo(userId);
    expect([response.status, response.body.errors[0].path]).toEqual([400, "userId"]);
  }
  const taken = await photo("3");
  expect([taken.status, taken.body.createdBy]).toEqual([201, "user"]);
});

test("a shared terminal ends its own pairing, and no other", async () => {
  const server = await startServer();
  const one = await pairSharedTerminal(server);
  const other = await pairSharedTerminal(server);
  const path = (id: number) => `/api/device-auth/tokens/${id}`;
  expect((await one.device.delete(path(other.deviceTokenId))).status).toBe(403);
  expect((await one.device.delete(path(one.deviceTokenId))).status).toBe(204);
  expect((await exchange(server, one)).status).toBe(401);
});

test("an Admin makes a personal device a shared terminal: it stays paired, and loses its role at once", async () => {
  const server = await startServer();
  const { device, deviceTokenId, deviceToken } = await pairDevice(server, "manager");
  const path = `/api/device-auth/tokens/${deviceTokenId}`;
  expect((await device.get("/api/inventories/3/operations")).status).toBe(200);
  expect((await (await server.as("admin2")).put(path, { kind: "terminal" })).status).toBe(404);
  const changed = await (await server.as("admin")).put(path, { kind: "terminal" });
  expect([changed.status, changed.body.kind]).toEqual([200, "terminal"]);
  expect((await device.get("/api/inventories/3/operations")).status).toBe(403);
  expect((await device.get("/api/pda/users")).status).toBe(200);
  expect((await exchange(server, { deviceToken })).status).toBe(200);
  const { body: listed } = await (await server.as("admin")).get("/api/device-auth/tokens?all=true");
  expect(listed[0]).toMatchObject({ deviceTokenId, kind: "terminal" });
});

/** A Manager's login at a shared terminal, with a PIN that was recent until now. */
async function logInFiveMinutesAgo() {
  const { clock, server } = await startServerWithClock();
  await lockAfterAnHour(server);
  const { logIn } = await pairSharedTerminal(server);
  const manager = await logIn(2, "2222");
  const office = await server.as("manager");
  expect((await manager.post("/api/device-auth/generate-code")).status).toBe(200);
  clock.advance(5 * 60_000 + 1000);
  return { logIn, manager, office };
}

test("neither counting on a shared terminal nor a login elsewhere needs a recent PIN", async () => {
  const { manager, office } = await logInFiveMinutesAgo();
  expect(
    (await manager.put("/api/inventories/items/update", { oid: 101, inventoryQuantity: 1 })).status,
  ).toBe(200);
  expect((await office.post("/api/device-auth/generate-code")).status).toBe(200);
});

test("a refresh does not make an old PIN a recent one", async () => {
  const { clock, server } = await startServerWithClock();
  await lockAfterAnHour(server);
  const { device } = await pairSharedTerminal(server);
  const { body: login } = await device.post("/api/pda/users/login", { userId: 2, pin: "2222" });
  clock.advance(10 * 60_000);
  const { body } = await server.anonymous.post("/api/pwa-auth/refresh", { refreshToken: login.refreshToken });
  const late = await server.withToken(body.accessToken).post("/api/device-auth/generate-code");
  expect([late.status, late.body.reason]).toEqual([403, "recentLogin"]);
});
