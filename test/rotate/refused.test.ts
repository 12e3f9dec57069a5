import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { lockFolder } from "../../src/storage/lock.ts";
import { BARE } from "../harness/bare.ts";
import { aBox, type TestBox } from "../harness/box.ts";
import { MAIN, rotate } from "./command.ts";

const SECRET = "a signing key of at least 32 characters";
const keysOf = (box: TestBox) =>
  ["jwt.key", "device-codes.key"].map((name) => readFileSync(join(box.folder, name), "utf8"));
async function stopped(): Promise<TestBox> {
  const box = await aBox();
  await box.halt();
  return box;
}

test.each<[string, string[], Record<string, string>, RegExp]>([
  ["no key", ["--yes"], {}, /^which key\? \(npm run rotate -- jwt-key \| device-key \| ca/],
  ["a key that is none", ["jwt-key", "tls", "--yes"], {}, /^"tls" is no key \(npm run rotate/],
  ["an option that is none", ["ca", "--now"], {}, /--now.* \(npm run rotate/],
  ["no consent", ["jwt-key"], {}, /nothing was changed; repeat this with --yes/],
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
])("%s: one sentence, status 1, nothing is changed", async (_, args, settings, sentence) => {
  const box = await stopped();
  const before = keysOf(box);
  const { status, out, told } = await rotate(box.folder, args, settings);
  expect({ status, out }).toEqual({ status: 1, out: "" });
  expect(told).toMatch(sentence);
  expect(keysOf(box)).toEqual(before);
});

test("a signing key that stands in settings.json is not touched either", async () => {
  const box = await stopped();
  const file = join(box.folder, "settings.json");
  writeFileSync(file, JSON.stringify({ Jwt: { SecretKey: SECRET } }), { mode: 0o600 });
  const { status, told } = await rotate(box.folder, ["jwt-key", "--yes"]);
  expect(status).toBe(1);
  expect(told).toContain("change the setting");
});

test("an authority that was never made is not replaced", async () => {
  const box = await stopped();
  rmSync(join(box.folder, "tls"), { recursive: true, force: true });
  const { status, told } = await rotate(box.folder, ["ca", "--yes"]);
  expect(status).toBe(1);
  expect(told).toBe("ca: there is none yet; the server makes one when it starts with HTTPS on\n");
});

test("a folder without a server's data: status 13", async () => {
  const folder = mkdtempSync(join(tmpdir(), "tallybox-rotate-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  expect((await rotate(folder, ["jwt-key", "--yes"])).status).toBe(13);
});

test("while the server runs, or another command works on the folder: status 10 with what to do, nothing is changed", async () => {
  const box = await aBox();
  const before = keysOf(box);
  const running = await rotate(box.folder, ["jwt-key", "--yes"]);
  expect(running.status).toBe(10);
  expect(running.told).toMatch(/already uses this data folder; stop it for a moment \(sudo systemctl/);
  expect((await (await box.as("admin")).get("/api/me")).status).toBe(200);
  await box.halt();
  const { unlock } = lockFolder(box.folder);
  const second = await rotate(box.folder, ["jwt-key", "--yes"]);
  unlock();
  expect(second.status).toBe(10);
  expect(keysOf(box)).toEqual(before);
});

test.each([
  ["yes", 0],
  ["no", 1],
])('on a terminal it says what ends and asks; "%s" ends with status %d', async (typed, expected) => {
  const box = await stopped();
  const before = keysOf(box);
  const command = [process.execPath, MAIN, "jwt-key"].map((word) => `'${word}'`).join(" ");
  const child = spawn("script", ["-qec", command, "/dev/null"], {
    env: { ...BARE, DATA_DIR: box.folder, STORAGE_RESERVE_MEGABYTES: "1", TERM: "dumb" },
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
  expect(keysOf(box)[0] === before[0]).toBe(expected === 1);
});
