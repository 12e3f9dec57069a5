import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { saveName } from "../../src/ops/discovery/saved-name.ts";
import { readAuthority } from "../../src/ops/tls/ca-files.ts";
import { openCertificates } from "../../src/ops/tls/certificates.ts";
import { RELEASED } from "../../src/platform/version.ts";
import { createClock } from "../harness/clock.ts";
import type { TestServer } from "../harness/server.ts";
import { useTestTimers } from "../harness/timers.ts";
import {
  createLog,
  createMachine,
  openConnection,
  reach,
  shownBy,
  startHttpsServer,
  tlsFile,
  trustOf,
} from "./https-server.ts";

const DAY_MS = 24 * 3_600_000;
const serialNumber = async (server: TestServer) => (await shownBy(server)).serialNumber;

test("a new address and a new name get a new certificate, while open connections stay", async () => {
  const machine = createMachine();
  const server = await startHttpsServer({ machine });
  const { ask } = await openConnection(server);
  expect(await ask()).toBe("HTTP/1.1 200 OK");
  const before = await serialNumber(server);
  await expect(reach(server, "10.9.8.7")).rejects.toMatchObject({ code: "ERR_TLS_CERT_ALTNAME_INVALID" });

  machine.at = ["10.9.8.7"];
  await trustOf(server).check();
  trustOf(server).setName("tallybox-2.local");
  await trustOf(server).check();
  for (const name of ["10.9.8.7", "tallybox-2.local"])
    expect((await reach(server, name)).status, name).toBe(200);
  await expect(reach(server, "192.168.50.7")).rejects.toMatchObject({ code: "ERR_TLS_CERT_ALTNAME_INVALID" });
  await expect(reach(server, "tallybox.local")).rejects.toMatchObject({
    code: "ERR_TLS_CERT_ALTNAME_INVALID",
  });

  machine.at = [];
  await trustOf(server).check();
  await expect(reach(server, "10.9.8.7")).rejects.toMatchObject({ code: "ERR_TLS_CERT_ALTNAME_INVALID" });
  expect(await serialNumber(server)).not.toBe(before);
  expect(await ask()).toBe("HTTP/1.1 200 OK");
});

test("a server that has another mDNS name has it from its start on", async () => {
  const server = await startHttpsServer();
  const { storage } = server.appliance.dependencies;
  await saveName(storage, { id: "A1B2C3", base: "tallybox", number: 2 });
  trustOf(server).setName("tallybox-2.local");
  await trustOf(server).check();
  const before = await serialNumber(server);
  await server.restart();
  expect(await serialNumber(server)).toBe(before);
  expect((await reach(server, "tallybox-2.local")).status).toBe(200);
});

test("without mDNS the HTTPS address for another name is that of the network", async () => {
  const server = await startHttpsServer();
  const { config, clock, log } = server.appliance.dependencies;
  const certificates = await openCertificates(
    { authority: readAuthority(server.folder) },
    {
      config: { ...config, host: "0.0.0.0", mdns: { ...config.mdns, isEnabled: false } },
      mdnsName: "tallybox.local",
      machine: createMachine("box-7", ["127.0.0.1", "fe80::1", "192.168.50.7"]),
      httpsPort: 443,
      clock,
      log,
      serve() {},
      onCertificateChanged() {},
    },
  );
  onTestFinished(() => certificates.stop());
  expect(certificates.hostFor("assets.example.org")).toBe("192.168.50.7");
});

test("while nothing changes the certificate stays, however often the server checks", async () => {
  const machine = createMachine("box-7", ["192.168.50.7", "10.1.2.3", "8.8.8.8"]);
  const server = await startHttpsServer({ machine });
  const before = await serialNumber(server);
  machine.at = ["10.1.2.3", "2001:db8::1", "192.168.50.7"];
  for (const _ of [1, 2, 3]) await trustOf(server).check();
  expect(await serialNumber(server)).toBe(before);
  await server.restart();
  expect(await serialNumber(server)).toBe(before);
});

test.each([
  [335, false],
  [337, true],
  // The clock jumped: past the certificate's end, and years ahead.
  [400, true],
  [5 * 365, true],
])("after %i days another certificate is used: %s", async (days, isNew) => {
  const clock = createClock();
  const server = await startHttpsServer({ clock });
  const before = await serialNumber(server);
  clock.advance(days * DAY_MS);
  await trustOf(server).check();
  const after = await shownBy(server);
  expect(after.serialNumber !== before).toBe(isNew);
  expect(after.validFromDate.getTime()).toBeLessThan(clock.now());
  expect(after.validToDate.getTime()).toBeGreaterThan(clock.now());
  expect(trustOf(server).status().certificateExpiresAt).toBe(after.validToDate.getTime());
});

test("a server that starts in 1970 has a valid certificate, before and after its clock is set", async () => {
  const clock = createClock(0);
  const server = await startHttpsServer({ clock, isUnpacked: true });
  const first = await shownBy(server);
  // Compared by day, because the start takes time.
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  expect(day(first.validFromDate.getTime())).toBe(day(RELEASED - DAY_MS));
  clock.setSystemTime(RELEASED + 300 * DAY_MS);
  await trustOf(server).check();
  expect(await serialNumber(server)).toBe(first.serialNumber);
  clock.setSystemTime(RELEASED + 3 * 365 * DAY_MS);
  await trustOf(server).check();
  const later = await shownBy(server);
  expect(later.validToDate.getTime()).toBeGreaterThan(clock.now());
  // Restarted in 1970 again: later certificates are not considered wrong.
  clock.setSystemTime(0);
  await server.restart();
  expect(await serialNumber(server)).toBe(later.serialNumber);
  trustOf(server).setName("tallybox-2.local");
  await trustOf(server).check();
  const renamed = await shownBy(server);
  expect(renamed.validFromDate.getTime()).toBeGreaterThanOrEqual(later.validFromDate.getTime());
});

test("a clock that was years ahead leaves no certificate that is not yet valid", async () => {
  const clock = createClock();
  const server = await startHttpsServer({ clock });
  clock.setSystemTime(Date.now() + 10 * 365 * DAY_MS);
  await trustOf(server).check();
  const ahead = await shownBy(server);
  expect(ahead.validFromDate.getTime()).toBeGreaterThan(Date.now());
  clock.setSystemTime(Date.now());
  await trustOf(server).check();
  const back = await shownBy(server);
  expect(back.validFromDate.getTime()).toBeLessThan(Date.now());
  expect(back.validToDate.getTime()).toBeGreaterThan(Date.now());
  await server.restart();
  expect(await serialNumber(server)).toBe(back.serialNumber);
});

test("the CA's expiry is logged in its last year, once, and the CA is never replaced silently", async () => {
  const clock = createClock();
  const { log, lines } = createLog();
  const server = await startHttpsServer({ clock, log });
  const warnings = () => lines.filter(({ msg }) => msg?.includes("the server's CA expires"));
  const { caExpiresAt: caEndsAt, fingerprint } = trustOf(server).status();
  await trustOf(server).check();
  expect(warnings()).toEqual([]);

  clock.advance((caEndsAt ?? 0) - clock.now() - 30 * DAY_MS);
  for (const _ of [1, 2]) await trustOf(server).check();
  expect(warnings()).toHaveLength(1);
  // No certificate outlives the CA.
  expect(trustOf(server).status().certificateExpiresAt).toBe(caEndsAt);
  const last = await serialNumber(server);
  await trustOf(server).check();
  expect(await serialNumber(server)).toBe(last);

  clock.advance(60 * DAY_MS);
  trustOf(server).setName("tallybox-2.local");
  await trustOf(server).check();
  expect(trustOf(server).status()).toMatchObject({ caExpiresAt: caEndsAt, fingerprint });
  expect(await serialNumber(server)).toBe(last);
});

test("a certificate that can't be written is used all the same, and the error logged once", async () => {
  const { log, lines } = createLog();
  const server = await startHttpsServer({ log });
  rmSync(join(server.folder, "tls", "server.crt"));
  mkdirSync(join(server.folder, "tls", "server.crt"));
  trustOf(server).setName("tallybox-2.local");
  await trustOf(server).check();
  expect((await reach(server, "tallybox-2.local")).status).toBe(200);
  await trustOf(server).check();
  expect(lines.filter(({ msg }) => msg?.includes("could not be written"))).toHaveLength(1);
  rmSync(join(server.folder, "tls", "server.crt"), { recursive: true });
  await server.restart();
  expect((await reach(server, "tallybox.local", { ca: tlsFile(server, "ca.crt") })).status).toBe(200);
});

/** The interval at which the server checks its names and addresses. */
const LOOK_MS = 5000;

test("the server checks by itself", async () => {
  const timers = useTestTimers();
  const machine = createMachine();
  const { log, lines } = createLog();
  const server = await startHttpsServer({ machine, log });
  machine.at = ["10.9.8.7"];
  await timers.advance(LOOK_MS);
  await expect.poll(() => lines.some(({ msg }) => msg === "certificate renewed")).toBe(true);
  expect((await reach(server, "10.9.8.7")).status).toBe(200);
});
