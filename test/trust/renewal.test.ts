import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { RELEASED } from "../../src/platform/version.ts";
import type { TestBox } from "../harness/box.ts";
import { aClock } from "../harness/clock.ts";
import { movableTimers } from "../harness/timers.ts";
import { aLog, aMachine, anOpenConnection, aSecureBox, reach, shownBy, tlsFile, trustOf } from "./house.ts";

const DAY_MS = 24 * 3_600_000;
const serialNumber = async (box: TestBox) => (await shownBy(box)).serialNumber;

test("a new address and a new name get a new certificate, while open connections go on", async () => {
  const machine = aMachine();
  const box = await aSecureBox({ machine });
  const { ask } = await anOpenConnection(box);
  expect(await ask()).toBe("HTTP/1.1 200 OK");
  const before = await serialNumber(box);
  await expect(reach(box, "10.9.8.7")).rejects.toMatchObject({ code: "ERR_TLS_CERT_ALTNAME_INVALID" });

  machine.at = ["10.9.8.7"];
  await trustOf(box).check();
  trustOf(box).setName("tallybox-2.local");
  await trustOf(box).check();
  for (const name of ["10.9.8.7", "tallybox-2.local"])
    expect((await reach(box, name)).status, name).toBe(200);
  await expect(reach(box, "192.168.50.7")).rejects.toMatchObject({ code: "ERR_TLS_CERT_ALTNAME_INVALID" });
  await expect(reach(box, "tallybox.local")).rejects.toMatchObject({ code: "ERR_TLS_CERT_ALTNAME_INVALID" });

  machine.at = [];
  await trustOf(box).check();
  await expect(reach(box, "10.9.8.7")).rejects.toMatchObject({ code: "ERR_TLS_CERT_ALTNAME_INVALID" });
  expect(await serialNumber(box)).not.toBe(before);
  expect(await ask()).toBe("HTTP/1.1 200 OK");
});

test("while nothing changes the certificate stays, however often the box looks", async () => {
  const machine = aMachine("box-7", ["192.168.50.7", "10.1.2.3", "8.8.8.8"]);
  const box = await aSecureBox({ machine });
  const before = await serialNumber(box);
  machine.at = ["10.1.2.3", "2001:db8::1", "192.168.50.7"];
  for (const _ of [1, 2, 3]) await trustOf(box).check();
  expect(await serialNumber(box)).toBe(before);
  await box.restart();
  expect(await serialNumber(box)).toBe(before);
});

test.each([
  [335, false],
  [337, true],
  // The clock jumped: past the certificate's end, and years ahead.
  [400, true],
  [5 * 365, true],
])("%i days later another certificate is shown: %s", async (days, isNew) => {
  const clock = aClock();
  const box = await aSecureBox({ clock });
  const before = await serialNumber(box);
  clock.advance(days * DAY_MS);
  await trustOf(box).check();
  const after = await shownBy(box);
  expect(after.serialNumber !== before).toBe(isNew);
  expect(after.validFromDate.getTime()).toBeLessThan(clock.now());
  expect(after.validToDate.getTime()).toBeGreaterThan(clock.now());
  expect(trustOf(box).status().certificateExpiresAt).toBe(after.validToDate.getTime());
});

test("a box that starts in 1970 has a certificate for today, before and after its clock is set", async () => {
  const clock = aClock(0);
  const box = await aSecureBox({ clock, isUnpacked: true });
  const first = await shownBy(box);
  // To the day: the box takes its time to start.
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  expect(day(first.validFromDate.getTime())).toBe(day(RELEASED - DAY_MS));
  clock.system(RELEASED + 300 * DAY_MS);
  await trustOf(box).check();
  expect(await serialNumber(box)).toBe(first.serialNumber);
  clock.system(RELEASED + 3 * 365 * DAY_MS);
  await trustOf(box).check();
  const later = await shownBy(box);
  expect(later.validToDate.getTime()).toBeGreaterThan(clock.now());
  // Restarted in 1970 again: what was made later is not taken for a mistake.
  clock.system(0);
  await box.restart();
  expect(await serialNumber(box)).toBe(later.serialNumber);
  trustOf(box).setName("tallybox-2.local");
  await trustOf(box).check();
  const renamed = await shownBy(box);
  expect(renamed.validFromDate.getTime()).toBeGreaterThanOrEqual(later.validFromDate.getTime());
});

test("a clock that was years ahead leaves no certificate that is not valid yet", async () => {
  const clock = aClock();
  const box = await aSecureBox({ clock });
  clock.system(Date.now() + 10 * 365 * DAY_MS);
  await trustOf(box).check();
  const ahead = await shownBy(box);
  expect(ahead.validFromDate.getTime()).toBeGreaterThan(Date.now());
  clock.system(Date.now());
  await trustOf(box).check();
  const back = await shownBy(box);
  expect(back.validFromDate.getTime()).toBeLessThan(Date.now());
  expect(back.validToDate.getTime()).toBeGreaterThan(Date.now());
  await box.restart();
  expect(await serialNumber(box)).toBe(back.serialNumber);
});

test("the CA's end is said in its last year, once, and never passed over in silence by another CA", async () => {
  const clock = aClock();
  const { log, lines } = aLog();
  const box = await aSecureBox({ clock, log });
  const warnings = () => lines.filter(({ msg }) => msg?.includes("the server's CA expires"));
  const { caExpiresAt: caEndsAt, fingerprint } = trustOf(box).status();
  await trustOf(box).check();
  expect(warnings()).toEqual([]);

  clock.advance((caEndsAt ?? 0) - clock.now() - 30 * DAY_MS);
  for (const _ of [1, 2]) await trustOf(box).check();
  expect(warnings()).toHaveLength(1);
  // No certificate outlives the CA.
  expect(trustOf(box).status().certificateExpiresAt).toBe(caEndsAt);
  const last = await serialNumber(box);
  await trustOf(box).check();
  expect(await serialNumber(box)).toBe(last);

  clock.advance(60 * DAY_MS);
  trustOf(box).setName("tallybox-2.local");
  await trustOf(box).check();
  expect(trustOf(box).status()).toMatchObject({ caExpiresAt: caEndsAt, fingerprint });
  expect(await serialNumber(box)).toBe(last);
});

test("a certificate that can't be written is shown all the same, and said once", async () => {
  const { log, lines } = aLog();
  const box = await aSecureBox({ log });
  rmSync(join(box.folder, "tls", "server.crt"));
  mkdirSync(join(box.folder, "tls", "server.crt"));
  trustOf(box).setName("tallybox-2.local");
  await trustOf(box).check();
  expect((await reach(box, "tallybox-2.local")).status).toBe(200);
  await trustOf(box).check();
  expect(lines.filter(({ msg }) => msg?.includes("could not be written"))).toHaveLength(1);
  rmSync(join(box.folder, "tls", "server.crt"), { recursive: true });
  await box.restart();
  expect((await reach(box, "tallybox.local", { ca: tlsFile(box, "ca.crt") })).status).toBe(200);
});

/** The box looks at its names and addresses this often. */
const LOOK_MS = 5000;

test("the box looks by itself", async () => {
  const timers = movableTimers();
  const machine = aMachine();
  const { log, lines } = aLog();
  const box = await aSecureBox({ machine, log });
  machine.at = ["10.9.8.7"];
  await timers.pass(LOOK_MS);
  await expect.poll(() => lines.some(({ msg }) => msg === "a new certificate")).toBe(true);
  expect((await reach(box, "10.9.8.7")).status).toBe(200);
});
