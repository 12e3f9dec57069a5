import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createFolder } from "./harness/folder.ts";
import { MINIMAL_ENVIRONMENT } from "./harness/minimal-environment.ts";
import { PROGRAMS } from "./harness/programs.ts";
import { takePort } from "./harness/taken-port.ts";

/** Runs the appliance as a process until it ends or is ready (then it is stopped by SIGTERM). */
async function run(environment: Record<string, string>) {
  const child = spawn(process.execPath, [PROGRAMS.server], {
    env: { ...MINIMAL_ENVIRONMENT, HOST: "127.0.0.1", PORT: "0", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [output, complaint] = ["", ""];
  child.stdout.on("data", (bytes) => {
    output += bytes;
    if (/^ready /m.test(output)) child.kill("SIGTERM");
  });
  child.stderr.on("data", (bytes) => {
    complaint += bytes;
  });
  const [status] = await once(child, "close");
  return { status, output, complaint };
}

test("in an empty folder the set-up code is logged and stored, ready is printed, and SIGTERM ends with status 0", async () => {
  const folder = createFolder();
  const { status, output, complaint } = await run({ DATA_DIR: folder });
  expect({ status, complaint }).toEqual({ status: 0, complaint: "" });
  const code = readFileSync(join(folder, "setup-code"), "utf8").trim();
  expect(output).toContain(code);
  expect(output).toMatch(/^ready http:\/\/127\.0\.0\.1:\d+$/m);
});

test.each<[string, (folder: string) => Promise<Record<string, string>> | Record<string, string>, RegExp]>([
  ["a short key", () => ({ JWT_SECRET_KEY: "short" }), /^JWT_SECRET_KEY: must have at least 32 characters$/],
  ["no port number", () => ({ PORT: "http" }), /^PORT: must be a number$/],
  ["a port too high", () => ({ PORT: "70000" }), /^PORT: must be a whole number from 0 to 65535$/],
  ["half an asset", () => ({ LICENCE_MAX_ASSETS: "1.5" }), /^LICENCE_MAX_ASSETS: must be a whole number/],
  [
    "an address of another machine",
    () => ({ HOST: "192.0.2.1" }),
    /^HOST 192\.0\.2\.1: not an address of this machine/,
  ],
  [
    "a taken port",
    async () => ({ PORT: String(await takePort()) }),
    /^PORT \d+: the port is in use by another program/,
  ],
])("%s: one line that names the setting, status 1, and an unchanged folder", async (_, settings, line) => {
  const folder = join(createFolder(), "data");
  const { status, complaint } = await run({ ...(await settings(folder)), DATA_DIR: folder });
  expect(status).toBe(1);
  expect(complaint.trim()).toMatch(line);
  expect(existsSync(folder)).toBe(false);
});

test("a data folder that is a file is reported", async () => {
  const file = join(createFolder(), "file");
  writeFileSync(file, "");
  const { status, complaint } = await run({ DATA_DIR: file });
  expect(status).toBe(13);
  expect(complaint).toContain(file);
  expect(complaint.trim().split("\n")).toHaveLength(1);
});

test("a key in a settings file is used if the file is private, and stops the start if others may read it", async () => {
  const folder = createFolder();
  const path = join(folder, "settings.json");
  writeFileSync(path, JSON.stringify({ Jwt: { SecretKey: "x".repeat(40) } }));
  chmodSync(path, 0o644);
  const open = await run({ DATA_DIR: folder });
  expect(open.status).toBe(1);
  expect(open.complaint).toMatch(/settings\.json: holds Jwt:SecretKey but others may read it/);
  expect(readdirSync(folder)).toEqual(["settings.json"]);
  chmodSync(path, 0o600);
  expect((await run({ DATA_DIR: folder })).status).toBe(0);
  expect(existsSync(join(folder, "jwt.key"))).toBe(false);
});
