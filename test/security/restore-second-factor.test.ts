import { expect, test } from "vitest";
import { startServerWithClock, type TestServer } from "../harness/server.ts";
import { backup } from "./backup-copy.ts";
import { codeAt, createUserWithApp, firstStep, STEP_MS, secondStep } from "./two-step.ts";

// The attacker knows the password, and recovery codes that were used after the backup.

const OWN = "/api/me/second-factor";

/** The status of a login of the Admin's by a recovery code. */
async function byRecoveryCode(server: TestServer, recoveryCode: string): Promise<number> {
  const { body } = await firstStep(server, "admin");
  return (await secondStep(server, body.ticket, { recoveryCode })).status;
}

test("a restore makes no used recovery code valid again: it ends all codes, and the app stays valid", async () => {
  const { clock, server } = await startServerWithClock();
  const { recoveryCodes, secret } = await createUserWithApp(server, "admin", clock.now());
  const [used = "", unused = ""] = recoveryCodes;
  const putBack = backup(server);
  expect(await byRecoveryCode(server, used)).toBe(200);
  expect(await byRecoveryCode(server, used)).toBe(401);
  await putBack();
  const { body: first } = await firstStep(server, "admin");
  expect(first.offers).toEqual(["totp"]);
  expect(await byRecoveryCode(server, used)).toBe(401);
  expect(await byRecoveryCode(server, unused)).toBe(401);
  clock.advance(STEP_MS);
  const { status, body } = await secondStep(server, first.ticket, { code: codeAt(secret, clock.now()) });
  expect(status).toBe(200);
  const admin = server.withToken(body.accessToken);
  expect((await admin.get(OWN)).body).toMatchObject({ recoveryCodesLeft: 0 });
  const { body: renewed } = await admin.post(`${OWN}/recovery-codes`);
  const [fresh = ""] = renewed.recoveryCodes;
  expect(await byRecoveryCode(server, fresh)).toBe(200);
});

test("a wrong second step confirms no Admin after a restore", async () => {
  const { clock, server } = await startServerWithClock();
  const { secret } = await createUserWithApp(server, "admin", clock.now());
  await backup(server)();
  const { body: first } = await firstStep(server, "admin");
  expect((await secondStep(server, first.ticket, { code: "12345" })).status).toBe(401);
  const pin = { userName: "admin", pin: "111111" };
  expect((await server.anonymous.post("/api/pwa-auth/login-pin", pin)).body.message).toMatch(
    /with your password/,
  );
  clock.advance(STEP_MS);
  const code = codeAt(secret, clock.now());
  expect((await secondStep(server, first.ticket, { code })).status).toBe(200);
  expect((await server.anonymous.post("/api/pwa-auth/login-pin", pin)).body.reason).toBe("secondFactor");
});
