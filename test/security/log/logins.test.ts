import { expect, test } from "vitest";
import { byPassword, from, patiently, pinById, pinByName } from "../guesser.ts";
import { aPairedDevice, aSharedTerminal } from "../terminal.ts";
import { ADMIN, aWatchedBox, UMA } from "./watched.ts";

const MINUTE = 60_000;

test("a login is recorded with who, how and from where", async () => {
  const { box, events, loggedEvents } = await aWatchedBox();
  await byPassword(box, "user", "user-demo", "10.0.0.7");
  await pinById(box, 3, "3333", "10.0.0.8");
  await pinByName(box, "user", "3333", "10.0.0.9");
  await box.anonymous.post("/api/login", { userId: 3, pin: "3333" }, from("fd00:1:2:3:4::5"));
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

test("a login on a paired device names the device, and so does what the device gets by itself", async () => {
  const { box, events } = await aWatchedBox();
  const { deviceTokenId, device } = await aSharedTerminal(box);
  await device.post("/api/pda/users/login", { userId: 3, pin: "3333" });
  await device.post("/api/pda/users/login", { userId: 3, pin: "3334" });
  const at = { id: deviceTokenId, name: expect.any(String) };
  expect(await events("?kind=login")).toMatchObject([
    { user: UMA, device: at, outcome: "success" },
    { user: UMA, device: at, outcome: "failure", reason: "wrongCredentials" },
  ]);
  expect(await events("?kind=deviceLogin")).toMatchObject([{ user: null, device: at, outcome: "success" }]);
});

test("wrong logins of a minute are one event with a count, a new one in the next minute", async () => {
  const { box, clock, events } = await aWatchedBox();
  for (let i = 0; i < 3; i++) await byPassword(box, "user", "wrong", "10.0.0.7");
  await byPassword(box, "user", "wrong", "10.0.0.8");
  await byPassword(box, "nobody", "wrong", "10.0.0.7");
  clock.advance(MINUTE);
  await byPassword(box, "user", "wrong", "10.0.0.7");
  const wrong = { kind: "login", outcome: "failure", reason: "wrongCredentials" };
  expect(await events()).toMatchObject([
    { ...wrong, user: UMA, address: "10.0.0.7", count: 3 },
    { ...wrong, user: UMA, address: "10.0.0.8", count: 1 },
    { ...wrong, user: null, address: "10.0.0.7", count: 1 },
    { ...wrong, user: UMA, address: "10.0.0.7", count: 1 },
  ]);
});

test("an inactive account, an unknown device and a wrong pairing code are recorded as failures", async () => {
  const { box, events } = await aWatchedBox();
  await byPassword(box, "inactive", "inactive-demo");
  await box.anonymous.post("/api/device-auth/exchange", { deviceToken: "unknown" });
  await box.anonymous.post("/api/device-auth/activate", { code: "AAAAAAA-AAAAAAA" });
  const { deviceToken } = await aPairedDevice(box, "user");
  await (await box.as("admin")).put("/api/users/3", { isActive: false });
  await box.anonymous.post("/api/device-auth/exchange", { deviceToken });
  expect(await events("?outcome=failure")).toMatchObject([
    { kind: "login", reason: "inactive", user: { id: 5 } },
    { kind: "deviceLogin", reason: "unknownDevice", user: null },
    { kind: "pairing", reason: "wrongCode", user: null },
    { kind: "deviceLogin", reason: "inactive", user: UMA },
  ]);
});

test("a hold and a lock of a PIN are recorded, and attempts during them", async () => {
  const { box, clock, events } = await aWatchedBox();
  for (let i = 0; i < 6; i++) await pinById(box, 3, "8001", "10.0.0.7");
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
  await patiently(clock, 6, () => pinById(box, 3, "8001", "10.0.0.7"));
  expect((await events("?kind=lock")).at(-1)).toMatchObject({
    ...lock,
    details: { secret: "pin", where: "noDevice", isHold: false },
  });
  expect((await events("?kind=login")).at(-1)).toMatchObject({ reason: "locked", user: UMA });
});

test("a hold of a password is recorded, and its end by an Admin or by the right password", async () => {
  const { box, events } = await aWatchedBox();
  const lock = async () => {
    for (let i = 0; i < 20; i++) await byPassword(box, "user", "wrong", `10.0.0.${i % 5}`);
  };
  await lock();
  expect((await events("?kind=lock")).at(-1)).toMatchObject({
    target: { id: 3 },
    details: { secret: "password", where: "noDevice", isHold: true },
  });
  await (await box.as("admin")).put("/api/users/3/unlock", undefined, from("10.0.1.1"));
  const target = { type: "user", id: 3, name: UMA.fullName };
  const byAdmin = { user: ADMIN, target, address: "10.0.1.1", details: { by: "admin" } };
  expect(await events("?kind=unlock")).toMatchObject([byAdmin]);
  await lock();
  await byPassword(box, "user", "user-demo", "10.0.9.9");
  expect(await events("?kind=unlock")).toMatchObject([
    byAdmin,
    { user: UMA, target, details: { by: "password" } },
  ]);
  await byPassword(box, "user", "user-demo", "10.0.9.9");
  expect(await events("?kind=unlock")).toHaveLength(2);
});

test("a logout, an ended session and a stolen refresh token are recorded", async () => {
  const { box, clock, last } = await aWatchedBox();
  const logIn = async () => (await byPassword(box, "user", "user-demo")).body;
  await box.with((await logIn()).accessToken).post("/api/pwa-auth/logout");
  expect(await last("logout")).toMatchObject({ user: UMA, outcome: "success", address: "127.0.0.1" });
  const client = box.with((await logIn()).accessToken);
  await logIn();
  const { body: sessions } = await client.get("/api/me/sessions");
  await client.delete(`/api/me/sessions/${sessions[0].id}`);
  expect(await last("sessionsEnded")).toMatchObject({ user: UMA, target: { type: "user", id: 3 } });
  await (await box.as("admin")).delete("/api/users/3/sessions");
  expect(await last("sessionsEnded")).toMatchObject({ user: ADMIN, target: { type: "user", id: 3 } });

  const first = await logIn();
  const refresh = (refreshToken: string) =>
    box.anonymous.post("/api/pwa-auth/refresh", { refreshToken }, from("10.0.0.66"));
  const { body: second } = await refresh(first.refreshToken);
  await box.with(second.accessToken).get("/api/me");
  await refresh(second.refreshToken);
  clock.advance(3 * MINUTE);
  await refresh(first.refreshToken);
  expect(await last("tokenReuse")).toMatchObject({
    ...{ user: UMA, outcome: "failure", reason: "reused", address: "10.0.0.66" },
  });
});
