import { readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aBox, type TestBox } from "../harness/box.ts";
import { aPairedDevice, aSharedTerminal } from "../security/terminal.ts";
import { aSecureBox, reach, tlsFile, trustOf } from "../trust/house.ts";
import { rotate } from "./command.ts";

const logIn = async (box: TestBox) =>
  (await box.anonymous.post("/api/pwa-auth/login", { userId: "4", pin: "44444" })).body;
const key = (box: TestBox, name: string) => readFileSync(join(box.folder, name), "utf8");
const modeOf = (box: TestBox, name: string) => statSync(join(box.folder, name)).mode & 0o777;
/** A new backup, as bytes. */
async function backupOf(box: TestBox): Promise<Buffer> {
  const headers = { authorization: `Bearer ${await box.tokenOf("admin")}` };
  const response = await fetch(`${box.url}/api/backup`, { headers });
  return Buffer.from(await response.arrayBuffer());
}

test("jwt-key ends every login; paired devices get new tokens by themselves, and a backup holds the new key alone", async () => {
  const box = await aBox();
  const before = await logIn(box);
  const terminal = await aSharedTerminal(box);
  const { body: atTerminal } = await terminal.device.post("/api/pda/users/login", {
    userId: 4,
    pin: "44444",
  });
  const old = key(box, "jwt.key");
  await box.halt();
  const { status, out, told } = await rotate(box.folder, ["jwt-key", "--yes"]);
  expect(status).toBe(0);
  expect(out).toMatch(/^jwt-key: replaced\. All logins have ended\.\nEarlier backups, .* hold the old keys/);
  expect(told).toMatch(/All logins end: everybody logs in again\. Paired devices stay paired/);
  expect(key(box, "jwt.key")).not.toBe(old);
  expect(modeOf(box, "jwt.key")).toBe(0o600);
  await box.restart();
  for (const { accessToken, refreshToken } of [before, atTerminal]) {
    expect((await box.with(accessToken).get("/api/me")).status).toBe(401);
    for (const token of [accessToken, refreshToken])
      expect((await box.anonymous.post("/api/pwa-auth/refresh", { refreshToken: token })).status).toBe(401);
  }
  const { deviceToken } = terminal;
  const { status: exchanged, body } = await box.anonymous.post("/api/device-auth/exchange", { deviceToken });
  expect(exchanged).toBe(200);
  expect((await box.with(body.accessToken).get("/api/pda/users")).status).toBe(200);
  const again = await logIn(box);
  const sessions = (await box.with(again.accessToken).get("/api/me/sessions")).body;
  expect(sessions).toMatchObject([{ isCurrent: true }]);
  const backup = await backupOf(box);
  expect(backup.includes(old.trim())).toBe(false);
  expect(backup.includes(key(box, "jwt.key").trim())).toBe(true);
});

test("device-key ends the pairing codes that were not used; paired devices stay", async () => {
  const box = await aBox();
  const { deviceToken } = await aPairedDevice(box, "manager");
  const admin = await box.as("admin");
  const { code } = (await admin.post("/api/device-auth/generate-code")).body;
  const [jwt, old] = [key(box, "jwt.key"), key(box, "device-codes.key")];
  await box.halt();
  const { status, out, told } = await rotate(box.folder, ["device-key", "--yes"]);
  expect({ status, out: out.split("\n")[0] }).toEqual({
    status: 0,
    out: "device-key: replaced. Unused pairing codes have ended.",
  });
  expect(told).toContain("Paired devices stay paired.");
  expect(key(box, "device-codes.key")).not.toBe(old);
  expect(modeOf(box, "device-codes.key")).toBe(0o600);
  expect(key(box, "jwt.key")).toBe(jwt);
  await box.restart();
  expect((await box.anonymous.post("/api/device-auth/activate", { code })).status).toBe(400);
  expect((await box.anonymous.post("/api/device-auth/exchange", { deviceToken })).status).toBe(200);
  await aPairedDevice(box, "manager");
});

test("ca: whoever trusts the old authority alone refuses the server, whoever has installed the new one does not", async () => {
  const box = await aSecureBox();
  const files = ["ca.crt", "ca.key", "server.key"];
  const [oldCa = "", ...oldKeys] = files.map((name) => tlsFile(box, name));
  const name = /CN=(.*)/.exec(trustOf(box).authority?.subject ?? "")?.[1];
  await box.halt();
  const { status, out, told } = await rotate(box.folder, ["ca", "--yes"]);
  expect(status).toBe(0);
  expect(told).toContain(`Remove the old one ("${name}") from them`);
  expect(told).toMatch(/must install the new one \(page \/trust\)/);
  await box.restart();
  const { fingerprint } = trustOf(box).status();
  expect(out.split("\n")[0]?.replaceAll(/(?<=SHA-256.*) /g, "")).toMatch(
    new RegExp(`^ca: replaced by tallybox CA [0-9A-F]{8}, SHA-256${fingerprint}$`),
  );
  expect((await reach(box, "tallybox.local")).status).toBe(200);
  await expect(reach(box, "tallybox.local", { ca: oldCa })).rejects.toThrow();
  for (const file of files) expect(modeOf(box, `tls/${file}`), file).toBe(0o600);
  const now = files.map((file) => tlsFile(box, file));
  for (const old of oldKeys) expect(now).not.toContain(old);
});

test("all of them at once, where one file is lost: a new one is made, and the server starts", async () => {
  const box = await aSecureBox();
  const old = ["jwt.key", "device-codes.key"].map((name) => key(box, name));
  await box.halt();
  for (const name of ["jwt.key", "tls/ca.key"]) rmSync(join(box.folder, name));
  const { status, told } = await rotate(box.folder, ["ca", "jwt-key", "device-key", "--yes"]);
  expect(status).toBe(0);
  expect(told).toMatch(/^jwt-key: .*\ndevice-key: .*\nca: .* Remove the old one from them/);
  await box.restart();
  expect((await reach(box, "tallybox.local")).status).toBe(200);
  expect(["jwt.key", "device-codes.key"].map((name) => key(box, name))).not.toEqual(old);
});

test.each([
  ["the server's certificate", ["server.crt"]],
  ["the server's key too", ["server.crt", "server.key"]],
  ["the authority's certificate too", ["server.crt", "server.key", "ca.crt"]],
])("cut off after it has removed %s, the server starts and answers over HTTPS", async (_, removed) => {
  const box = await aSecureBox();
  await box.halt();
  for (const name of removed) rmSync(join(box.folder, "tls", name));
  await box.restart();
  expect((await reach(box, "tallybox.local")).status).toBe(200);
});
