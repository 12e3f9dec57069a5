import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test, vi } from "vitest";
import { journalErrors, lastErrors, logErrors } from "../../src/ops/doctor/errors.ts";
import { readSecrets, redact } from "../../src/ops/doctor/report.ts";
import { createFolder } from "../harness/folder.ts";
import { startServer } from "../harness/server.ts";
import { startServerProcess } from "./process.ts";

const DOCTOR = join(import.meta.dirname, "../../scripts/doctor");

/** Runs the doctor as a person does. */
async function examine(environment: Readonly<Record<string, string>>) {
  const doctor = spawn("sh", [DOCTOR], { env: { PATH: process.env["PATH"], ...environment } });
  const [output, complaint, [status]] = await Promise.all([
    text(doctor.stdout),
    text(doctor.stderr),
    once(doctor, "close"),
  ]);
  return { status, output, complaint };
}

/** Names, sizes and times of all files of a folder. */
function traces(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .sort()
    .map((name) => {
      const { size, mtimeMs, uid } = statSync(join(folder, name));
      return `${name} ${size} ${mtimeMs} ${uid}`;
    });
}

test("for a running server the doctor shows version, folder, printers with their queues and reasons, and no secret", async () => {
  const server = await startServer();
  const printer = { name: "Nowhere", ipAddress: "127.0.0.1", port: 1, printerTypeId: 3 };
  const { oid } = (await server.admin.post("/api/printingprinters", printer)).body;
  await server.admin.post("/api/pda/printing/print", { articleId: 1, printerId: oid, labelFormatId: 1 });
  const label = async () => (await server.admin.get(`/api/printrequests?printerId=${oid}`)).body[0];
  await expect.poll(async () => (await label()).lastError).not.toBeNull();
  const before = readdirSync(server.folder);
  const { port } = server.appliance;
  const { status, output, complaint } = await examine({
    DATA_DIR: server.folder,
    HOST: "127.0.0.1",
    PORT: String(port),
    HTTPS_PORT: "off",
  });
  expect({ status, complaint }).toEqual({ status: 0, complaint: "" });
  expect(output).toMatch(/^ {2}tallybox \d+\.\d+\.\d+ \(contract 1\.0\.43, Node 26/m);
  expect(output).toMatch(/^ {2}It runs and is ready$/m);
  expect(output).toMatch(/^ {2}database \(in use\): tally-\S+\.db, made \S+, .*-wal: /m);
  expect(output).toMatch(/^ {2}disk: .* free/m);
  expect(output).toMatch(/^ {2}Nowhere \(127\.0\.0\.1:1\): 1 label queued, the oldest for .*: .*Nowhere/m);
  expect(output).not.toContain(readFileSync(join(server.folder, "jwt.key"), "utf8").trim());
  expect(readdirSync(server.folder)).toEqual(before);
  expect((await server.admin.post("/api/locations", { name: "After", code: "After" })).status).toBe(201);
});

test("for a stopped server the doctor works without it and changes nothing", async () => {
  const folder = createFolder();
  const server = await startServerProcess(folder, {});
  server.process.kill("SIGTERM");
  await server.ended;
  const before = traces(folder);
  const { status, output } = await examine({ DATA_DIR: folder, PORT: "1", HTTPS_PORT: "off" });
  expect(status).toBe(0);
  expect(output).toMatch(/^ {2}No response on http:\/\/127\.0\.0\.1:1$/m);
  expect(output).toMatch(/^ {2}known only while the server runs/m);
  expect(output).toMatch(/^ {2}the last time recorded by the server is 20\d\d-/m);
  expect(traces(folder)).toEqual(before);
});

test("a new server's set-up code and keys are in no line", async () => {
  const server = await startServer({ empty: true, settings: { HTTPS_PORT: "0" } });
  const environment = { DATA_DIR: server.folder, PORT: String(server.appliance.port), HTTPS_PORT: "0" };
  const { output } = await examine(environment);
  for (const file of ["setup-code", "jwt.key", "tls/ca.key", "tls/server.key"]) {
    const secret = readFileSync(join(server.folder, file), "utf8").trim();
    expect(secret).not.toBe("");
    expect(output).not.toContain(secret);
  }
  expect(output).toMatch(/^ {2}Certificate, the server's own: ends 20\d\d-/m);
  expect(output).toMatch(/^ {2}Certificate authority: ends 20\d\d-.*SHA-256 ([0-9a-f]{4} ?){16}$/im);
});

test.each([
  [
    "a wrong setting",
    { PORT: "http" },
    /The server does not start with these settings: PORT: must be a number/,
  ],
  ["a folder that is not there", { DATA_DIR: "/nowhere/data" }, /\/nowhere\/data does not exist/],
])("%s is reported", async (_, environment, line) => {
  const { status, output } = await examine({
    DATA_DIR: createFolder(),
    HTTPS_PORT: "off",
    ...environment,
  });
  expect(status).toBe(0);
  expect(output).toMatch(line);
});

test("a port that another program uses is reported with that program", async () => {
  const server = await startServer();
  const { output } = await examine({
    DATA_DIR: createFolder(),
    HOST: "127.0.0.2",
    PORT: String(server.appliance.port),
    HTTPS_PORT: "off",
  });
  expect(output).toMatch(new RegExp(`port ${server.appliance.port} is in use by \\S+ \\(${process.pid}\\)`));
});

test("the log's errors are shown as messages, repeated ones once, without other fields", () => {
  const log = [
    '{"level":30,"time":"T1","msg":"fine"}',
    '{"level":40,"time":"T2","setupCode":"ABCD-EFGH","msg":"set up the server with this code"}',
    '{"level":50,"time":"T3","err":{"message":"no route","stack":"at x"},"msg":"it failed"}',
    '{"level":50,"time":"T4","err":{"message":"no route","stack":"at y"},"msg":"it failed"}',
    "ready http://127.0.0.1:80",
    "/var/lib/tallybox: another tallybox (process 7) already uses this data folder",
    '{"level":40,"time":"T5","setupCode":"ABCD-',
  ];
  expect(logErrors(log.join("\n"))).toEqual([
    "T2 set up the server with this code",
    "T3 it failed (no route), 2 times",
    "/var/lib/tallybox: another tallybox (process 7) already uses this data folder",
  ]);
});

test("each error of the journal is shown with its time, those of systemd too, among any number of other lines", () => {
  const entry = (seconds: number, message: unknown) =>
    JSON.stringify({ __REALTIME_TIMESTAMP: String(seconds * 1e6), PRIORITY: "4", MESSAGE: message });
  const journal = [
    entry(0, "tallybox.service: Watchdog timeout (limit 1min)!"),
    entry(1, "tallybox.service: Failed with result 'watchdog'."),
    entry(
      2,
      '{"level":50,"time":"T3","err":{"message":"no route","stack":"at x"},"secret":"s","msg":"it failed"}',
    ),
    entry(3, '{"level":50,"time":"T4","err":{"message":"no route"},"msg":"it failed"}'),
    entry(4, [255, 0]),
    "cut off",
  ];
  expect(journalErrors(journal.join("\n"))).toEqual([
    "1970-01-01T00:00:00.000Z tallybox.service: Watchdog timeout (limit 1min)!",
    "1970-01-01T00:00:01.000Z tallybox.service: Failed with result 'watchdog'.",
    "T3 it failed (no route), 2 times",
  ]);
});

test("errors of several megabytes in the journal are shown", () => {
  const folder = createFolder();
  const message = (i: number) => `${i} ${"x".repeat(8 * 1024)}`;
  const lines = Array.from({ length: 500 }, (_, i) =>
    JSON.stringify({ __REALTIME_TIMESTAMP: "0", MESSAGE: message(i) }),
  );
  writeFileSync(join(folder, "journal"), lines.join("\n"));
  writeFileSync(join(folder, "journalctl"), `#!/bin/sh\nexec /bin/cat ${folder}/journal\n`, { mode: 0o755 });
  vi.stubEnv("PATH", `${folder}:${process.env["PATH"]}`);
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(lastErrors(true).at(-1)).toBe(`1970-01-01T00:00:00.000Z ${message(499)}`);
});

test("the secrets are also each key of a rotation, and those of a pair of machines", () => {
  const folder = createFolder();
  const [next, earlier] = ["n".repeat(64), "e".repeat(64)];
  writeFileSync(join(folder, "jwt.key"), `${next}\n${earlier}\n`);
  const pair = { pairKey: `-----BEGIN\n${"p".repeat(64)}\n`, key: "k".repeat(40), promotionCode: "AB-CD" };
  writeFileSync(join(folder, "standby.json"), JSON.stringify({ ...pair, role: "primary" }));
  const found = readSecrets(folder, { tokenKey: null, headOffice: null });
  expect(found).toEqual(
    expect.arrayContaining([next, earlier, "p".repeat(64), pair.key, pair.promotionCode]),
  );
  expect(found).not.toContain("primary");
});

test("a secret in a message is removed", () => {
  expect(redact("key k3y, code c0de, k3y again", ["k3y", "c0de"])).toBe(
    "key (secret), code (secret), (secret) again",
  );
});
