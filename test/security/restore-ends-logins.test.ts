import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { adminByPassword, aFolder } from "../backup/copies.ts";
import { restore } from "../backup/restoring.ts";
import { aBox, type TestBox } from "../harness/box.ts";
import { anOperation, results, send } from "../inventories/sending.ts";
import { aTerminal, byPassword, pinById } from "./guesser.ts";
import { aPairedDevice, aSharedTerminal } from "./terminal.ts";

// Somebody whose account or device was withdrawn, and a restore of a backup from before that.

const CONFIRMATION = "/api/restore-confirmation";
const [ADMIN, MANAGER, USER] = [1, 2, 3];

/** Copies the data folder now; gives how to restore the copy and to start on it. */
function backup(box: TestBox): () => Promise<void> {
  const copy = join(aFolder(), "copy");
  cpSync(box.folder, copy, { recursive: true });
  return async () => {
    await box.halt();
    const { status, told } = await restore(copy, "--into", box.folder);
    expect(told).toContain("All logins of before have ended");
    expect(status).toBe(0);
    onTestFinished(() => {
      for (const name of readdirSync(dirname(box.folder)))
        if (name.startsWith(`${basename(box.folder)}.before-`))
          rmSync(join(dirname(box.folder), name), { recursive: true });
    });
    await box.restart();
  };
}

const exchange = (box: TestBox, deviceToken: string) =>
  box.anonymous.post("/api/device-auth/exchange", { deviceToken });
const refresh = (box: TestBox, body: object) => box.anonymous.post("/api/pwa-auth/refresh", body);

test("a restore brings back neither a revoked device nor a deactivated user nor any token", async () => {
  const box = await aBox();
  const device = await aTerminal(box, "manager");
  const { body: bearer } = await exchange(box, device.deviceToken);
  const { body: login } = await byPassword(box, "user", "user-demo");
  const { body: code } = await box.with(login.accessToken).post("/api/device-auth/generate-code");
  const putBack = backup(box);
  const admin = await box.as("admin");
  await admin.delete(`/api/device-auth/tokens/${device.deviceTokenId}`);
  await admin.put(`/api/users/${USER}`, { isActive: false });
  await putBack();
  expect((await exchange(box, device.deviceToken)).status).toBe(403);
  expect((await box.with(bearer.accessToken).get("/api/me")).status).toBe(401);
  expect((await box.with(login.accessToken).get("/api/me")).status).toBe(401);
  for (const token of [{ refreshToken: login.refreshToken }, { accessToken: login.accessToken }])
    expect((await refresh(box, token)).status).toBe(401);
  expect((await byPassword(box, "user", "user-demo")).status).toBe(401);
  expect((await box.anonymous.post("/api/device-auth/activate", { code: code.code })).status).toBe(400);
});

test("tokens of before stay dead where the signing key is a setting, also after the confirmation", async () => {
  const settings = { JWT_SECRET_KEY: "a key of the site that has more than 32 characters" };
  const box = await aBox({ settings });
  const device = await aPairedDevice(box, "user");
  const { body: bearer } = await exchange(box, device.deviceToken);
  const loose = await box.tokenOf("user");
  const putBack = backup(box);
  await putBack();
  await (await adminByPassword(box)).put(CONFIRMATION, { all: true });
  expect((await box.with(bearer.accessToken).get("/api/me")).status).toBe(401);
  expect((await box.with(loose).get("/api/me")).status).toBe(401);
  expect((await refresh(box, { accessToken: loose })).status).toBe(401);
  expect((await exchange(box, device.deviceToken)).status).toBe(200);
});

test("a restore makes another signing key: one that was in the backup signs nothing any more", async () => {
  const box = await aBox();
  const before = readFileSync(join(box.folder, "jwt.key"), "utf8");
  await backup(box)();
  expect(readFileSync(join(box.folder, "jwt.key"), "utf8")).not.toBe(before);
});

test("the first Admin who logs in by password is let in, and nobody else before the confirmation", async () => {
  const box = await aBox();
  await backup(box)();
  const early = await pinById(box, ADMIN, "111111");
  expect([early.status, early.body.message]).toEqual([401, expect.stringMatching(/with your password/)]);
  expect((await byPassword(box, "manager", "manager-demo")).body.message).toMatch(/administrator has to/);
  const admin = await adminByPassword(box);
  expect((await admin.get("/api/me")).body.userName).toBe("admin");
  // Another Admin has to be confirmed by this one.
  await admin.put(`/api/users/${MANAGER}`, { roles: ["Admin"] });
  expect((await byPassword(box, "manager", "manager-demo")).status).toBe(401);
  expect((await pinById(box, ADMIN, "111111")).status).toBe(200);
});

test("an Admin sees what waits, confirms some, and the rest is deactivated and revoked", async () => {
  const box = await aBox();
  const kept = await aPairedDevice(box, "manager");
  const lost = await aPairedDevice(box, "manager");
  await backup(box)();
  const admin = await adminByPassword(box);
  const { body: pending } = await admin.get(CONFIRMATION);
  expect(pending.restoredDT).toEqual(expect.any(String));
  expect(pending.users.map(({ id }: { id: number }) => id)).not.toContain(ADMIN);
  expect(pending.users).toContainEqual({
    id: MANAGER,
    userName: "manager",
    fullName: expect.any(String),
    roles: ["Manager"],
  });
  expect(pending.devices.map(({ deviceTokenId }: { deviceTokenId: number }) => deviceTokenId)).toEqual([
    lost.deviceTokenId,
    kept.deviceTokenId,
  ]);
  const confirmed = { userIds: [MANAGER], deviceTokenIds: [kept.deviceTokenId] };
  expect((await admin.put(CONFIRMATION, confirmed)).status).toBe(204);
  expect((await byPassword(box, "manager", "manager-demo")).status).toBe(200);
  expect((await exchange(box, kept.deviceToken)).status).toBe(200);
  expect((await exchange(box, lost.deviceToken)).status).toBe(401);
  expect((await byPassword(box, "user", "user-demo")).body.message).toMatch(/inactive/);
  expect((await admin.get(CONFIRMATION)).body).toMatchObject({ users: [], devices: [] });
  expect((await admin.get(`/api/users/${USER}`)).body.isActive).toBe(false);
});

test("a shared terminal says that it waits, and its counts apply once after the confirmation", async () => {
  const box = await aBox();
  const terminal = await aSharedTerminal(box);
  await terminal.logIn(USER, "3333");
  const unsent = anOperation({ itemId: 111, quantity: 7, userId: USER });
  await backup(box)();
  const refused = await exchange(box, terminal.deviceToken);
  expect([refused.status, refused.body.reason]).toEqual([403, "unconfirmed"]);
  expect(refused.body.message).toMatch(/restored from a backup.*Its counts are kept/);
  const admin = await adminByPassword(box);
  // The person who counted may have left: the terminal alone is confirmed.
  const { deviceTokenId } = terminal;
  await admin.put(CONFIRMATION, { userIds: [], deviceTokenIds: [deviceTokenId] });
  const { body: tokens } = await exchange(box, terminal.deviceToken);
  const client = box.with(tokens.accessToken);
  expect(results(await send(client, 3, [unsent]))).toEqual(["applied"]);
  expect(results(await send(client, 3, [unsent]))).toEqual(["duplicate"]);
});

test("a device that is paired again is confirmed by that", async () => {
  const box = await aBox();
  const terminal = await aSharedTerminal(box);
  await backup(box)();
  const admin = await adminByPassword(box);
  const { body: code } = await admin.post("/api/device-auth/generate-code", { kind: "terminal" });
  const again = { code: code.code, previousDeviceToken: terminal.deviceToken };
  const { body: paired } = await box.anonymous.post("/api/device-auth/activate", again);
  expect(paired.deviceTokenId).toBe(terminal.deviceTokenId);
  expect((await exchange(box, paired.deviceToken)).status).toBe(200);
  expect((await admin.get(CONFIRMATION)).body.devices).toEqual([]);
});

test.each([
  [{}, "userIds"],
  [{ userIds: [MANAGER] }, "deviceTokenIds"],
  [{ all: true, userIds: [] }, "userIds"],
  [{ userIds: [ADMIN], deviceTokenIds: [] }, "userIds"],
  [{ userIds: [], deviceTokenIds: [987] }, "deviceTokenIds"],
])("a confirmation by %j is refused, names %s, and changes nothing", async (body, field) => {
  const box = await aBox();
  await backup(box)();
  const admin = await adminByPassword(box);
  const answer = await admin.put(CONFIRMATION, body);
  expect(answer.status).toBe(400);
  expect(answer.body.errors[0].path).toBe(field);
  expect((await admin.get(CONFIRMATION)).body.users.length).toBeGreaterThan(0);
});

test("each tenant's Admin confirms the own one alone", async () => {
  const box = await aBox();
  await backup(box)();
  const admin = await adminByPassword(box);
  await admin.put(CONFIRMATION, { all: true });
  expect((await byPassword(box, "manager", "manager-demo")).status).toBe(200);
  const other = await byPassword(box, "admin2", "admin2-demo");
  expect(other.status).toBe(200);
  const { body: theirs } = await box.with(other.body.accessToken).get(CONFIRMATION);
  expect(theirs.users.length).toBeGreaterThan(0);
});

test("a restart does not ask again, and the folder's mark is gone", async () => {
  const box = await aBox();
  await backup(box)();
  expect(existsSync(join(box.folder, "restored"))).toBe(false);
  const admin = await adminByPassword(box);
  await admin.put(CONFIRMATION, { all: true });
  await box.restart();
  expect((await (await adminByPassword(box)).get(CONFIRMATION)).body).toMatchObject({
    users: [],
    devices: [],
  });
  expect((await byPassword(box, "user", "user-demo")).status).toBe(200);
});
