import { expect, test } from "vitest";
import { aBox, type TestBox } from "../harness/box.ts";
import type { Client } from "../harness/client.ts";
import { aClock } from "../harness/clock.ts";
import { anOperation, results, send } from "../inventories/sending.ts";

// What a terminal knows of its own pairing, and how it is paired again without losing what it is.

const DAY = 24 * 3_600_000;

interface Paired {
  readonly deviceToken: string;
  readonly deviceTokenId: number;
  readonly expiresAt: string;
}
async function pair(box: TestBox, userName: string, more: object = {}): Promise<Paired> {
  const { body: code } = await (await box.as(userName)).post("/api/device-auth/generate-code");
  const answer = await box.anonymous.post("/api/device-auth/activate", { code: code.code, ...more });
  expect(answer.status).toBe(200);
  return answer.body;
}
const exchange = (box: TestBox, { deviceToken }: Paired) =>
  box.anonymous.post("/api/device-auth/exchange", { deviceToken });
const session = async (box: TestBox, paired: Paired): Promise<Client> =>
  box.with((await exchange(box, paired)).body.accessToken);
async function login(terminal: Client, box: TestBox, userId: number, pin: string): Promise<Client> {
  const { body } = await terminal.post("/api/pda/users/login", { userId, pin });
  return box.with(body.accessToken);
}
const own = (client: Client) => client.get("/api/device-auth/device");

test("a terminal learns its name, whose it is and when it ends, whoever is logged in on it", async () => {
  const box = await aBox();
  const paired = await pair(box, "manager", { deviceName: "Dock" });
  const terminal = await session(box, paired);
  const expected = {
    deviceTokenId: paired.deviceTokenId,
    deviceName: "Dock",
    createdDT: expect.any(String),
    expiresAt: paired.expiresAt,
    kind: "personal",
    user: { id: 2, fullName: "Max Dvorak" },
  };
  expect((await own(terminal)).body).toEqual(expected);
  expect((await own(await login(terminal, box, 3, "3333"))).body).toEqual(expected);
  const phone = await own(await box.as("manager"));
  expect([phone.status, phone.body.message]).toEqual([404, "This is not a paired device."]);
});

test("paired again it is the same device, for 90 days more, and the token before is none any more", async () => {
  const clock = aClock();
  const box = await aBox({ clock });
  const first = await pair(box, "manager", { deviceName: "Dock" });
  clock.advance(80 * DAY);
  const second = await pair(box, "user", { previousDeviceToken: first.deviceToken });
  expect(second.deviceTokenId).toBe(first.deviceTokenId);
  expect(Date.parse(second.expiresAt) - Date.parse(first.expiresAt)).toBeGreaterThanOrEqual(80 * DAY);
  expect((await exchange(box, first)).status).toBe(401);
  const { body } = await own(await session(box, second));
  expect(body).toMatchObject({ deviceName: "Dock", expiresAt: second.expiresAt, user: { id: 3 } });
  const renamed = await pair(box, "user", { previousDeviceToken: second.deviceToken, deviceName: "Gate" });
  expect((await own(await session(box, renamed))).body).toMatchObject({
    deviceTokenId: first.deviceTokenId,
    deviceName: "Gate",
  });
  expect((await (await box.as("user")).get("/api/device-auth/tokens")).body).toHaveLength(1);
});

test("what was counted before it expired is sent after it is paired again, in the name of who counted", async () => {
  const clock = aClock();
  const box = await aBox({ clock });
  const first = await pair(box, "manager");
  await login(await session(box, first), box, 3, "3333");
  const counted = anOperation({
    itemId: 111,
    quantity: 1,
    userId: 3,
    at: new Date(clock.now()).toISOString(),
  });
  clock.advance(91 * DAY);
  expect((await exchange(box, first)).status).toBe(401);
  const other = await session(box, await pair(box, "manager"));
  expect(results(await send(other, 3, [counted]))).toEqual(["refused"]);
  const again = await session(box, await pair(box, "manager", { previousDeviceToken: first.deviceToken }));
  expect(results(await send(again, 3, [counted]))).toEqual(["applied"]);
  const { body } = await (await box.as("manager")).get("/api/inventories/items/111/history");
  expect(body[0]).toMatchObject({ user: { id: 3 }, operation: { sender: { id: 2 } } });
});

test.each([
  [
    "was revoked",
    async (box: TestBox, { deviceTokenId }: Paired) => {
      await (await box.as("admin")).delete(`/api/device-auth/tokens/${deviceTokenId}`);
    },
    "user",
  ],
  ["is another tenant's", async () => {}, "user2"],
] as const)("one whose pairing before %s becomes another device", async (_, change, userName) => {
  const box = await aBox();
  const first = await pair(box, "user");
  await change(box, first);
  const second = await pair(box, userName, { previousDeviceToken: first.deviceToken });
  expect(second.deviceTokenId).not.toBe(first.deviceTokenId);
  expect((await exchange(box, second)).status).toBe(200);
});

test.each([null, "nobody's", "x".repeat(200)])("a token before of %j is no hindrance", async (token) => {
  const box = await aBox();
  const paired = await pair(box, "user", { previousDeviceToken: token });
  expect((await exchange(box, paired)).status).toBe(200);
});

test("while the account of whose device it is rests, the device says so; those logged in on it go on, and it comes back", async () => {
  const box = await aBox();
  const admin = await box.as("admin");
  const paired = await pair(box, "manager");
  const uma = await login(await session(box, paired), box, 3, "3333");
  await admin.put("/api/users/2", { isActive: false });
  const refused = await exchange(box, paired);
  expect([refused.status, refused.body.message]).toEqual([
    401,
    "This device belongs to Max Dvorak, whose account is inactive. Ask an administrator.",
  ]);
  expect(refused.headers.has("www-authenticate")).toBe(false);
  expect((await own(uma)).status).toBe(200);
  await admin.put("/api/users/2", { isActive: true });
  expect((await exchange(box, paired)).status).toBe(200);
});

test("a terminal can tell a bad token from a wrong PIN and from a pairing that ended", async () => {
  const box = await aBox();
  const paired = await pair(box, "manager");
  const terminal = await session(box, paired);
  const refusalOf = async (asked: Promise<{ status: number; headers: Headers }>) => {
    const { status, headers } = await asked;
    return [status, headers.get("www-authenticate")];
  };
  const pin = (client: Client, typed: string) =>
    client.post("/api/pda/users/login", { userId: 3, pin: typed });
  expect(await refusalOf(pin(terminal, "0000"))).toEqual([401, null]);
  expect(await refusalOf(pin(box.with("x.y.z"), "3333"))).toEqual([401, "Bearer"]);
  await (await box.as("admin")).delete(`/api/device-auth/tokens/${paired.deviceTokenId}`);
  expect(await refusalOf(pin(terminal, "3333"))).toEqual([401, "Bearer"]);
  expect(await refusalOf(send(terminal, 3, []))).toEqual([401, "Bearer"]);
  expect(await refusalOf(exchange(box, paired))).toEqual([401, null]);
});
