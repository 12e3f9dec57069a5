import { expect, test } from "vitest";
import type { DeviceActivation } from "../../src/web/api/types/endpoints.d.ts";
import type { Client } from "../harness/client.ts";
import { startServer, startServerWithClock, type TestServer } from "../harness/server.ts";
import { createOperation, results, send } from "../inventories/count-requests.ts";

// A terminal reads its own pairing, and is paired again as the same device.

const DAY = 24 * 3_600_000;

async function pair(server: TestServer, userName: string, more: object = {}): Promise<DeviceActivation> {
  const { body: code } = await (await server.as(userName)).post("/api/device-auth/generate-code");
  const response = await server.anonymous.post("/api/device-auth/activate", { code: code.code, ...more });
  expect(response.status).toBe(200);
  return response.body;
}
const exchange = (server: TestServer, { deviceToken }: DeviceActivation) =>
  server.anonymous.post("/api/device-auth/exchange", { deviceToken });
const session = async (server: TestServer, paired: DeviceActivation): Promise<Client> =>
  server.withToken((await exchange(server, paired)).body.accessToken);
async function login(terminal: Client, server: TestServer, userId: number, pin: string): Promise<Client> {
  const { body } = await terminal.post("/api/pda/users/login", { userId, pin });
  return server.withToken(body.accessToken);
}
const own = (client: Client) => client.get("/api/device-auth/device");

test("a terminal reads its name, owner and expiry, whichever user is logged in", async () => {
  const server = await startServer();
  const paired = await pair(server, "manager", { deviceName: "Dock" });
  const terminal = await session(server, paired);
  const expected = {
    deviceTokenId: paired.deviceTokenId,
    deviceName: "Dock",
    createdDT: expect.any(String),
    expiresAt: paired.expiresAt,
    kind: "personal",
    user: { id: 2, fullName: "Max Dvorak" },
  };
  expect((await own(terminal)).body).toEqual(expected);
  expect((await own(await login(terminal, server, 3, "3333"))).body).toEqual(expected);
  const phone = await own(await server.as("manager"));
  expect([phone.status, phone.body.message]).toEqual([404, "This is not a paired device."]);
});

test("a terminal that is paired again stays the same device for 90 days more, and its earlier token is invalid", async () => {
  const { clock, server } = await startServerWithClock();
  const first = await pair(server, "manager", { deviceName: "Dock" });
  clock.advance(80 * DAY);
  const second = await pair(server, "user", { previousDeviceToken: first.deviceToken });
  expect(second.deviceTokenId).toBe(first.deviceTokenId);
  expect(Date.parse(second.expiresAt) - Date.parse(first.expiresAt)).toBeGreaterThanOrEqual(80 * DAY);
  expect((await exchange(server, first)).status).toBe(401);
  const { body } = await own(await session(server, second));
  expect(body).toMatchObject({ deviceName: "Dock", expiresAt: second.expiresAt, user: { id: 3 } });
  const renamed = await pair(server, "user", { previousDeviceToken: second.deviceToken, deviceName: "Gate" });
  expect((await own(await session(server, renamed))).body).toMatchObject({
    deviceTokenId: first.deviceTokenId,
    deviceName: "Gate",
  });
  expect((await (await server.as("user")).get("/api/device-auth/tokens")).body).toHaveLength(1);
});

test("counts from before the expiry are sent after pairing again, in the name of the user who counted", async () => {
  const { clock, server } = await startServerWithClock();
  const first = await pair(server, "manager");
  await login(await session(server, first), server, 3, "3333");
  const counted = createOperation({
    itemId: 111,
    quantity: 1,
    userId: 3,
    at: new Date(clock.now()).toISOString(),
  });
  clock.advance(91 * DAY);
  expect((await exchange(server, first)).status).toBe(401);
  const other = await session(server, await pair(server, "manager"));
  expect(results(await send(other, 3, [counted]))).toEqual(["refused"]);
  const again = await session(
    server,
    await pair(server, "manager", { previousDeviceToken: first.deviceToken }),
  );
  expect(results(await send(again, 3, [counted]))).toEqual(["applied"]);
  const { body } = await (await server.as("manager")).get("/api/inventories/items/111/history");
  expect(body[0]).toMatchObject({ user: { id: 3 }, operation: { sender: { id: 2 } } });
});

test.each([
  [
    "was revoked",
    async (server: TestServer, { deviceTokenId }: DeviceActivation) => {
      await (await server.as("admin")).delete(`/api/device-auth/tokens/${deviceTokenId}`);
    },
    "user",
  ],
  ["is another tenant's", async () => {}, "user2"],
] as const)("a terminal whose pairing before %s becomes another device", async (_, change, userName) => {
  const server = await startServer();
  const first = await pair(server, "user");
  await change(server, first);
  const second = await pair(server, userName, { previousDeviceToken: first.deviceToken });
  expect(second.deviceTokenId).not.toBe(first.deviceTokenId);
  expect((await exchange(server, second)).status).toBe(200);
});

test.each([null, "nobody's", "x".repeat(200)])(
  "an earlier token of %j does not prevent pairing",
  async (token) => {
    const server = await startServer();
    const paired = await pair(server, "user", { previousDeviceToken: token });
    expect((await exchange(server, paired)).status).toBe(200);
  },
);

test("while its owner is inactive a shared terminal says so, its users go on, and it works again afterwards", async () => {
  const server = await startServer();
  const admin = await server.as("admin");
  const paired = await pair(server, "manager");
  const uma = await login(await session(server, paired), server, 3, "3333");
  await admin.put("/api/users/2", { isActive: false });
  const refused = await exchange(server, paired);
  expect([refused.status, refused.body.message]).toEqual([
    401,
    "This device belongs to Max Dvorak, whose account is inactive. Ask an administrator.",
  ]);
  expect(refused.headers.has("www-authenticate")).toBe(false);
  expect((await own(uma)).status).toBe(200);
  await admin.put("/api/users/2", { isActive: true });
  expect((await exchange(server, paired)).status).toBe(200);
});

test("a terminal can tell a bad token from a wrong PIN and from an ended pairing", async () => {
  const server = await startServer();
  const paired = await pair(server, "manager");
  const terminal = await session(server, paired);
  const refusalOf = async (asked: Promise<{ status: number; headers: Headers }>) => {
    const { status, headers } = await asked;
    return [status, headers.get("www-authenticate")];
  };
  const pin = (client: Client, typed: string) =>
    client.post("/api/pda/users/login", { userId: 3, pin: typed });
  expect(await refusalOf(pin(terminal, "0000"))).toEqual([401, null]);
  expect(await refusalOf(pin(server.withToken("x.y.z"), "3333"))).toEqual([401, "Bearer"]);
  await (await server.as("admin")).delete(`/api/device-auth/tokens/${paired.deviceTokenId}`);
  expect(await refusalOf(pin(terminal, "3333"))).toEqual([401, "Bearer"]);
  expect(await refusalOf(send(terminal, 3, []))).toEqual([401, "Bearer"]);
  expect(await refusalOf(exchange(server, paired))).toEqual([401, null]);
});
