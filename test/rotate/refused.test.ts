import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { lockFolder } from "../../src/storage/generations/folder.ts";
import { createFolder } from "../harness/folder.ts";
import { MINIMAL_ENVIRONMENT } from "../harness/minimal-environment.ts";
import { PROGRAMS } from "../harness/programs.ts";
import { startServer, type TestServer } from "../harness/server.ts";
import { rotate } from "./command.ts";

const SECRET = "a signing key of at least 32 characters";
const keysOf = (server: TestServer) =>
  ["jwt.key", "device-codes.key"].map((name) => readFileSync(join(server.folder, name), "utf8"));
async function stopped(): Promise<TestServer> {
  const server = await startServer();
  await server.halt();
  return server;
}

test.each<[string, string[], Record<string, string>, RegExp]>([
  ["no key", ["--yes"], {}, /^The key is missing\. Usage: npm run rotate -- jwt-key \| device-key \| ca/],
  ["a key that is none", ["jwt-key", "tls", "--yes"], {}, /^Unknown key "tls"\. Usage: npm run rotate/],
  ["an option that is none", ["ca", "--now"], {}, /--now.*\. Usage: npm run rotate/],
  ["no consent", ["jwt-key"], {}, /Nothing was changed\. Repeat the command with --yes/],
  [
    "a signing key that is a setting",
    ["device-key", "jwt-key", "--yes"],
    { JWT_SECRET_KEY: SECRET },
    /^jwt-key: the setting Jwt:SecretKey \(JWT_SECRET_KEY\) is used, not the file jwt\.key; change the setting/,
  ],
  [
    "the site's own certificate",
    ["ca", "--yes"],
    { HTTPS_CERTIFICATE_FILE: "/srv/site.crt", HTTPS_KEY_FILE: "/srv/site.key" },
    /^ca: the server uses the site's own certificate/,
  ],
])("%s: an error of one sentence, status 1, and no change", async (_, args, settings, sentence) => {
  const server = await stopped();
  const before = keysOf(server);
  const { status, stdout, stderr } = await rotate(server.folder, args, settings);
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  expect(stderr).toMatch(sentence);
  expect(keysOf(server)).toEqual(before);
});

test("a signing key in settings.json is not replaced either", async () => {
  const server = await stopped();
  const file = join(server.folder, "settings.json");
  writeFileSync(file, JSON.stringify({ Jwt: { SecretKey: SECRET } }), { mode: 0o600 });
  const { status, stderr } = await rotate(server.folder, ["jwt-key", "--yes"]);
  expect(status).toBe(1);
  expect(stderr).toContain("change the setting");
});

test("a certificate authority that does not exist is not replaced", async () => {
  const server = await stopped();
  rmSync(join(server.folder, "tls"), { recursive: true, force: true });
  const { status, stderr } = await rotate(server.folder, ["ca", "--yes"]);
  expect(status).toBe(1);
  expect(stderr).toBe("ca: no authority exists yet; the server creates one when it starts with HTTPS on\n");
});

test("a folder without a server's data has status 13", async () => {
  const folder = createFolder();
  expect((await rotate(folder, ["jwt-key", "--yes"])).status).toBe(13);
});

test("while the server or another command uses the folder: status 10 with a hint, and no change", async () => {
  const server = await startServer();
  const before = keysOf(server);
  const running = await rotate(server.folder, ["jwt-key", "--yes"]);
  expect(running.status).toBe(10);
  expect(running.stderr).toMatch(/already uses this data folder; stop it \(sudo systemctl/);
  expect((await (await server.as("admin")).get("/api/me")).status).toBe(200);
  await server.halt();
  const { unlock } = lockFolder(server.folder);
  const second = await rotate(server.folder, ["jwt-key", "--yes"]);
  unlock();
  expect(second.status).toBe(10);
  expect(keysOf(server)).toEqual(before);
});

test.each([
  ["yes", 0],
  ["no", 1],
])(
  'on a terminal the command lists the consequences and asks; "%s" ends with status %d',
  async (typed, expected) => {
    const server = await stopped();
    const before = keysOf(server);
    const command = [process.execPath, PROGRAMS.rotate, "jwt-key"].map((word) => `'${word}'`).join(" ");
    const child = spawn("script", ["-qec", command, "/dev/null"], {
      env: { ...MINIMAL_ENVIRONMENT, DATA_DIR: server.folder, STORAGE_RESERVE_MEGABYTES: "1", TERM: "dumb" },
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    let shown = "";
    let isAnswered = false;
    child.stdout.on("data", (piece) => {
      shown += piece;
      if (isAnswered || !shown.includes('Type "yes" to continue')) return;
      isAnswered = true;
      expect(shown).toContain("All logins end");
      child.stdin.write(`${typed}\r`);
    });
    const [status] = await once(child, "close");
    expect(status).toBe(expected);
    expect(keysOf(server)[0] === before[0]).toBe(expected === 1);
  },
);
