import { expect, test } from "vitest";
import { findUserByName } from "../../src/access/users/users.ts";
import { openEventStream } from "../harness/events.ts";
import { startServer, type TestServer } from "../harness/server.ts";
import { pairDevice } from "./terminal.ts";

const events = ({ url }: TestServer) => `${url}/api/events`;

/** The access token of a device that the user has paired. */
const deviceToken = async (server: TestServer, userName: string) =>
  (await pairDevice(server, userName)).accessToken;

async function setRoles(server: TestServer, userName: string, roles: string[]): Promise<void> {
  const user = findUserByName(server.appliance.dependencies.storage.db, userName);
  const admin = await server.as("admin");
  const before = (await admin.get(`/api/users/${user?.oid}`)).body;
  expect((await admin.put(`/api/users/${user?.oid}`, { ...before, roles })).status).toBe(200);
}

test("a user has at most ten event streams at once, whatever other users have", async () => {
  const server = await startServer();
  const token = await server.tokenOf("user");
  const streams = [];
  for (let i = 0; i < 10; i++) streams.push(await openEventStream(events(server), token));
  expect(streams.map(({ status }) => status)).toEqual(Array(10).fill(200));
  const refused = await server.withToken(token).get("/api/events");
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await openEventStream(events(server), await server.tokenOf("manager"))).status).toBe(200);
  streams[0]?.close();
  await expect.poll(async () => (await openEventStream(events(server), token)).status).toBe(200);
});

test("a paired device has two streams, whatever its user has elsewhere", async () => {
  const server = await startServer();
  const [device, own] = [await deviceToken(server, "user"), await server.tokenOf("user")];
  for (let i = 0; i < 5; i++) expect((await openEventStream(events(server), own)).status).toBe(200);
  for (let i = 0; i < 2; i++) expect((await openEventStream(events(server), device)).status).toBe(200);
  expect((await server.withToken(device).get("/api/events")).status).toBe(429);
  expect((await openEventStream(events(server), await deviceToken(server, "user"))).status).toBe(200);
});

test("all personal devices of a user together have ten streams", async () => {
  const server = await startServer();
  for (let device = 0; device < 5; device++) {
    const token = await deviceToken(server, "user");
    for (let i = 0; i < 2; i++) expect((await openEventStream(events(server), token)).status).toBe(200);
  }
  expect((await server.withToken(await deviceToken(server, "user")).get("/api/events")).status).toBe(429);
});

test("an Admin who is demoted gets no more events for Admins", async () => {
  const server = await startServer();
  await (await server.as("admin")).post("/api/users", {
    ...{
      userName: "second",
      firstName: "Second",
      lastName: "Admin",
      roles: ["Admin"],
      password: "correct horse",
    },
  });
  const follower = await openEventStream(events(server), await server.tokenOf("second"));
  expect((await follower.next("devices"))?.event).toBe("devices");
  await setRoles(server, "second", ["User"]);
  await deviceToken(server, "user");
  const rest = [];
  for (let next = await follower.next(); next !== null; next = await follower.next()) rest.push(next);
  expect(rest.map(({ event }) => event)).not.toContain("devices");
  expect(rest.at(-1)).toEqual({ event: "end", data: { reason: "roles" } });
  const again = await openEventStream(events(server), await server.tokenOf("second"));
  expect(again.status).toBe(200);
});

test("the stream of a revoked device ends", async () => {
  const server = await startServer();
  const follower = await openEventStream(events(server), await deviceToken(server, "user"));
  await follower.next("changes");
  const admin = await server.as("admin");
  const [device] = (await admin.get("/api/device-auth/tokens?all=true")).body;
  expect((await admin.delete(`/api/device-auth/tokens/${device.deviceTokenId}`)).status).toBe(204);
  expect((await follower.next("end"))?.data).toEqual({ reason: "token" });
});
