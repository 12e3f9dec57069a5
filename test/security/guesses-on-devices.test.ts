import { expect, test } from "vitest";
import type { TestClock } from "../harness/clock.ts";
import { patiently, startTarget } from "./login-attempts.ts";
import { type Paired, pairBy, pairDevice, pairSharedTerminal } from "./terminal.ts";

// The attacker has a copy of a Manager's personal device, without PIN and password.

const MANAGER = 2;
const PIN = "2222";
const PASSWORD = "manager-demo";

const pin = (on: Paired, value: string) => on.pin(MANAGER, value);
const changeBy = ({ device }: Paired, oldPassword: string) => device.put("/api/me/secrets", { oldPassword });

/** Sends wrong old passwords as fast as the server takes them, until `count` were checked. */
async function guess(clock: TestClock, count: number, deviceOf: (index: number) => Paired): Promise<void> {
  for (let checked = 0; checked < count; ) {
    const { status, headers } = await changeBy(deviceOf(checked), `wrong ${checked}`);
    if (status === 401) checked += 1;
    else clock.advance(Number(headers.get("retry-after")) * 1000);
  }
}

test("devices that a personal device pairs bring no further PINs of its owner", async () => {
  const { server, clock } = await startTarget();
  const phone = await pairDevice(server, "manager");
  const child = await pairBy(server, phone.device);
  const devices = [phone, child, await pairBy(server, child.device), await pairBy(server, phone.device)];
  const statuses = await patiently(clock, 24, (index) => pin(devices[index % 4] ?? phone, "8001"));
  expect(statuses.filter((status) => status === 401)).toHaveLength(20);
  for (const device of [...devices, await pairBy(server, phone.device)])
    expect((await pin(device, PIN)).status).toBe(429);
});

test("another personal device of the owner, and a shared terminal, are not locked by them", async () => {
  const { server, clock } = await startTarget();
  const [phone, other] = [await pairDevice(server, "manager"), await pairDevice(server, "manager")];
  const shared = await pairSharedTerminal(server);
  const child = await pairBy(server, await shared.logIn(MANAGER, PIN));
  await patiently(clock, 20, () => pin(phone, "8001"));
  await patiently(clock, 20, () => pin(child, "8001"));
  expect((await pin(phone, PIN)).status).toBe(429);
  expect((await pin(child, PIN)).status).toBe(429);
  expect((await pin(other, PIN)).status).toBe(200);
  expect((await pin(shared, PIN)).status).toBe(200);
});

test("20 wrong old passwords hold a personal device and those that it pairs together", async () => {
  const { server } = await startTarget();
  const phone = await pairDevice(server, "manager");
  const devices = [phone, await pairBy(server, phone.device)];
  for (let i = 0; i < 20; i++) expect((await changeBy(devices[i % 2] ?? phone, "wrong")).status).toBe(401);
  for (const device of [...devices, await pairBy(server, phone.device)])
    expect((await changeBy(device, PASSWORD)).status).toBe(429);
});

/** A Manager's phone after 100 wrong old passwords, when their holds are over. */
async function lockedPhone() {
  const { server, clock } = await startTarget({ settings: { JWT_TOKEN_EXPIRATION_HOURS: "100" } });
  const phone = await pairDevice(server, "manager");
  const shared = await pairSharedTerminal(server);
  await guess(clock, 100, () => phone);
  clock.advance(16 * 60_000);
  const locked = await changeBy(phone, PASSWORD);
  expect([locked.status, locked.headers.get("retry-after")]).toEqual([429, "900"]);
  return { server, phone, shared };
}

test("100 wrong old passwords in a row lock the password on the device, and not on another one", async () => {
  const { server, phone, shared } = await lockedPhone();
  const { body } = await server.admin.get("/api/login-locks");
  expect(body.locks).toMatchObject([
    { user: { id: MANAGER }, device: { id: phone.deviceTokenId }, secret: "password", where: "knownCaller" },
  ]);
  const atTerminal = { ...phone, device: await shared.logIn(MANAGER, PIN) };
  expect((await changeBy(atTerminal, "wrong")).status).toBe(401);
});

test("a login by password of another caller unlocks the password on the device", async () => {
  const { server, phone } = await lockedPhone();
  const login = { userName: "manager", password: PASSWORD };
  expect((await server.anonymous.post("/api/pwa-auth/login-password", login)).status).toBe(200);
  expect((await changeBy(phone, PASSWORD)).status).toBe(200);
});
