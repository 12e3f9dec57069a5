import { expect, test } from "vitest";
import { byPassword, from, patiently, pinById, pinByName } from "../login-attempts.ts";
import { pairDevice, pairSharedTerminal } from "../terminal.ts";
import { ADMIN, startServerWithLogs, UMA } from "./server-with-logs.ts";

const MINUTE = 60_000;

test("a login is recorded with user, method and address", async () => {
  const { server, events, loggedEvents } = await startServerWithLogs();
  await byPassword(server, "user", "user-demo", "10.0.0.7");
  await pinById(server, 3, "3333", "10.0.0.8");
  await pinByName(server, "user", "3333", "10.0.0.9");
  await server.anonymous.post("/api/login", { userId: 3, pin: "3333" }, from("fd00:1:2:3:4::5"));
  const found = await events();
  const common = { kind: "login", outcome: "success", reason: null, count: 1, user: UMA, device: null };
  expect(found).toEqual([
    expect.objectContaining({ ...common, address: "10.0.0.7", details: { method: "password" } }),
    expect.objectContaining({ ...common, address: "10.0.0.8", details: { method: "pin" } }),
    expect.objectContaining({ ...common, address: "10.0.0.9", details: { method: "pin" } }),
    expect.objectContaining({ ...common, address: "fd00:1:2:3::/64", details: { method: "pin" } }),
  ]);
  expect(loggedEvents()).toEqual(found.map((event) => ({ ...event, tenantId: 1 })));
});

test("a login on a paired device names the device, and so does the device's own token exchange", async () => {
  const { server, events } = await startServerWithLogs();
  const { deviceTokenId, device } = await pairSharedTerminal(server);
  await device.post("/api/pda/users/login", { userId: 3, pin: "3333" });
  await device.post("/api/pda/users/login", { userId: 3, pin: "3334" });
  const at = { id: deviceTokenId, name: expect.any(String) };
  expect(await events("?kind=login")).toMatchObject([
    { user: UMA, device: at, outcome: "success" },
    { user: UMA, device: at, outcome: "failure", reason: "wrongCredentials" },
  ]);
  expect(await events("?kind=deviceLogin")).toMatchObject([{ user: null, device: at, outcome: "success" }]);
});

test("wrong logins of one minute are one event with a count, and a new one in the next minute", async () => {
  const { server, clock, events } = await startServerWithLogs();
  for (let i = 0; i < 3; i++) await byPassword(server, "user", "wrong", "10.0.0.7");
  await byPassword(server, "user", "wrong", "10.0.0.8");
  await byPassword(server, "nobody", "wrong", "10.0.0.7");
  clock.advance(MINUTE);
  await byPassword(server, "user", "wrong", "10.0.0.7");
  const wrong = { kind: "login", outcome: "failure", reason: "wrongCredentials" };
  expect(await events()).toMatchObject([
    { ...wrong, user: UMA, address: "10.0.0.7", count: 3 },
    { ...wrong, user: UMA, address: "10.0.0.8", count: 1 },
    { ...wrong, user: null, address: "10.0.0.7", count: 1 },
    { ...wrong, user: UMA, address: "10.0.0.7", count: 1 },
  ]);
});

test("an inactive account, an unknown device and a wrong pairing code are recorded as failures", async () => {
  const { server, events } = await startServerWithLogs();
  await byPassword(server, "inactive", "inactive-demo");
  await server.anonymous.post("/api/device-auth/exchange", { deviceToken: "unknown" });
  await server.anonymous.post("/api/device-auth/activate", { code: "AAAAAAA-AAAAAAA" });
  const { deviceToken } = await pairDevice(server, "user");
  await (await server.as("admin")).put("/api/users/3", { isActive: false });
  await server.anonymous.post("/api/device-auth/exchange", { deviceToken });
  expect(await events("?outcome=failure")).toMatchObject([
    { kind: "login", reason: "inactive", user: { id: 5 } },
    { kind: "deviceLogin", reason: "unknownDevice", user: null },
    { kind: "pairing", reason: "wrongCode", user: null },
    { kind: "deviceLogin", reason: "inactive", user: UMA },
  ]);
});

test("a hold and a lock of a PIN are recorded, and attempts during them", async () => {
  const { server, clock, events } = await startServerWithLogs();
  for (let i = 0; i < 6; i++) await pinById(server, 3, "8001", "10.0.0.7");
  const target = { type: "user", id: 3, name: UMA.fullName };
  const lock = { user: null, target, address: "10.0.0.7" };
  expect(await events("?kind=lock")).toMatchObject([
    { ...lock, details: { secret: "pin", where: "noDevice", isHold: true } },
  ]);
  expect(await events("?kind=login")).toMatchObject([
    { reason: "wrongCredentials", count: 5 },
    { reason: "held", count: 1 },
  ]);
  clock.advance(30 * MINUTE);
  await patiently(clock, 6, () => pinById(server, 3, "8001", "10.0.0.7"));
  expect((await events("?kind=lock")).at(-1)).toMatchObject({
    ...lock,
    details: { secret: "pin", where: "noDevice", isHold: false },
  });
  expect((await events("?kind=login")).at(-1)).toMatchObject({ reason: "locked", user: UMA });
});

test("a hold of a password is recorded, and its end by an Admin or by the right password", async () => {
  const { server, events } = await startServerWithLogs();
  const lock = async () => {
    for (let i = 0; i < 20; i++) await byPassword(server, "user", "wrong", `10.0.0.${i % 5}`);
  };
  // From now on the address is known for the user.
  await byPassword(server, "user", "user-demo", "10.0.9.9");
  await lock();
  expect((await events("?kind=lock")).at(-1)).toMatchObject({
    target: { id: 3 },
    details: { secret: "password", where: "noDevice", isHold: true },
  });
  await (await server.as("admin")).put("/api/users/3/unlock", undefined, from("10.0.1.1"));
  const target = { type: "user", id: 3, name: UMA.fullName };
  const byAdmin = { user: ADMIN, target, address: "10.0.1.1", details: { by: "admin" } };
  expect(await events("?kind=unlock")).toMatchObject([byAdmin]);
  await lock();
  await byPassword(server, "user", "user-demo", "10.0.9.9");
  expect(await events("?kind=unlock")).toMatchObject([
    byAdmin,
    { user: UMA, target, details: { by: "password" } },
  ]);
  await byPassword(server, "user", "user-demo", "10.0.9.9");
  expect(await events("?kind=unlock")).toHaveLength(2);
});

test("a logout, an ended session and a stolen refresh token are recorded", async () => {
  const { server, clock, last } = await startServerWithLogs();
  const logIn = async () => (await byPassword(server, "user", "user-demo")).body;
  await server.withToken((await logIn()).accessToken).post("/api/pwa-auth/logout");
  expect(await last("logout")).toMatchObject({ user: UMA, outcome: "success", address: "127.0.0.1" });
  const client = server.withToken((await logIn()).accessToken);
  await logIn();
  const { body: sessions } = await client.get("/api/me/sessions");
  await client.delete(`/api/me/sessions/${sessions[0].id}`);
  expect(await last("sessionsEnded")).toMatchObject({ user: UMA, target: { type: "user", id: 3 } });
  await (await server.as("admin")).delete("/api/users/3/sessions");
  expect(await last("sessionsEnded")).toMatchObject({ user: ADMIN, target: { type: "user", id: 3 } });

  const first = await logIn();
  const refresh = (refreshToken: string) =>
    server.anonymous.post("/api/pwa-auth/refresh", { refreshToken }, from("10.0.0.66"));
  const { body: second } = await refresh(first.refreshToken);
  await server.withToken(second.accessToken).get("/api/me");
  await refresh(second.refreshToken);
  clock.advance(3 * MINUTE);
  await refresh(first.refreshToken);
  expect(await last("tokenReuse")).toMatchObject({
    ...{ user: UMA, outcome: "failure", reason: "reused", address: "10.0.0.66" },
  });
});

test("a lock of a user by attempts of nobody known is in the log of the user's company", async () => {
  const { server, events } = await startServerWithLogs();
  const { securityLog } = server.appliance.dependencies;
  const [target, address] = [{ type: "user", id: 7 } as const, "10.0.0.7"];
  securityLog.record({ kind: "lock", tenantId: null, userId: null, deviceTokenId: null, address, target });
  expect(await events("?kind=lock")).toEqual([]);
  expect(await events("?kind=lock", "admin2")).toMatchObject([{ target: { id: 7, name: "Ugo Kral" } }]);
});
