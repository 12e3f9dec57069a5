import { readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startServer, type TestServer } from "../harness/server.ts";
import { pairDevice, pairSharedTerminal } from "../security/terminal.ts";
import { reach, startHttpsServer, tlsFile, trustOf } from "../trust/https-server.ts";
import { rotate } from "./command.ts";

const logIn = async (server: TestServer) =>
  (await server.anonymous.post("/api/pwa-auth/login", { userId: "4", pin: "44444" })).body;
const key = (server: TestServer, name: string) => readFileSync(join(server.folder, name), "utf8");
const modeOf = (server: TestServer, name: string) => statSync(join(server.folder, name)).mode & 0o777;
/** A new backup, as bytes. */
async function backupOf(server: TestServer): Promise<Buffer> {
  const headers = { authorization: `Bearer ${await server.tokenOf("admin")}` };
  const response = await fetch(`${server.url}/api/backup`, { headers });
  return Buffer.from(await response.arrayBuffer());
}

test("jwt-key ends every login but no pairing, and a backup holds only the new key", async () => {
  const server = await startServer();
  const before = await logIn(server);
  const terminal = await pairSharedTerminal(server);
  const { body: atTerminal } = await terminal.device.post("/api/pda/users/login", {
    userId: 4,
    pin: "44444",
  });
  const old = key(server, "jwt.key");
  await server.halt();
  const { status, stdout, stderr } = await rotate(server.folder, ["jwt-key", "--yes"]);
  expect(status).toBe(0);
  expect(stdout).toMatch(
    /^jwt-key: replaced\. All logins have ended\.\nEarlier backups, .* hold the old keys/,
  );
  expect(stderr).toMatch(/All logins end: every user must log in again\. Paired devices stay paired/);
  expect(key(server, "jwt.key")).not.toBe(old);
  expect(modeOf(server, "jwt.key")).toBe(0o600);
  await server.restart();
  for (const { accessToken, refreshToken } of [before, atTerminal]) {
    expect((await server.withToken(accessToken).get("/api/me")).status).toBe(401);
    for (const token of [accessToken, refreshToken])
      expect((await server.anonymous.post("/api/pwa-auth/refresh", { refreshToken: token })).status).toBe(
        401,
      );
  }
  const { deviceToken } = terminal;
  const { status: exchanged, body } = await server.anonymous.post("/api/device-auth/exchange", {
    deviceToken,
  });
  expect(exchanged).toBe(200);
  expect((await server.withToken(body.accessToken).get("/api/pda/users")).status).toBe(200);
  const again = await logIn(server);
  const sessions = (await server.withToken(again.accessToken).get("/api/me/sessions")).body;
  expect(sessions).toMatchObject([{ isCurrent: true }]);
  const backup = await backupOf(server);
  expect(backup.includes(old.trim())).toBe(false);
  expect(backup.includes(key(server, "jwt.key").trim())).toBe(true);
});

test("device-key ends unused pairing codes, and paired devices stay", async () => {
  const server = await startServer();
  const { deviceToken } = await pairDevice(server, "manager");
  const admin = await server.as("admin");
  const { code } = (await admin.post("/api/device-auth/generate-code")).body;
  const [jwt, old] = [key(server, "jwt.key"), key(server, "device-codes.key")];
  await server.halt();
  const { status, stdout, stderr } = await rotate(server.folder, ["device-key", "--yes"]);
  expect({ status, stdout: stdout.split("\n")[0] }).toEqual({
    status: 0,
    stdout: "device-key: replaced. Unused pairing codes are invalid.",
  });
  expect(stderr).toContain("Paired devices stay paired.");
  expect(key(server, "device-codes.key")).not.toBe(old);
  expect(modeOf(server, "device-codes.key")).toBe(0o600);
  expect(key(server, "jwt.key")).toBe(jwt);
  await server.restart();
  expect((await server.anonymous.post("/api/device-auth/activate", { code })).status).toBe(400);
  expect((await server.anonymous.post("/api/device-auth/exchange", { deviceToken })).status).toBe(200);
  await pairDevice(server, "manager");
});

test("ca: a client that trusts only the old authority refuses the server, one with the new authority does not", async () => {
  const server = await startHttpsServer();
  const files = ["ca.crt", "ca.key", "server.key"];
  const [oldCa = "", ...oldKeys] = files.map((name) => tlsFile(server, name));
  const name = /CN=(.*)/.exec(trustOf(server).authority?.subject ?? "")?.[1];
  await server.halt();
  const { status, stdout, stderr } = await rotate(server.folder, ["ca", "--yes"]);
  expect(status).toBe(0);
  expect(stderr).toContain(`Remove the old one ("${name}") from them`);
  expect(stderr).toMatch(/must install the new one \(page \/trust\)/);
  await server.restart();
  const { fingerprint } = trustOf(server).status();
  expect(stdout.split("\n")[0]?.replaceAll(/(?<=SHA-256.*) /g, "")).toMatch(
    new RegExp(`^ca: replaced by tallybox CA [0-9A-F]{8}, SHA-256${fingerprint}$`),
  );
  expect((await reach(server, "tallybox.local")).status).toBe(200);
  await expect(reach(server, "tallybox.local", { ca: oldCa })).rejects.toThrow();
  for (const file of files) expect(modeOf(server, `tls/${file}`), file).toBe(0o600);
  const now = files.map((file) => tlsFile(server, file));
  for (const old of oldKeys) expect(now).not.toContain(old);
});

test("all at once, with one file lost: a new one is made, and the server starts", async () => {
  const server = await startHttpsServer();
  const old = ["jwt.key", "device-codes.key"].map((name) => key(server, name));
  await server.halt();
  for (const name of ["jwt.key", "tls/ca.key"]) rmSync(join(server.folder, name));
  const { status, stderr } = await rotate(server.folder, ["ca", "jwt-key", "device-key", "--yes"]);
  expect(status).toBe(0);
  expect(stderr).toMatch(/^jwt-key: .*\ndevice-key: .*\nca: .* Remove the old one from them/);
  await server.restart();
  expect((await reach(server, "tallybox.local")).status).toBe(200);
  expect(["jwt.key", "device-codes.key"].map((name) => key(server, name))).not.toEqual(old);
});

test.each([
  ["the server's certificate", ["server.crt"]],
  ["the server's key too", ["server.crt", "server.key"]],
  ["the authority's certificate too", ["server.crt", "server.key", "ca.crt"]],
])("interrupted after the removal of %s, the server starts and serves HTTPS", async (_, removed) => {
  const server = await startHttpsServer();
  await server.halt();
  for (const name of removed) rmSync(join(server.folder, "tls", name));
  await server.restart();
  expect((await reach(server, "tallybox.local")).status).toBe(200);
});
