import { expect, test } from "vitest";
import { fillDisk } from "../access/full-disk.ts";
import { openEventStream } from "../harness/events.ts";
import { startServerWithClock, type TestServer } from "../harness/server.ts";
import { pairDevice, pairSharedTerminal } from "./terminal.ts";

// A login at a shared terminal ends on the server when nobody has touched the terminal for the time after which it locks. The
// attacker has a copy of the tokens.

const MINUTE = 60_000;

/** A server whose terminals lock after five minutes, with a Manager's login at one. */
async function logInAtTerminal(isDiskFull = false) {
  const { clock, server } = await startServerWithClock();
  await (await server.as("admin")).put("/api/settings", { terminalLockMinutes: 5 });
  const terminal = await pairSharedTerminal(server);
  const disk = isDiskFull ? fillDisk(server) : null;
  const { body: login } = await terminal.device.post("/api/pda/users/login", { userId: 2, pin: "2222" });
  return { clock, server, terminal, login, disk };
}

/** Status of a request that reports a touch so many seconds ago; null: it reports none. */
async function statusOf(server: TestServer, token: string, touch: string | null): Promise<number> {
  const headers = touch === null ? {} : { "Last-Touch": touch };
  return (await server.withToken(token).send("GET", "/api/me", undefined, headers)).status;
}

test("both tokens of a login that nobody has used for the time of the lock are 401, and it is no longer listed", async () => {
  const { clock, server, login } = await logInAtTerminal();
  const office = await server.as("manager");
  clock.advance(4 * MINUTE);
  expect(await statusOf(server, login.accessToken, null)).toBe(200);
  clock.advance(5 * MINUTE + 1000);
  expect(await statusOf(server, login.accessToken, null)).toBe(401);
  for (const token of [{ accessToken: login.accessToken }, { refreshToken: login.refreshToken }])
    expect((await server.anonymous.post("/api/pwa-auth/refresh", token)).status).toBe(401);
  clock.advance(2 * MINUTE);
  const { body: sessions } = await office.get("/api/me/sessions");
  expect(sessions.filter(({ device }: { device: object | null }) => device !== null)).toEqual([]);
});

test("a login on a full disk ends like any other, and what it has queued stays deliverable", async () => {
  const { clock, server, login } = await logInAtTerminal(true);
  let { accessToken } = login;
  for (let times = 0; times < 3; times++) {
    clock.advance(4 * MINUTE);
    expect(await statusOf(server, accessToken, "2")).toBe(200);
    const { body } = await server.anonymous.post("/api/pwa-auth/refresh", { accessToken });
    accessToken = body.accessToken;
    expect(await statusOf(server, accessToken, "180")).toBe(200);
  }
  clock.advance(5 * MINUTE + 1000);
  expect(await statusOf(server, accessToken, null)).toBe(401);
  for (const token of [{ accessToken }, { refreshToken: login.refreshToken }])
    expect((await server.anonymous.post("/api/pwa-auth/refresh", token)).status).toBe(401);
  expect(await statusOf(server, login.submissionToken, null)).toBe(403);
});

test("a login on a full disk that nobody has used opens no session once the disk accepts writes", async () => {
  const { clock, server, login, disk } = await logInAtTerminal(true);
  clock.advance(5 * MINUTE + 1000);
  disk?.empty();
  await (await server.as("admin")).put("/api/settings", { siteName: "Renamed" });
  const { accessToken } = login;
  expect((await server.anonymous.post("/api/pwa-auth/refresh", { accessToken })).status).toBe(401);
  expect(await statusOf(server, accessToken, null)).toBe(401);
});

test("a restart forgets the touches of a login on a full disk", async () => {
  const { clock, server, login } = await logInAtTerminal(true);
  clock.advance(4 * MINUTE);
  expect(await statusOf(server, login.accessToken, "0")).toBe(200);
  await server.restart();
  clock.advance(MINUTE + 1000);
  expect(await statusOf(server, login.accessToken, "0")).toBe(401);
});

test("requests of a client that reports no touches keep its login in use", async () => {
  const { clock, server, login } = await logInAtTerminal();
  for (let times = 0; times < 5; times++) {
    clock.advance(4 * MINUTE);
    expect(await statusOf(server, login.accessToken, null)).toBe(200);
  }
});

test("requests that report an old touch, and refreshes, do not keep a login in use", async () => {
  const { clock, server, login } = await logInAtTerminal();
  let token = login.accessToken;
  for (const seconds of [59, 118, 177, 236, 295]) {
    clock.advance(59_000);
    expect(await statusOf(server, token, `${seconds}`)).toBe(200);
    const { body } = await server.anonymous.post("/api/pwa-auth/refresh", { accessToken: token });
    token = body.accessToken;
  }
  clock.advance(6000);
  expect(await statusOf(server, token, "301")).toBe(401);
});

test("an event stream that is open does not keep a login in use", async () => {
  const { clock, server, login } = await logInAtTerminal();
  const events = await openEventStream(`${server.url}/api/events`, login.accessToken);
  await events.next("changes");
  clock.advance(4 * MINUTE);
  await (await server.as("admin")).put("/api/settings", { terminalLockMinutes: 3 });
  await (await server.as("admin")).put("/api/settings", { terminalLockMinutes: 5 });
  await events.next("changes");
  clock.advance(2 * MINUTE);
  expect(await statusOf(server, login.accessToken, null)).toBe(401);
});

test("reported touches keep a login in use", async () => {
  const { clock, server, login } = await logInAtTerminal();
  for (let times = 0; times < 5; times++) {
    clock.advance(4 * MINUTE);
    expect(await statusOf(server, login.accessToken, "2")).toBe(200);
  }
});

test("no touch brings a login back that has ended", async () => {
  const { clock, server, login } = await logInAtTerminal();
  clock.advance(4 * MINUTE);
  expect(await statusOf(server, login.accessToken, "2")).toBe(200);
  clock.advance(5 * MINUTE);
  for (const touch of ["0", "1", null]) expect(await statusOf(server, login.accessToken, touch)).toBe(401);
});

test.each(["-5", "1.5", "soon", "99999999999", "4e2"])("the header %s is no touch", async (touch) => {
  const { clock, server, login } = await logInAtTerminal();
  clock.advance(4 * MINUTE);
  expect(await statusOf(server, login.accessToken, touch)).toBe(200);
  clock.advance(MINUTE + 1000);
  expect(await statusOf(server, login.accessToken, null)).toBe(401);
});

test("with a lock after one minute, a login in use outlives other logins and changes of the settings", async () => {
  const { clock, server, terminal, login } = await logInAtTerminal();
  const admin = await server.as("admin");
  await admin.put("/api/settings", { terminalLockMinutes: 1 });
  for (let times = 0; times < 6; times++) {
    clock.advance(25_000);
    expect(await statusOf(server, login.accessToken, "1")).toBe(200);
    await terminal.logIn(3, "3333");
    clock.advance(25_000);
    await admin.put("/api/settings", { siteName: `Site ${times}` });
  }
});

test("a restart of the server keeps the last touch", async () => {
  const { clock, server, login } = await logInAtTerminal();
  clock.advance(4 * MINUTE);
  expect(await statusOf(server, login.accessToken, "0")).toBe(200);
  await server.restart();
  clock.advance(4 * MINUTE);
  expect(await statusOf(server, login.accessToken, "240")).toBe(200);
  await server.restart();
  clock.advance(MINUTE + 1000);
  expect(await statusOf(server, login.accessToken, "301")).toBe(401);
});

test("a longer or shorter lock applies to logins at once", async () => {
  const { clock, server, login } = await logInAtTerminal();
  const admin = await server.as("admin");
  await admin.put("/api/settings", { terminalLockMinutes: 10 });
  clock.advance(9 * MINUTE);
  expect(await statusOf(server, login.accessToken, "540")).toBe(200);
  await admin.put("/api/settings", { terminalLockMinutes: 8 });
  expect(await statusOf(server, login.accessToken, "540")).toBe(401);
});

test("a login of our client ends the one before it at the same terminal, whatever touches a copy of it reports", async () => {
  const { clock, server, terminal } = await logInAtTerminal();
  const other = await pairSharedTerminal(server);
  const logIn = async ({ device }: typeof terminal, userId: number, pin: string) =>
    (await device.post("/api/pda/users/login", { userId, pin, rotation: true })).body;
  const [before, elsewhere] = [await logIn(terminal, 2, "2222"), await logIn(other, 2, "2222")];
  const office = await server.tokenOf("manager");
  clock.advance(4 * MINUTE);
  expect(await statusOf(server, before.accessToken, "0")).toBe(200);
  const next = await logIn(terminal, 3, "3333");
  expect(await statusOf(server, before.accessToken, "0")).toBe(401);
  expect(
    (await server.anonymous.post("/api/pwa-auth/refresh", { refreshToken: before.refreshToken })).status,
  ).toBe(401);
  for (const token of [next.accessToken, elsewhere.accessToken, office, terminal.accessToken])
    expect((await server.withToken(token).get("/api/pda/users")).status).toBe(200);
});

test("logins of the contract's clients at one terminal leave each other", async () => {
  const { server, terminal, login } = await logInAtTerminal();
  expect((await terminal.device.post("/api/pda/users/login", { userId: 3, pin: "3333" })).status).toBe(200);
  expect(await statusOf(server, login.accessToken, null)).toBe(200);
});

test("the terminal's own token, a login at a personal device and one without a device do not end so", async () => {
  const { clock, server, terminal } = await logInAtTerminal();
  const personal = await pairDevice(server, "manager");
  const others = [await personal.logIn(2, "2222"), personal.device, await server.as("user")];
  clock.advance(60 * MINUTE);
  for (const other of others) expect((await other.get("/api/me")).status).toBe(200);
  expect((await terminal.device.get("/api/pda/users")).status).toBe(200);
});
