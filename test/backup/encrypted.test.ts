import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, createWriteStream, readdirSync, readFileSync, writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { Encrypter, generateX25519Identity, identityToRecipient } from "age-encryption";
import { pino } from "pino";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { eventually } from "../harness/eventually.ts";
import { createFolder } from "../harness/folder.ts";
import { PROGRAMS } from "../harness/programs.ts";
import { sharedServer, startServer } from "../harness/server.ts";
import { changedAt, encryptedCheaply, headBytes, PASSPHRASE } from "./age-files.ts";
import { contentsOf } from "./contents.ts";
import { addBulk, follow, restoreProcess } from "./copies.ts";
import { restore } from "./restoring.ts";

const PATH = "/api/backup/downloads";
const HEAD = /^age-encryption\.org\/v1\n-> scrypt \S+ 16\n/;
const lines: string[] = [];
const log = pino({ level: "trace" }, { write: (line: string) => void lines.push(line) });
const server = sharedServer({ log });
/** The download of `backup`, after a request for its head alone. */
let download: { readonly id: number; readonly head: IncomingMessage; readonly response: IncomingMessage };
/** The server's own, at its cost of a guess: a second of CPU time for each key. */
let backup: Buffer;
/** The same content at a low cost, for tests that do not depend on the cost. */
let cheapBackup: Buffer;
let plain: Buffer;
beforeAll(async () => {
  await addBulk(server);
  plain = await buffer(await followLink((await createLink(null)).url));
  const { id, url } = await createLink();
  const head = await followLink(url, "HEAD");
  const response = await eventually(async () => {
    const again = await followLink(url);
    expect(again.statusCode).toBe(200);
    return again;
  });
  download = { id, head, response };
  backup = readFileSync(await saved(download.response));
  cheapBackup = await encryptedCheaply(plain);
});

async function createLink(passphrase: string | null = PASSPHRASE): Promise<{ id: number; url: string }> {
  const { status, body } = await server.admin.post(PATH, { passphrase });
  expect(status).toBe(201);
  return body;
}
const followLink = (url: string, method = "GET") => follow(server.url + url, { method });
async function saved(response: IncomingMessage): Promise<string> {
  const file = `${server.folder}.saved`;
  await pipeline(response, createWriteStream(file));
  return file;
}
/** The cheap backup as a file of the test's own, changed. */
function createFile(change: (bytes: Buffer) => Buffer = (bytes) => bytes, original = cheapBackup): string {
  const file = join(createFolder(), "backup.tar.age");
  writeFileSync(file, change(Buffer.from(original)));
  return file;
}
function createPassphraseFile(text = `${PASSPHRASE}\n`): string {
  const file = join(createFolder(), "passphrase");
  writeFileSync(file, text);
  return file;
}
const withFile = (text?: string) => ["--passphrase-file", createPassphraseFile(text)];

test("a backup by a link with a passphrase is an age file of the announced length", async () => {
  const { id, response } = download;
  expect(response.headers["content-type"]).toBe("application/octet-stream");
  expect(response.headers["content-disposition"]).toMatch(/; filename="tallybox-.*\.tar\.age"$/);
  expect(backup.length).toBe(Number(response.headers["content-length"]));
  expect(backup.toString("latin1", 0, 200)).toMatch(HEAD);
  expect(backup.includes(readFileSync(join(server.folder, "jwt.key"), "utf8").trim())).toBe(false);
  await eventually(async () => expect((await server.admin.get(`${PATH}/${id}`)).body.state).toBe("whole"));
  await eventually(async () =>
    expect((await server.admin.get("/api/box/checks")).body.backup.bytes).toBe(backup.length),
  );
});

test("no log and no response holds the passphrase of a link", async () => {
  expect((await server.admin.get(`${PATH}/${download.id}`)).text).not.toContain(PASSPHRASE);
  expect(lines.some((line) => line.includes(PATH))).toBe(true);
  expect(lines.join("")).not.toContain(PASSPHRASE);
});

test("restore checks it with its passphrase, and restores a folder on which the server starts", async () => {
  const file = createFile((bytes) => bytes, backup);
  const into = join(createFolder(), "data");
  const { status, lines: output } = await restore(
    ...[file, "--into", into],
    ...withFile(PASSPHRASE.normalize("NFD")),
  );
  expect(output[2]).toMatch(/^Whole: /);
  expect(status).toBe(0);
  const fresh = await startServer({ from: into });
  const login = { userName: "admin", password: "admin-demo" };
  expect((await fresh.anonymous.post("/api/pwa-auth/login-password", login)).status).toBe(200);
});

test.each<[string, string[], NodeJS.ProcessEnv, string]>([
  ["the environment", [], { BACKUP_PASSPHRASE: PASSPHRASE }, ""],
  ["standard input", [], {}, `${PASSPHRASE}\nmore`],
])("the passphrase may come from %s", async (_, args, extra, input) => {
  const child = spawn(process.execPath, [PROGRAMS.restore, createFile(), ...args], {
    env: { ...process.env, ...extra },
    stdio: ["pipe", "ignore", "ignore"],
  });
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  expect((await once(child, "close"))[0]).toBe(0);
});

test("on a terminal restore asks for the passphrase, and does not show it", async () => {
  const command = [process.execPath, PROGRAMS.restore, createFile()].map((word) => `'${word}'`).join(" ");
  const child = spawn("script", ["-qec", command, "/dev/null"], { env: { ...process.env, TERM: "dumb" } });
  onTestFinished(() => void child.kill("SIGKILL"));
  let shown = "";
  let isTyped = false;
  child.stdout.on("data", (piece) => {
    shown += piece;
    if (isTyped || !shown.includes("Passphrase of ")) return;
    isTyped = true;
    child.stdin.write(`${PASSPHRASE}\r`);
  });
  expect((await once(child, "close"))[0]).toBe(0);
  expect(shown).toContain("Whole: ");
  expect(shown).not.toContain(PASSPHRASE);
});

test.each<[string, number, () => string[], RegExp, typeof restore?]>([
  ["a wrong passphrase", 1, () => [createFile(), ...withFile("another passphrase")], /wrong passphrase/],
  [
    "no passphrase",
    1,
    () => [createFile()],
    /is encrypted\. Enter the passphrase on a terminal, or pass it in --pass/,
    restoreProcess,
  ],
  ["no such passphrase file", 1, () => [createFile(), "--passphrase-file", "/nowhere"], /\/nowhere/],
  ["a cut header", 12, () => [createFile((bytes) => bytes.subarray(0, 90)), ...withFile()], /is damaged/],
  [
    "a changed header",
    12,
    () => [createFile((bytes) => changedAt(bytes, bytes.indexOf("\n--- ") + 6)), ...withFile()],
    /is damaged/,
  ],
  [
    "a changed byte",
    12,
    () => [createFile((bytes) => changedAt(bytes, bytes.length / 2)), ...withFile()],
    /can't be/,
  ],
  [
    "a changed last byte",
    12,
    () => [createFile((bytes) => changedAt(bytes, -1)), ...withFile()],
    /can't be unpacked/,
  ],
  [
    "its last byte cut off",
    12,
    () => [createFile((bytes) => bytes.subarray(0, -1)), ...withFile()],
    /can't be unpacked/,
  ],
  [
    "cut at the end of a piece",
    12,
    () => [
      createFile((bytes) => bytes.subarray(0, headBytes(bytes) + 16 + 3 * (64 * 1024 + 16))),
      ...withFile(),
    ],
    /can't be unpacked/,
  ],
])(
  "%s is an error of one sentence with status %d, and nothing is restored",
  async (_, expected, args, sentence, run = restore) => {
    const into = join(createFolder(), "data");
    cpSync(server.folder, into, { recursive: true });
    const before = contentsOf(into);
    const { status, stderr } = await run(...args(), "--into", into);
    expect(stderr).toMatch(sentence);
    // On a slow machine the progress is printed too.
    expect(stderr.trim().replaceAll(/^\d+ .+ …\n/gm, "")).not.toContain("\n");
    expect(status).toBe(expected);
    expect(contentsOf(into)).toEqual(before);
    expect(readdirSync(join(into, ".."))).toEqual(["data"]);
  },
);

test("a file that was encrypted to a key is refused with a hint", async () => {
  const encrypter = new Encrypter();
  encrypter.addRecipient(await identityToRecipient(await generateX25519Identity()));
  const file = join(createFolder(), "other.age");
  writeFileSync(file, await encrypter.encrypt("content"));
  const { status, stderr } = await restore(file, ...withFile());
  expect(status).toBe(13);
  expect(stderr).toMatch(/decrypt it with the program age first/);
});

test("an archive that was truncated before its encryption is refused", async () => {
  const file = join(createFolder(), "cut.age");
  writeFileSync(file, await encryptedCheaply(plain.subarray(0, -1024)));
  const { status, stderr } = await restore(file, ...withFile());
  expect(status).toBe(12);
  expect(stderr).toMatch(/truncated/);
});

test.each([
  ["shorter than 15 characters", "fourteen chars", /^must have at least 15 characters/],
  ["of few different characters", "abcabcabcabcabcabc", /at least 6 different characters/],
  ["that begins with a space", " a passphrase of words", /must not begin or end with a space/],
  ["too long", "long enough ".repeat(20), /at most 128/],
  ["that is no text", 123_456_789_012_345, /must be text/],
])("a passphrase %s is 400 that names the field, and is not in the log", async (_, passphrase, sentence) => {
  const { status, body } = await server.admin.post(PATH, { passphrase });
  expect(status).toBe(400);
  expect(body.errors).toMatchObject([{ path: "passphrase", message: expect.stringMatching(sentence) }]);
  expect(lines.join("")).not.toContain(String(passphrase));
});

test("HEAD returns the length of the encrypted file, which is then sent", () => {
  expect(Number(download.head.headers["content-length"])).toBe(backup.length);
});

test("a download that breaks off in the middle holds no lease, and the next one is sent", async () => {
  const { url } = await createLink();
  const response = await followLink(url);
  response.once("data", () => response.destroy());
  await once(response, "close");
  await eventually(() => expect(server.appliance.dependencies.storage.removableBefore()).toBeNull());
  // Without a passphrase, whose key would take a second of CPU time.
  expect((await followLink((await createLink(null)).url)).statusCode).toBe(200);
});
