import { createPrivateKey, generateKeyPairSync, X509Certificate } from "node:crypto";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { issueServerCertificate, makeAuthority } from "../../src/ops/tls/issue.ts";
import { isPermitted } from "../../src/ops/tls/machine.ts";
import { RELEASED } from "../../src/platform/version.ts";
import type { TestServer } from "../harness/server.ts";
import { createMachine, reach, reachPort, startHttpsServer, tlsFile } from "./https-server.ts";

let testServer: TestServer;
beforeAll(async () => {
  const machine = createMachine("box-7.site.example.com", [
    "192.168.50.7",
    "10.1.2.3",
    "fd12::7",
    "8.8.8.8",
    "2001:db8::7",
  ]);
  testServer = await startHttpsServer({ keep: true, machine });
});
afterAll(() => testServer.stop());

test.each([
  "tallybox.local",
  "localhost",
  "127.0.0.1",
  "::1",
  "box-7.site.example.com",
  "box-7.local",
  "box-7.lan",
  "box-7.internal",
  "box-7.home.arpa",
  "192.168.50.7",
  "10.1.2.3",
  "fd12::7",
])("a client that trusts only the server's CA connects to it as %s", async (name) => {
  const response = await reach(testServer, name);
  expect(response.status).toBe(200);
  expect(JSON.parse(response.body)).toMatchObject({ name: "tallybox" });
});

test.each(["example.com", "tallybox.example.com", "8.8.8.8", "2001:db8::7", "other.local"])(
  "the certificate is not for %s",
  async (name) => {
    await expect(reach(testServer, name)).rejects.toMatchObject({ code: "ERR_TLS_CERT_ALTNAME_INVALID" });
  },
);

test("a client that trusts another server's CA refuses the connection", async () => {
  const other = await makeAuthority("box-8", Date.now());
  await expect(reach(testServer, "localhost", { ca: other.certificate })).rejects.toThrow(/unable to/);
});

/** Starts a server with any certificate that is signed by the tested server's CA. */
async function startServerWith(hosts: string[], addresses: string[]): Promise<number> {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const authority = {
    certificate: tlsFile(testServer, "ca.crt"),
    key: createPrivateKey(tlsFile(testServer, "ca.key")),
  };
  const cert = await issueServerCertificate(authority, privateKey, { hosts, addresses }, Date.now());
  const key = privateKey.export({ type: "pkcs8", format: "pem" });
  const server = createServer({ cert, key }, (_, response) => response.end("{}")).listen(0, "127.0.0.1");
  await new Promise((done) => server.once("listening", done));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

test.each<[string, string[], string[]]>([
  ["example.com", ["example.com"], []],
  ["local.example.com", ["local.example.com"], []],
  ["tallybox.local", ["tallybox.local", "example.com"], []],
  ["8.8.8.8", [], ["8.8.8.8"]],
  ["2001:db8::7", [], ["2001:db8::7"]],
  ["localhost", ["localhost"], ["172.32.0.1"]],
])(
  "the CA's key can't make a certificate that is valid for %s by %j and %j",
  async (name, hosts, addresses) => {
    const port = await startServerWith(hosts, addresses);
    await expect(reachPort(port, name, { ca: tlsFile(testServer, "ca.crt") })).rejects.toThrow(
      "permitted subtree violation",
    );
  },
);

test("the same certificate for a name of the local network is valid: only the name was refused", async () => {
  const port = await startServerWith(["other.local"], ["172.31.0.1"]);
  expect((await reachPort(port, "other.local", { ca: tlsFile(testServer, "ca.crt") })).status).toBe(200);
});

test("the certificate is valid at most 397 days, the CA about ten years, and both already", async () => {
  const days = (certificate: X509Certificate) =>
    (certificate.validToDate.getTime() - certificate.validFromDate.getTime()) / 86_400_000;
  const authority = new X509Certificate(tlsFile(testServer, "ca.crt"));
  const server = new X509Certificate(tlsFile(testServer, "server.crt"));
  expect(days(server)).toBe(397);
  expect(Math.round(days(authority) / 365.25)).toBe(10);
  expect(server.validFromDate.getTime()).toBeLessThan(Date.now() - 23.9 * 3_600_000);
  expect(authority.validFromDate.getTime()).toBe(RELEASED - 86_400_000);
  expect(authority.ca).toBe(true);
  expect(server.ca).toBe(false);
  // For servers only (RFC 5280, 4.2.1.12), the CA as well: it signs no mail and no program.
  expect([authority.keyUsage, server.keyUsage]).toEqual([["1.3.6.1.5.5.7.3.1"], ["1.3.6.1.5.5.7.3.1"]]);
});

test.each([
  ["box-7", true],
  ["tallybox", true],
  ["srv01", true],
  ["box-7.site.example.com", true],
  // Top-level domains, and a domain that others hold.
  ["store", false],
  ["box", false],
  ["example.com", false],
  ["Box_7", false],
])("on a machine called %s the CA may certify its name: %s", async (hostName, may) => {
  const { certificate } = await makeAuthority(hostName, Date.now());
  const authority = new X509Certificate(certificate).raw;
  expect(isPermitted(authority, hostName)).toBe(may);
  expect(isPermitted(authority, "shop.store")).toBe(false);
  expect(isPermitted(authority, "tallybox.local")).toBe(true);
});
