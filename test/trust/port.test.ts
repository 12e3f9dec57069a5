import { once } from "node:events";
import { existsSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import type { SecureVersion } from "node:tls";
import { expect, onTestFinished, test } from "vitest";
import { startAppliance } from "../../src/app/appliance.ts";
import { readConfig } from "../../src/platform/config.ts";
import { createFolder } from "../harness/folder.ts";
import { startServer } from "../harness/server.ts";
import { takePort } from "../harness/taken-port.ts";
import { createLog, openConnection, reach, startHttpsServer, trustOf } from "./https-server.ts";

/** The configuration of a server in a folder that does not exist yet. */
function createConfig(settings: Record<string, string>) {
  const above = createFolder();
  return readConfig({
    HOST: "127.0.0.1",
    PORT: "0",
    LOG_LEVEL: "silent",
    DATA_DIR: join(above, "data"),
    ...settings,
  });
}

test("a configured HTTPS port that is taken stops the start with one line, and the folder is not created", async () => {
  const port = await takePort();
  const { config, secrets } = createConfig({ HTTPS_PORT: String(port) });
  await expect(startAppliance({ config, secrets })).rejects.toMatchObject({
    message: `HTTPS_PORT ${port}: the port is in use by another program on 127.0.0.1; end that program or set another port`,
    status: 1,
  });
  expect(existsSync(config.dataFolder)).toBe(false);
});

test("the default HTTPS port gives way to a free one where it is taken, and the log says so", async () => {
  const number = await takePort();
  const { config, secrets } = createConfig({});
  const { log, lines } = createLog();
  const https = { ...config.https, port: { number, isChosen: false } };
  const appliance = await startAppliance({ config: { ...config, https }, secrets, log });
  onTestFinished(() => appliance.stop());
  expect(appliance.httpsUrl).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
  expect(appliance.httpsUrl).not.toContain(`:${number}`);
  expect(lines.some(({ taken, msg }) => taken === number && msg?.includes("in use"))).toBe(true);
});

test("HTTPS off: no port, no certificates, and a page that says so", async () => {
  const server = await startServer({ empty: true, settings: { HTTPS_PORT: "off" } });
  expect([server.appliance.httpsUrl, server.appliance.certificates]).toEqual([null, null]);
  expect(existsSync(join(server.folder, "tls"))).toBe(false);
  expect((await server.anonymous.get("/ca.crt")).status).toBe(404);
  expect((await server.anonymous.get("/trust", { "Accept-Language": "cs" })).text).toContain(
    "HTTPS je na tomto",
  );
});

test("with logins over HTTPS alone, and HTTPS off, the server does not start", async () => {
  const { config, secrets } = createConfig({ HTTPS_PORT: "off", HTTPS_REQUIRED_FOR_LOGIN: "true" });
  await expect(startAppliance({ config, secrets })).rejects.toMatchObject({
    message: "Https:RequiredForLogin: HTTPS is required for logins, but Https:Port is off",
  });
  expect(existsSync(config.dataFolder)).toBe(false);
});

test("a printer can't use the server's own HTTPS port", async () => {
  const server = await startServer({ settings: { HTTPS_PORT: "0" } });
  const printer = {
    name: "Loop",
    ipAddress: "127.0.0.1",
    port: trustOf(server).status().httpsPort,
    printerTypeId: 3,
  };
  expect((await server.admin.post("/api/printingprinters", printer)).status).toBe(400);
});

test.each<[SecureVersion, boolean]>([
  ["TLSv1", false],
  ["TLSv1.1", false],
  ["TLSv1.2", true],
  ["TLSv1.3", true],
])("the protocol %s is accepted: %s", async (version, isSpoken) => {
  const server = await startHttpsServer();
  // The client's own limits are turned off, so that the server refuses.
  const only = { minVersion: version, maxVersion: version, ciphers: "ALL:@SECLEVEL=0" };
  const response = reach(server, "localhost", only);
  if (isSpoken) expect((await response).protocol).toBe(version);
  else await expect(response).rejects.toThrow(/alert protocol version/);
});

test.each<[string, boolean]>([
  ["ECDHE-ECDSA-AES128-GCM-SHA256", true],
  ["ECDHE-ECDSA-AES256-GCM-SHA384", true],
  ["ECDHE-ECDSA-CHACHA20-POLY1305", true],
  ["ECDHE-ECDSA-AES128-SHA", false],
  ["ECDHE-ECDSA-AES256-SHA384", false],
])("the cipher %s is accepted in TLS 1.2: %s", async (cipher, isSpoken) => {
  const server = await startHttpsServer();
  const response = reach(server, "localhost", { maxVersion: "TLSv1.2", ciphers: `${cipher}:@SECLEVEL=0` });
  if (isSpoken) expect((await response).protocol).toBe("TLSv1.2");
  else await expect(response).rejects.toThrow(/handshake failure/);
});

test("a malformed request gets its response over TLS too", async () => {
  const server = await startHttpsServer();
  const { socket } = await openConnection(server);
  socket.write("NO SUCH THING\r\n\r\n");
  const [response] = await once(socket, "data");
  expect(String(response)).toMatch(/^HTTP\/1\.1 400 .*"This is not a well-formed HTTP request\."/s);
});

test("bytes that are not TLS are cut off, and the server goes on", async () => {
  const server = await startHttpsServer();
  const plain = connect(trustOf(server).status().httpsPort, "127.0.0.1");
  plain.write("GET / HTTP/1.1\r\nHost: box\r\n\r\n");
  let received = "";
  for await (const bytes of plain) received += String(bytes);
  expect(received).not.toContain("HTTP/");
  expect((await reach(server)).status).toBe(200);
});

// An unfinished handshake times out after 20 s: waiting for it would exceed the test's time.
test("a stop waits neither for a half-open handshake nor for an idle connection", {
  timeout: 15_000,
}, async () => {
  const server = await startHttpsServer();
  const { socket: idle } = await openConnection(server);
  const halfOpen = connect(trustOf(server).status().httpsPort, "127.0.0.1").resume();
  await once(halfOpen, "connect");
  const closed = [once(idle.resume(), "close"), once(halfOpen, "close")];
  await server.halt();
  await Promise.all(closed);
});
