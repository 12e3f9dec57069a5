import { expect, test } from "vitest";
import { makePendingAttempts } from "../../src/access/rate-limit/attempts.ts";
import { Unavailable } from "../../src/domain/errors.ts";
import { byPassword, pinById, startTarget } from "./login-attempts.ts";

const MANY = 40;

test("many correct logins from one network do not delay another network's login", async () => {
  const { server } = await startTarget();
  // Hashed at full cost; the demo's hashes of the tests are cheap.
  const password = "an open book";
  await (await server.as("admin")).put("/api/users/2/secrets", { password });
  let answered = 0;
  const many = Array.from({ length: MANY }, async () => {
    const { status } = await byPassword(server, "manager", password, "10.0.0.1");
    answered += 1;
    return status;
  });
  // The first ones are being checked.
  await expect.poll(() => answered).toBeGreaterThan(0);
  expect((await pinById(server, 3, "3333", "10.0.1.2")).status).toBe(200);
  expect(answered).toBeLessThan(MANY / 2);
  expect(new Set(await Promise.all(many))).toEqual(new Set([200]));
});

test("wrong passwords from many networks do not delay the login of a known caller", async () => {
  const { server } = await startTarget();
  expect((await byPassword(server, "manager", "manager-demo", "10.0.0.6")).status).toBe(200);
  let answered = 0;
  // An unknown name costs a hash at full cost.
  const many = Array.from({ length: MANY }, async (_, network) => {
    await byPassword(server, `nobody ${network}`, "wrong", `fd00:${network}::1`);
    answered += 1;
  });
  await expect.poll(() => answered).toBeGreaterThan(0);
  expect((await byPassword(server, "manager", "manager-demo", "10.0.0.6")).status).toBe(200);
  expect(answered).toBeLessThan(MANY / 2);
  await Promise.all(many);
});

test("a login is refused while 256 of its address are running, and succeeds from another address", async () => {
  const { runInLane } = makePendingAttempts();
  const { promise: held, resolve: release } = Promise.withResolvers<string>();
  const many = Array.from({ length: 256 }, () => runInLane("10.0.0.1", () => held));
  await expect(runInLane("10.0.0.1", () => held)).rejects.toBeInstanceOf(Unavailable);
  expect(await runInLane("10.0.0.2", async () => "in")).toBe("in");
  release("in");
  expect(new Set(await Promise.all(many))).toEqual(new Set(["in"]));
  expect(await runInLane("10.0.0.1", async () => "in")).toBe("in");
});
