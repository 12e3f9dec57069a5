import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { TestClock } from "../harness/clock.ts";
import { startServerWithClock, type TestServer } from "../harness/server.ts";
import {
  codeAt,
  createUserWithApp,
  firstStep,
  STEP_MS,
  secondStep,
  type WithApp,
} from "../security/two-step.ts";
import { rotate } from "./command.ts";

const KILLER = join(import.meta.dirname, "../backup/kill-at.ts");
const fileOf = (server: TestServer) => join(server.folder, "second-factor.key");
const keysOf = (server: TestServer) => readFileSync(fileOf(server), "utf8").trimEnd().split("\n");
/** Runs the command; with `killAt` it is killed right before its rename of this number. */
function replace(server: TestServer, killAt: number | null = null) {
  const preload = killAt === null ? [] : ["--import", KILLER];
  return rotate(server.folder, ["second-factor-key", "--yes"], { KILL_AT: String(killAt) }, preload);
}

/** The manager with an authenticator app, on a stopped server. */
async function createStoppedServer(): Promise<{
  server: TestServer;
  clock: TestClock;
  app: WithApp;
  old: string;
}> {
  const { clock, server } = await startServerWithClock();
  const app = await createUserWithApp(server, "manager", clock.now());
  const [old = ""] = keysOf(server);
  await server.halt();
  return { server, clock, app, old };
}

/** The status of a login by the password and this proof. */
async function logIn(server: TestServer, proof: object): Promise<number> {
  const { body } = await firstStep(server, "manager");
  return (await secondStep(server, body.ticket, proof)).status;
}

function nextCode(clock: TestClock, { secret }: WithApp): object {
  clock.advance(STEP_MS);
  return { code: codeAt(secret, clock.now()) };
}

test("second-factor-key: authenticator apps stay valid under a new key, unused recovery codes end, and new ones can be made", async () => {
  const { server, clock, app, old } = await createStoppedServer();
  const { status, stdout, stderr } = await replace(server);
  expect({ status, stdout: stdout.split("\n")[0] }).toEqual({
    status: 0,
    stdout: "second-factor-key: replaced. Unused recovery codes are invalid.",
  });
  expect(stderr).toContain("Authenticator apps and passkeys continue to work.");
  expect(keysOf(server)).toEqual([expect.stringMatching(/^\S{64}$/)]);
  expect(keysOf(server)).not.toContain(old);
  expect(statSync(fileOf(server)).mode & 0o777).toBe(0o600);
  await server.restart();
  const { body } = await firstStep(server, "manager");
  expect(body.offers).toEqual(["totp"]);
  expect(await logIn(server, { recoveryCode: app.recoveryCodes[0] })).toBe(401);
  const second = await secondStep(server, body.ticket, nextCode(clock, app));
  expect(second.status).toBe(200);
  const manager = server.withToken(second.body.accessToken);
  const { body: created } = await manager.post("/api/me/second-factor/recovery-codes");
  expect(await logIn(server, { recoveryCode: created.recoveryCodes[0] })).toBe(200);
});

test("the database holds no value that the old key decrypts", async () => {
  const { server, clock, app, old } = await createStoppedServer();
  await replace(server);
  writeFileSync(fileOf(server), `${old}\n`);
  await server.restart();
  expect(await logIn(server, nextCode(clock, app))).toBe(401);
});

test("killed at any of its renames, apps stay valid, and a second run ends with one key", async () => {
  const { server, clock, app, old } = await createStoppedServer();
  let kills = 0;
  for (;;) {
    const { status } = await replace(server, kills + 1);
    if (status === 0) break;
    expect(status).toBe(null);
    kills++;
    await server.restart();
    expect(await logIn(server, nextCode(clock, app)), `after kill ${kills}`).toBe(200);
    await server.halt();
  }
  expect(kills).toBeGreaterThanOrEqual(2);
  expect(keysOf(server)).toEqual([expect.not.stringContaining(old)]);
  await server.restart();
  expect(await logIn(server, nextCode(clock, app))).toBe(200);
});

test("interrupted between file and database, apps and recovery codes of the old key stay valid", async () => {
  const { server, clock, app, old } = await createStoppedServer();
  writeFileSync(fileOf(server), `${"n".repeat(64)}\n${old}\n`);
  await server.restart();
  expect(await logIn(server, nextCode(clock, app))).toBe(200);
  expect(await logIn(server, { recoveryCode: app.recoveryCodes[0] })).toBe(200);
});
