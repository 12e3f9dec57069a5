import { expect, test } from "vitest";
import type { TestServer } from "../harness/server.ts";
import { all, patiently, pinById, pinByName, startTarget } from "./guesser.ts";

const IDS = Array.from({ length: 64 }, (_, index) => index + 1);

/** The ids whose response differs from that of a first wrong PIN, each requested from an address of its own. */
async function held(server: TestServer): Promise<number[]> {
  const answers = await Promise.all(
    IDS.map(async (id) => ({ id, ...(await pinById(server, id, "8001", `10.7.0.${id}`)) })),
  );
  return answers.flatMap(({ id, status }) => (status === 401 ? [] : [id]));
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

test("unknown ids and names are locked like others, with the same message", async () => {
  const { server, clock } = await startTarget();
  const answers = [];
  for (const attempt of [
    () => pinById(server, 3, "8001"),
    () => pinById(server, 4711, "8001"),
    () => pinByName(server, "nobody at all", "8001"),
  ]) {
    expect(await patiently(clock, 10, attempt)).toEqual(all(10, 401));
    const { status, headers, body } = await attempt();
    answers.push({ status, retryAfter: headers.get("retry-after"), message: body.message });
  }
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(answers[0]?.status).toBe(429);
});

test("a user who gets an id that was attempted before starts without a count", async () => {
  const { server, clock } = await startTarget();
  await patiently(clock, 10, () => pinById(server, 8, "8001"));
  const person = { userName: "new", firstName: "Nela", lastName: "Nova", roles: ["User"], pin: "8264" };
  const { body } = await (await server.as("admin")).post("/api/users", person);
  expect(body.oid).toBe(8);
  expect((await pinById(server, 8, "8264")).status).toBe(200);
});
