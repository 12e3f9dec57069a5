import { expect, test } from "vitest";
import type { TestBox } from "../harness/box.ts";
import { all, aTarget, patiently, pinById, pinByName } from "./guesser.ts";

const IDS = Array.from({ length: 64 }, (_, index) => index + 1);

/** The ids that answer otherwise than a first wrong PIN does, each asked from an address of its own. */
async function held(box: TestBox): Promise<number[]> {
  const answers = await Promise.all(
    IDS.map(async (id) => ({ id, ...(await pinById(box, id, "8001", `10.7.0.${id}`)) })),
  );
  return answers.flatMap(({ id, status }) => (status === 401 ? [] : [id]));
}

test.each(["manager", "nobody at all"])(
  "five wrong PINs of the name %s hold exactly one id: that tells not whether there is such a user",
  async (name) => {
    const { box } = await aTarget();
    for (let i = 0; i < 5; i++) expect((await pinByName(box, name, "8001")).status).toBe(401);
    expect((await pinByName(box, name, "8001")).status).toBe(429);
    expect(await held(box)).toHaveLength(1);
  },
);

test("a name that nobody has stands for the same id after a restart", async () => {
  const { box } = await aTarget();
  for (let i = 0; i < 5; i++) await pinByName(box, "nobody at all", "8001");
  await box.restart();
  expect((await pinByName(box, "Nobody At All", "8001")).status).toBe(429);
});

test("ids and names that nobody has are locked like others, in the same words", async () => {
  const { box, clock } = await aTarget();
  const answers = [];
  for (const attempt of [
    () => pinById(box, 3, "8001"),
    () => pinById(box, 4711, "8001"),
    () => pinByName(box, "nobody at all", "8001"),
  ]) {
    expect(await patiently(clock, 10, attempt)).toEqual(all(10, 401));
    const { status, headers, body } = await attempt();
    answers.push({ status, retryAfter: headers.get("retry-after"), message: body.message });
  }
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(answers[0]?.status).toBe(429);
});

test("whoever gets an id that was guessed at before begins without a count", async () => {
  const { box, clock } = await aTarget();
  await patiently(clock, 10, () => pinById(box, 8, "8001"));
  const person = { userName: "new", firstName: "Nela", lastName: "Nova", roles: ["User"], pin: "8264" };
  const { body } = await (await box.as("admin")).post("/api/users", person);
  expect(body.oid).toBe(8);
  expect((await pinById(box, 8, "8264")).status).toBe(200);
});
