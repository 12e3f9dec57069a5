import { generateKeyPairSync } from "node:crypto";
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeAuthority } from "../../src/ops/tls/issue.ts";
import type { TestBox } from "../harness/box.ts";
import { aSecureBox, reach, tlsFile, trustOf } from "./house.ts";

const tls = (box: TestBox, name = "") => join(box.folder, "tls", name);
const fingerprint = (box: TestBox) => trustOf(box).status().fingerprint;
const aKey = (namedCurve: string) =>
  generateKeyPairSync("ec", { namedCurve }).privateKey.export({ type: "pkcs8", format: "pem" }).toString();

test("what the first start makes is the box's alone, and stays", async () => {
  const box = await aSecureBox();
  const names = ["ca.crt", "ca.key", "server.crt", "server.key"];
  expect(readdirSync(tls(box)).sort()).toEqual(names);
  expect(statSync(tls(box)).mode & 0o777).toBe(0o700);
  for (const name of names) expect(statSync(tls(box, name)).mode & 0o777, name).toBe(0o600);
  const first = names.map((name) => tlsFile(box, name));
  // As a restored copy may be.
  chmodSync(tls(box), 0o755);
  await box.restart();
  expect(statSync(tls(box)).mode & 0o777).toBe(0o700);
  expect(names.map((name) => tlsFile(box, name))).toEqual(first);
});

test("two boxes have CAs of different names, so that a terminal can trust both", async () => {
  const boxes = await Promise.all([aSecureBox(), aSecureBox()]);
  const [one, two] = boxes.map((box) => trustOf(box).authority?.subject);
  expect(one).toMatch(/^CN=tallybox CA [0-9A-F]{8}\n/);
  expect(one).not.toBe(two);
});

test.each<[string, (box: TestBox) => void | Promise<void>]>([
  ["no server.crt", (box) => rmSync(tls(box, "server.crt"))],
  [
    "a cut server.crt",
    (box) => writeFileSync(tls(box, "server.crt"), tlsFile(box, "server.crt").slice(0, 200)),
  ],
  [
    "the CA's certificate as server.crt",
    (box) => writeFileSync(tls(box, "server.crt"), tlsFile(box, "ca.crt")),
  ],
  ["no server.key", (box) => rmSync(tls(box, "server.key"))],
  ["an empty server.key", (box) => writeFileSync(tls(box, "server.key"), "")],
  ["another server.key", (box) => writeFileSync(tls(box, "server.key"), aKey("P-256"))],
  ["a server.key on another curve", (box) => writeFileSync(tls(box, "server.key"), aKey("P-384"))],
  [
    "another box's server.crt and server.key",
    async (box) => {
      const other = await aSecureBox();
      for (const name of ["server.crt", "server.key"]) writeFileSync(tls(box, name), tlsFile(other, name));
    },
  ],
])("%s: made anew under the same CA", async (_, harm) => {
  const box = await aSecureBox();
  const before = fingerprint(box);
  const ca = tlsFile(box, "ca.crt");
  await box.halt();
  await harm(box);
  await box.restart();
  expect(fingerprint(box)).toBe(before);
  expect((await reach(box, "tallybox.local", { ca })).status).toBe(200);
});

test.each<[string, string, (box: TestBox) => void | Promise<void>]>([
  ["no ca.key", "ca.key: is missing", (box) => rmSync(tls(box, "ca.key"))],
  ["no ca.crt", "ca.crt: is missing", (box) => rmSync(tls(box, "ca.crt"))],
  ["an empty ca.key", "ca.key: is not a private key", (box) => writeFileSync(tls(box, "ca.key"), "")],
  ["a cut ca.crt", "ca.crt: is not a CA's certificate", (box) => writeFileSync(tls(box, "ca.crt"), "-----")],
  [
    "a server's certificate as ca.crt",
    "ca.crt: is not a CA's certificate",
    (box) => writeFileSync(tls(box, "ca.crt"), tlsFile(box, "server.crt")),
  ],
  [
    "another ca.key",
    "ca.key: is not the key of ca.crt",
    (box) => writeFileSync(tls(box, "ca.key"), aKey("P-256")),
  ],
  [
    "another box's ca.crt",
    "ca.key: is not the key of ca.crt",
    async (box) => writeFileSync(tls(box, "ca.crt"), (await makeAuthority("box-8", Date.now())).certificate),
  ],
])("%s: the start is refused with the file's name, and nothing is touched", async (_, line, harm) => {
  const box = await aSecureBox();
  await box.halt();
  await harm(box);
  const before = snapshot(box.folder);
  await expect(box.restart()).rejects.toMatchObject({
    message: expect.stringContaining(join("tls", line)),
    status: 12,
  });
  expect(snapshot(box.folder)).toEqual(before);
});

/** Every file of the folder with its bytes. */
function snapshot(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return new Map(
    files.map(({ parentPath, name }) => [
      join(parentPath, name),
      readFileSync(join(parentPath, name), "base64"),
    ]),
  );
}

test("a first start that a power cut ended after the CA's key begins again", async () => {
  const box = await aSecureBox();
  const before = fingerprint(box);
  await box.halt();
  for (const name of ["ca.crt", "server.crt", "server.key"]) rmSync(tls(box, name));
  writeFileSync(tls(box, "new-1"), "unfinished");
  await box.restart();
  expect(fingerprint(box)).not.toBe(before);
  expect((await reach(box)).status).toBe(200);
  expect(existsSync(tls(box, "new-1"))).toBe(false);
});

test("who removes both files of the CA gets a new one", async () => {
  const box = await aSecureBox();
  const old = tlsFile(box, "ca.crt");
  await box.halt();
  for (const name of ["ca.crt", "ca.key"]) rmSync(tls(box, name));
  await box.restart();
  expect((await reach(box)).status).toBe(200);
  await expect(reach(box, "localhost", { ca: old })).rejects.toThrow();
});
