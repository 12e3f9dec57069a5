import { generateKeyPairSync } from "node:crypto";
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeAuthority } from "../../src/ops/tls/issue.ts";
import type { TestServer } from "../harness/server.ts";
import { reach, startHttpsServer, tlsFile, trustOf } from "./https-server.ts";

const tls = (server: TestServer, name = "") => join(server.folder, "tls", name);
const fingerprint = (server: TestServer) => trustOf(server).status().fingerprint;
const createKey = (namedCurve: string) =>
  generateKeyPairSync("ec", { namedCurve }).privateKey.export({ type: "pkcs8", format: "pem" }).toString();

test("files of the first start are readable for the server alone, and stay", async () => {
  const server = await startHttpsServer();
  const names = ["ca.crt", "ca.key", "server.crt", "server.key"];
  expect(readdirSync(tls(server)).sort()).toEqual(names);
  expect(statSync(tls(server)).mode & 0o777).toBe(0o700);
  for (const name of names) expect(statSync(tls(server, name)).mode & 0o777, name).toBe(0o600);
  const first = names.map((name) => tlsFile(server, name));
  // As a restored copy may be.
  chmodSync(tls(server), 0o755);
  await server.restart();
  expect(statSync(tls(server)).mode & 0o777).toBe(0o700);
  expect(names.map((name) => tlsFile(server, name))).toEqual(first);
});

test("the CAs of two servers have different names, so that a terminal can trust both", async () => {
  const servers = await Promise.all([startHttpsServer(), startHttpsServer()]);
  const [one, two] = servers.map((server) => trustOf(server).authority?.subject);
  expect(one).toMatch(/^CN=tallybox CA [0-9A-F]{8}\n/);
  expect(one).not.toBe(two);
});

test.each<[string, (server: TestServer) => void | Promise<void>]>([
  ["no server.crt", (server) => rmSync(tls(server, "server.crt"))],
  [
    "a cut server.crt",
    (server) => writeFileSync(tls(server, "server.crt"), tlsFile(server, "server.crt").slice(0, 200)),
  ],
  [
    "the CA's certificate as server.crt",
    (server) => writeFileSync(tls(server, "server.crt"), tlsFile(server, "ca.crt")),
  ],
  ["no server.key", (server) => rmSync(tls(server, "server.key"))],
  ["an empty server.key", (server) => writeFileSync(tls(server, "server.key"), "")],
  ["another server.key", (server) => writeFileSync(tls(server, "server.key"), createKey("P-256"))],
  ["a server.key on another curve", (server) => writeFileSync(tls(server, "server.key"), createKey("P-384"))],
  [
    "another server's server.crt and server.key",
    async (server) => {
      const other = await startHttpsServer();
      for (const name of ["server.crt", "server.key"]) writeFileSync(tls(server, name), tlsFile(other, name));
    },
  ],
])("%s: a new one is issued by the same CA", async (_, harm) => {
  const server = await startHttpsServer();
  const before = fingerprint(server);
  const ca = tlsFile(server, "ca.crt");
  await server.halt();
  await harm(server);
  await server.restart();
  expect(fingerprint(server)).toBe(before);
  expect((await reach(server, "tallybox.local", { ca })).status).toBe(200);
});

test.each<[string, string, (server: TestServer) => void | Promise<void>]>([
  ["no ca.key", "ca.key: is missing", (server) => rmSync(tls(server, "ca.key"))],
  ["no ca.crt", "ca.crt: is missing", (server) => rmSync(tls(server, "ca.crt"))],
  ["an empty ca.key", "ca.key: is not a private key", (server) => writeFileSync(tls(server, "ca.key"), "")],
  [
    "a cut ca.crt",
    "ca.crt: is not a CA's certificate",
    (server) => writeFileSync(tls(server, "ca.crt"), "-----"),
  ],
  [
    "a server's certificate as ca.crt",
    "ca.crt: is not a CA's certificate",
    (server) => writeFileSync(tls(server, "ca.crt"), tlsFile(server, "server.crt")),
  ],
  [
    "another ca.key",
    "ca.key: is not the key of ca.crt",
    (server) => writeFileSync(tls(server, "ca.key"), createKey("P-256")),
  ],
  [
    "another server's ca.crt",
    "ca.key: is not the key of ca.crt",
    async (server) =>
      writeFileSync(tls(server, "ca.crt"), (await makeAuthority("box-8", Date.now())).certificate),
  ],
])("%s: the start is refused with the file's name, and nothing changes", async (_, line, harm) => {
  const server = await startHttpsServer();
  await server.halt();
  await harm(server);
  const before = snapshot(server.folder);
  await expect(server.restart()).rejects.toMatchObject({
    message: expect.stringContaining(join("tls", line)),
    status: 12,
  });
  expect(snapshot(server.folder)).toEqual(before);
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

test("a first start that a power cut ended after the CA's key starts again", async () => {
  const server = await startHttpsServer();
  const before = fingerprint(server);
  await server.halt();
  for (const name of ["ca.crt", "server.crt", "server.key"]) rmSync(tls(server, name));
  writeFileSync(tls(server, "new-1"), "unfinished");
  await server.restart();
  expect(fingerprint(server)).not.toBe(before);
  expect((await reach(server)).status).toBe(200);
  expect(existsSync(tls(server, "new-1"))).toBe(false);
});

test("a server whose two CA files were removed makes a new CA", async () => {
  const server = await startHttpsServer();
  const old = tlsFile(server, "ca.crt");
  await server.halt();
  for (const name of ["ca.crt", "ca.key"]) rmSync(tls(server, name));
  await server.restart();
  expect((await reach(server)).status).toBe(200);
  await expect(reach(server, "localhost", { ca: old })).rejects.toThrow();
});
