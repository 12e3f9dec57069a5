import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { TestServer } from "../harness/server.ts";
import { all, patiently, pinById, pinByName, startTarget } from "./login-attempts.ts";

const IDS = Array.from({ length: 64 }, (_, index) => index + 1);

/** The ids whose response differs from that of a first wrong PIN, each requested from an address of its own. */
async function held(server: TestServer): Promise<number[]> {
  const responses = await Promise.all(
    IDS.map(async (id) => ({ id, ...(await pinById(server, id, "8001", `10.7.0.${id}`)) })),
  );
  return responses.flatMap(({ id, status }) => (status === 401 ? [] : [id]));
}

/** Replaces the key from which unknown names get their ids. */
async function setNameKey(server: TestServer, key: string): Promise<void> {
  await server.halt();
  writeFileSync(join(server.folder, "device-codes.key"), `${key}\n`);
  await server.restart();
}

test.each(["manager", "nobody at all"])(
  "five wrong PINs of the name %s hold exactly one id, so that the existence of the user is not revealed",
  async (name) => {
    const { server } = await startTarget();
    for (let i = 0; i < 5; i++) expect((await pinByName(server, name, "8001")).status).toBe(401);
    expect((await pinByName(server, name, "8001")).status).toBe(429);
    expect(await held(server)).toHaveLength(1);
  },
);

test("an unknown name has the same id after a restart", async () => {
  const { server } = await startTarget();
  for (let i = 0; i < 5; i++) await pinByName(server, "nobody at all", "8001");
  await server.restart();
  expect((await pinByName(server, "Nobody At All", "8001")).status).toBe(429);
});

/** A key with which the unknown name "nobody at all" counts under the id of the demo's user 3. */
const KEY_OF_ID_3 = "key-with-the-name-at-the-id-of-user-3-20";

test("unknown ids and names are locked like others, with the same message", async () => {
  const locked = [];
  for (const attempt of [
    (server: TestServer) => pinById(server, 3, "8001"),
    (server: TestServer) => pinById(server, 4711, "8001"),
    (server: TestServer) => pinByName(server, "nobody at all", "8001"),
  ]) {
    // An unknown name may share the id of another attempt, so each has a server of its own.
    const { server, clock } = await startTarget();
    await setNameKey(server, KEY_OF_ID_3);
    expect(await patiently(clock, 10, () => attempt(server))).toEqual(all(10, 401));
    const { status, headers, body } = await attempt(server);
    locked.push({ status, retryAfter: headers.get("retry-after"), message: body.message });
  }
  expect(new Set(locked.map((response) => JSON.stringify(response))).size).toBe(1);
  expect(locked[0]?.status).toBe(429);
});

test("an unknown name that has the id of a locked user is locked too", async () => {
  const { server, clock } = await startTarget();
  await setNameKey(server, KEY_OF_ID_3);
  await patiently(clock, 10, () => pinById(server, 3, "8001"));
  expect((await pinByName(server, "nobody at all", "8001")).status).toBe(429);
});

test("a user who gets an id that was attempted before starts without a count", async () => {
  const { server, clock } = await startTarget();
  await patiently(clock, 10, () => pinById(server, 8, "8001"));
  const person = { userName: "new", firstName: "Nela", lastName: "Nova", roles: ["User"], pin: "8264" };
  const { body } = await (await server.as("admin")).post("/api/users", person);
  expect(body.oid).toBe(8);
  expect((await pinById(server, 8, "8264")).status).toBe(200);
});
