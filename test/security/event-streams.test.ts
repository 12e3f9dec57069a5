import { expect, test } from "vitest";
import { findUserByName } from "../../src/access/users/users.ts";
import { aBox, type TestBox } from "../harness/box.ts";
import { listen } from "../harness/events.ts";

const events = ({ url }: TestBox) => `${url}/api/events`;

/** The access token of a device that the user has paired. */
async function deviceToken(box: TestBox, userName: string): Promise<string> {
  const owner = await box.as(userName);
  const { code } = (await owner.post("/api/device-auth/generate-code")).body;
  const activated = await box.anonymous.post("/api/device-auth/activate", { code, deviceName: "Scanner" });
  const { deviceToken } = activated.body;
  return (await box.anonymous.post("/api/device-auth/exchange", { deviceToken })).body.accessToken;
}

async function setRoles(box: TestBox, userName: string, roles: string[]): Promise<void> {
  const user = findUserByName(box.appliance.dependencies.storage.db, userName);
  const admin = await box.as("admin");
  const before = (await admin.get(`/api/users/${user?.oid}`)).body;
  expect((await admin.put(`/api/users/${user?.oid}`, { ...before, roles })).status).toBe(200);
}

test("a user has ten streams; the next one is 429, and others still follow", async () => {
  const box = await aBox();
  const token = await box.tokenOf("user");
  const streams = [];
  for (let i = 0; i < 10; i++) streams.push(await listen(events(box), token));
  expect(streams.map(({ status }) => status)).toEqual(Array(10).fill(200));
  const refused = await box.with(token).get("/api/events");
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await listen(events(box), await box.tokenOf("manager"))).status).toBe(200);
  streams[0]?.close();
  await expect.poll(async () => (await listen(events(box), token)).status).toBe(200);
});

test("a paired device has two, whatever its user has elsewhere", async () => {
  const box = await aBox();
  const [device, own] = [await deviceToken(box, "user"), await box.tokenOf("user")];
  for (let i = 0; i < 5; i++) expect((await listen(events(box), own)).status).toBe(200);
  for (let i = 0; i < 2; i++) expect((await listen(events(box), device)).status).toBe(200);
  expect((await box.with(device).get("/api/events")).status).toBe(429);
  expect((await listen(events(box), await deviceToken(box, "user"))).status).toBe(200);
});

test("a user who pairs many personal devices has ten streams on all of them together", async () => {
  const box = await aBox();
  for (let device = 0; device < 5; device++) {
    const token = await deviceToken(box, "user");
    for (let i = 0; i < 2; i++) expect((await listen(events(box), token)).status).toBe(200);
  }
  expect((await box.with(await deviceToken(box, "user")).get("/api/events")).status).toBe(429);
});

test("an Admin who is demoted is told nothing more of what Admins see", async () => {
  const box = await aBox();
  await (await box.as("admin")).post("/api/users", {
    ...{
      userName: "second",
      firstName: "Second",
      lastName: "Admin",
      roles: ["Admin"],
      password: "correct horse",
    },
  });
  const follower = await listen(events(box), await box.tokenOf("second"));
  expect((await follower.next("devices"))?.event).toBe("devices");
  await setRoles(box, "second", ["User"]);
  await deviceToken(box, "user");
  const rest = [];
  for (let next = await follower.next(); next !== null; next = await follower.next()) rest.push(next);
  expect(rest.map(({ event }) => event)).not.toContain("devices");
  expect(rest.at(-1)).toEqual({ event: "end", data: { reason: "roles" } });
  const again = await listen(events(box), await box.tokenOf("second"));
  expect(again.status).toBe(200);
});

test("the stream of a revoked device ends", async () => {
  const box = await aBox();
  const follower = await listen(events(box), await deviceToken(box, "user"));
  await follower.next("changes");
  const admin = await box.as("admin");
  const [device] = (await admin.get("/api/device-auth/tokens?all=true")).body;
  expect((await admin.delete(`/api/device-auth/tokens/${device.deviceTokenId}`)).status).toBe(204);
  expect((await follower.next("end"))?.data).toEqual({ reason: "token" });
});
