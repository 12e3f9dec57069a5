import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aBox, type TestBox } from "../harness/box.ts";
import { aClock, type TestClock } from "../harness/clock.ts";
import { aUserWithApp, codeAt, firstStep, STEP_MS, secondStep, type WithApp } from "../security/two-step.ts";
import { rotate } from "./command.ts";

const KILLER = join(import.meta.dirname, "../backup/kill-at.ts");
const fileOf = (box: TestBox) => join(box.folder, "second-factor.key");
const keysOf = (box: TestBox) => readFileSync(fileOf(box), "utf8").trimEnd().split("\n");
/** Runs the command; with `killAt` it is killed right before its rename of this number. */
function replace(box: TestBox, killAt: number | null = null) {
  const preload = killAt === null ? [] : ["--import", KILLER];
  return rotate(box.folder, ["second-factor-key", "--yes"], { KILL_AT: String(killAt) }, preload);
}

/** The manager, who has an authenticator app and has ended the server. */
async function aStoppedBox(): Promise<{ box: TestBox; clock: TestClock; app: WithApp; old: string }> {
  const clock = aClock();
  const box = await aBox({ clock });
  const app = await aUserWithApp(box, "manager", clock.now());
  const [old = ""] = keysOf(box);
  await box.halt();
  return { box, clock, app, old };
}

/** The status of a login by the password and this proof. */
async function logIn(box: TestBox, proof: object): Promise<number> {
  const { body } = await firstStep(box, "manager");
  return (await secondStep(box, body.ticket, proof)).status;
}

function nextCode(clock: TestClock, { secret }: WithApp): object {
  clock.advance(STEP_MS);
  return { code: codeAt(secret, clock.now()) };
}

test("second-factor-key: apps go on under a new key, unused recovery codes end, and new ones can be made", async () => {
  const { box, clock, app, old } = await aStoppedBox();
  const { status, out, told } = await replace(box);
  expect({ status, out: out.split("\n")[0] }).toEqual({
    status: 0,
    out: "second-factor-key: replaced. Unused recovery codes have ended.",
  });
  expect(told).toContain("Authenticator apps and passkeys go on.");
  expect(keysOf(box)).toEqual([expect.stringMatching(/^\S{64}$/)]);
  expect(keysOf(box)).not.toContain(old);
  expect(statSync(fileOf(box)).mode & 0o777).toBe(0o600);
  await box.restart();
  const { body } = await firstStep(box, "manager");
  expect(body.offers).toEqual(["totp"]);
  expect(await logIn(box, { recoveryCode: app.recoveryCodes[0] })).toBe(401);
  const second = await secondStep(box, body.ticket, nextCode(clock, app));
  expect(second.status).toBe(200);
  const manager = box.with(second.body.accessToken);
  const { body: made } = await manager.post("/api/me/second-factor/recovery-codes");
  expect(await logIn(box, { recoveryCode: made.recoveryCodes[0] })).toBe(200);
});

test("the database holds nothing that the old key decrypts", async () => {
  const { box, clock, app, old } = await aStoppedBox();
  await replace(box);
  writeFileSync(fileOf(box), `${old}\n`);
  await box.restart();
  expect(await logIn(box, nextCode(clock, app))).toBe(401);
});

test("killed at any of its renames, apps go on, and the command run again ends with one key", async () => {
  const { box, clock, app, old } = await aStoppedBox();
  let kills = 0;
  for (;;) {
    const { status } = await replace(box, kills + 1);
    if (status === 0) break;
    expect(status).toBe(null);
    kills++;
    await box.restart();
    expect(await logIn(box, nextCode(clock, app)), `after kill ${kills}`).toBe(200);
    await box.halt();
  }
  expect(kills).toBeGreaterThanOrEqual(2);
  expect(keysOf(box)).toEqual([expect.not.stringContaining(old)]);
  await box.restart();
  expect(await logIn(box, nextCode(clock, app))).toBe(200);
});

test("cut off between file and database, apps and recovery codes of the old key go on", async () => {
  const { box, clock, app, old } = await aStoppedBox();
  writeFileSync(fileOf(box), `${"n".repeat(64)}\n${old}\n`);
  await box.restart();
  expect(await logIn(box, nextCode(clock, app))).toBe(200);
  expect(await logIn(box, { recoveryCode: app.recoveryCodes[0] })).toBe(200);
});
