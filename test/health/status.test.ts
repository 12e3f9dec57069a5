import { statfsSync } from "node:fs";
import { expect, test } from "vitest";
import { listServerAddresses } from "../../src/ops/health/addresses.ts";
import { VERSION } from "../../src/platform/version.ts";
import { saveAppState } from "../../src/storage/app-state.ts";
import { startServer, startServerWithClock, type TestServer } from "../harness/server.ts";
import { sealed } from "../inventories/seal/closed.ts";
import { createWarehouse } from "../inventories/stocktake.ts";
import { createJpeg, upload } from "../photos/uploads.ts";
import { createMachine, startHttpsServer, trustOf } from "../trust/https-server.ts";

const PATH = "/api/box";
const reportOf = async (server: TestServer, headers = {}) => (await server.admin.get(PATH, headers)).body;

test("a healthy server that only its own machine reaches reports all its figures", async () => {
  const { clock, server } = await startServerWithClock();
  const before = clock.iso();
  const report = await reportOf(server);
  const { blocks, bsize } = statfsSync(server.folder);
  expect(report).toEqual({
    status: "ok",
    problems: [],
    version: VERSION.version,
    uptimeSeconds: expect.any(Number),
    now: expect.any(String),
    disk: { freeBytes: expect.any(Number), totalBytes: blocks * bsize, isLow: false },
    records: { bytesPerYear: 0, yearsFree: null },
    unsealedRecords: 0,
    lastBackup: null,
    isBackupDue: false,
    isBackupMissing: true,
    backupTargets: [],
    lastProof: null,
    dataCheck: "ok",
    failedUpgrade: null,
    isCertificateEnding: false,
    lastSelfCheck: null,
    standbyProblem: null,
    certificate: null,
    addresses: [{ host: "127.0.0.1", http: server.url, https: null }],
    mdnsName: null,
  });
  expect(report.disk.freeBytes).toBeLessThanOrEqual(report.disk.totalBytes);
  expect(report.now >= before && report.now <= clock.iso()).toBe(true);
});

test("the last backup and the last self-check are those of the checks, and survive a restart", async () => {
  const server = await startServer();
  const at = new Date().toISOString();
  const check = { at, ok: false, problems: ["a photo is gone"], total: 1, ms: 5 };
  await server.appliance.dependencies.storage.write(null, (tx) => {
    saveAppState(tx, "backup", { at, bytes: 7, kind: "download" });
    saveAppState(tx, "selfCheck", check);
  });
  await server.restart();
  const { lastBackup, lastSelfCheck } = await reportOf(server);
  expect({ lastBackup, lastSelfCheck }).toEqual({
    lastBackup: { at, bytes: 7, kind: "download" },
    lastSelfCheck: check,
  });
  const checks = (await server.admin.get("/api/box/checks")).body;
  expect(checks).toMatchObject({ backup: lastBackup, selfCheck: lastSelfCheck });
});

test("what sealed records and their photos have added in a year says how long the free space lasts", async () => {
  const { clock, server } = await startServerWithClock();
  const warehouse = createWarehouse(server);
  await warehouse.addLocation("Hall");
  await warehouse.article("SAW", { Hall: 7 });
  const id = await warehouse.stocktake(["Hall"]);
  const { oid } = await warehouse.count(id, "SAW", 3);
  await upload(server.user, oid, await createJpeg());
  await warehouse.move(id, "finish", "process", "close");
  const [json, pdf] = await sealed(server.manager, id);
  const [archive] = (await server.manager.get("/api/seals/archive")).body;
  expect(archive.bytes).toBeGreaterThan(json.bytes + pdf.bytes);
  const { records, disk } = await reportOf(server);
  expect(records).toEqual({
    bytesPerYear: archive.bytes,
    // The reserve of the tests is 1 MiB.
    yearsFree: Math.floor((disk.freeBytes - 2 ** 20) / archive.bytes),
  });
  clock.advance(366 * 24 * 3_600_000);
  expect((await reportOf(server)).records).toEqual({ bytesPerYear: 0, yearsFree: null });
});

test("a nearly full disk is reported in the requested language, with its figures", async () => {
  const server = await startServer({ settings: { STORAGE_RESERVE_MEGABYTES: "1000000000" } });
  expect(await reportOf(server, { "Accept-Language": "cs" })).toMatchObject({
    status: "degraded",
    problems: ["Disk je téměř plný. Dokud se neuvolní místo, nelze nic uložit."],
    disk: { isLow: true },
  });
});

test("a disk that does not flush delays the response no longer than the check takes", async () => {
  const server = await startServer();
  const { storage } = server.appliance.dependencies;
  const { durable } = storage;
  let release = () => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  Object.assign(storage, { durable: () => held });
  const { status, body } = await server.admin.get(PATH);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    status: "failing",
    problems: ["The disk is not accepting writes."],
  });
  Object.assign(storage, { durable });
  release();
  expect(await reportOf(server)).toMatchObject({ status: "ok" });
});

test("with HTTPS on, the end of the server's certificates is reported", async () => {
  const server = await startHttpsServer({ empty: false });
  const { certificateExpiresAt: certificateEndsAt, caExpiresAt: caEndsAt } = trustOf(server).status();
  expect((await reportOf(server)).certificate).toEqual({
    issuer: "box",
    expiresAt: new Date(certificateEndsAt).toISOString(),
    caExpiresAt: new Date(Number(caEndsAt)).toISOString(),
  });
});

const AT = ["fd12::7", "127.0.0.1", "::1", "fe80::1", "192.168.50.7", "8.8.8.8"];
const LISTENS: readonly [string, string | null, readonly string[]][] = [
  ["0.0.0.0", null, ["192.168.50.7", "8.8.8.8"]],
  ["::", null, ["192.168.50.7", "8.8.8.8", "fd12::7"]],
  ["::", "tallybox-2.local", ["tallybox-2.local", "192.168.50.7", "8.8.8.8", "fd12::7"]],
  ["192.168.50.7", "tallybox.local", ["tallybox.local", "192.168.50.7"]],
  ["fd12::7", null, ["fd12::7"]],
  ["localhost", null, ["localhost"]],
  ["::1", null, ["::1"]],
];
test.each(LISTENS)(
  "a server that listens on %s with the name %s has the URLs %j",
  (host, mdnsName, hosts) => {
    const site = { host, mdnsName, httpPort: 8080, certificates: null, machine: createMachine("box-7", AT) };
    expect(listServerAddresses(site).map((one) => one.host)).toEqual(hosts);
  },
);

test("each address has its URLs, HTTPS where the certificate covers it", async () => {
  const machine = createMachine("box-7", ["192.168.50.7", "8.8.8.8", "fd12::7"]);
  const server = await startHttpsServer({ machine });
  const trust = trustOf(server);
  const secure = trust.status().httpsPort;
  const site = { host: "::", mdnsName: "tallybox.local", machine };
  expect(listServerAddresses({ ...site, certificates: trust, httpPort: 8080 })).toEqual([
    {
      host: "tallybox.local",
      http: "http://tallybox.local:8080",
      https: `https://tallybox.local:${secure}`,
    },
    { host: "192.168.50.7", http: "http://192.168.50.7:8080", https: `https://192.168.50.7:${secure}` },
    { host: "8.8.8.8", http: "http://8.8.8.8:8080", https: null },
    { host: "fd12::7", http: "http://[fd12::7]:8080", https: `https://[fd12::7]:${secure}` },
  ]);
  const off = listServerAddresses({ ...site, certificates: null, httpPort: 80 });
  expect(off.map(({ http, https }) => [http, https])).toContainEqual(["http://[fd12::7]", null]);
});
