import { createPrivateKey, generateKeyPairSync } from "node:crypto";
import { existsSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startAppliance } from "../../src/app/appliance.ts";
import { issueServerCertificate, makeAuthority } from "../../src/ops/tls/issue.ts";
import { readConfig } from "../../src/platform/config.ts";
import { createFolder } from "../harness/folder.ts";
import { createLog, reach, startHttpsServer, trustOf } from "./https-server.ts";

const DAY_MS = 24 * 3_600_000;

/** A site with a CA of its own, and the two files for the server. */
async function startSite() {
  const folder = createFolder();
  const ca = await makeAuthority("box-7.site.example.com", Date.now());
  const authority = { certificate: ca.certificate, key: createPrivateKey(ca.key) };
  const files = { certificate: join(folder, "site.crt"), key: join(folder, "site.key") };
  return {
    ca: ca.certificate,
    files,
    settings: { HTTPS_CERTIFICATE_FILE: files.certificate, HTTPS_KEY_FILE: files.key },
    /** Issues a certificate for `name` and its key, at the time `now`. */
    async give(name: string, now = Date.now()) {
      const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
      const names = { hosts: [name], addresses: [] };
      writeFileSync(files.certificate, await issueServerCertificate(authority, privateKey, names, now));
      writeFileSync(files.key, privateKey.export({ type: "pkcs8", format: "pem" }));
    },
  };
}
type Site = Awaited<ReturnType<typeof startSite>>;

test("the site's own certificate is used, and the server makes no CA", async () => {
  const site = await startSite();
  await site.give("assets.lan");
  const server = await startHttpsServer({ settings: site.settings });
  expect((await reach(server, "assets.lan", { ca: site.ca })).status).toBe(200);
  expect(existsSync(join(server.folder, "tls"))).toBe(false);
  expect(trustOf(server).status()).toMatchObject({ isFromSite: true, fingerprint: null, caExpiresAt: null });
  expect(trustOf(server).addressFor("10.0.0.1")).toMatch(/^https:\/\/assets\.lan:\d+$/);

  for (const path of ["/ca.crt", "/ca.mobileconfig"]) {
    const response = await server.anonymous.get(path);
    expect(response.status).toBe(404);
    expect(response.body.message).toMatch(/a certificate of your site/);
  }
  const page = await server.anonymous.get("/trust");
  expect(page.text).toContain("There is nothing to install");
  expect(page.text).not.toContain("ca.crt");
});

test("an Admin sees its expiry, and that the server is reached by its name", async () => {
  const site = await startSite();
  await site.give("assets.lan");
  const server = await startHttpsServer({ empty: false, settings: site.settings });
  const { body } = await server.admin.get("/api/box");
  expect(body.certificate).toEqual({
    issuer: "site",
    expiresAt: new Date(trustOf(server).status().certificateExpiresAt).toISOString(),
    caExpiresAt: null,
  });
  const http = server.url.replace("127.0.0.1", "assets.lan");
  const https = trustOf(server).addressFor("assets.lan");
  expect(body.addresses).toEqual([{ host: "assets.lan", http, https }]);
});

/** A server with the certificate of a site for assets.lan. */
async function startOnSite() {
  const site = await startSite();
  await site.give("assets.lan");
  const { log, lines } = createLog();
  return { site, lines, server: await startHttpsServer({ settings: site.settings, log }) };
}

test("changed files are used without a restart", async () => {
  const { site, lines, server } = await startOnSite();
  await site.give("counts.lan");
  await trustOf(server).check();
  expect((await reach(server, "counts.lan", { ca: site.ca })).status).toBe(200);
  await expect(reach(server, "assets.lan", { ca: site.ca })).rejects.toMatchObject({
    code: "ERR_TLS_CERT_ALTNAME_INVALID",
  });
  await server.appliance.dependencies.securityLog.flush();
  expect(lines.filter(({ event }) => JSON.stringify(event)?.includes("certificateChanged"))).toHaveLength(1);
});

test("bad files are logged once, and keep the certificate until there are good ones", async () => {
  const { site, lines, server } = await startOnSite();
  const complaints = () => lines.filter(({ msg }) => msg?.includes("files rejected"));

  writeFileSync(site.files.certificate, "half a certif");
  for (const _ of [1, 2]) await trustOf(server).check();
  expect((await reach(server, "assets.lan", { ca: site.ca })).status).toBe(200);
  expect(complaints()).toHaveLength(1);

  await site.give("counts.lan");
  await trustOf(server).check();
  rmSync(site.files.key);
  await trustOf(server).check();
  expect((await reach(server, "counts.lan", { ca: site.ca })).status).toBe(200);
  expect(complaints()).toHaveLength(2);
});

test("another reason why the same files are rejected is logged too", async () => {
  const { site, lines, server } = await startOnSite();
  const oldKey = readFileSync(site.files.key);
  await site.give("counts.lan");
  const { mtime, atime } = statSync(site.files.key);
  for (const key of ["x".repeat(oldKey.length), oldKey]) {
    writeFileSync(site.files.key, key);
    utimesSync(site.files.key, atime, mtime);
    await trustOf(server).check();
  }
  const reasons = lines.filter(({ msg }) => msg?.includes("files rejected")).map(({ reason }) => reason);
  expect(reasons).toEqual([
    expect.stringContaining("is not a private key"),
    expect.stringContaining("is not the key of the certificate"),
  ]);
});

test("files that could not be read are read once they can be, though they are the same", async () => {
  const { site, lines, server } = await startOnSite();
  await site.give("counts.lan");
  const key = readFileSync(site.files.key);
  const { ino, mtime, atime } = statSync(site.files.key);
  writeFileSync(site.files.key, "x".repeat(key.length));
  utimesSync(site.files.key, atime, mtime);
  await trustOf(server).check();
  expect(lines.filter(({ msg }) => msg?.includes("files rejected"))).toHaveLength(1);
  writeFileSync(site.files.key, key);
  utimesSync(site.files.key, atime, mtime);
  expect(statSync(site.files.key).ino).toBe(ino);
  await trustOf(server).check();
  expect((await reach(server, "counts.lan", { ca: site.ca })).status).toBe(200);
});

test("files of a certificate that has ended do not replace one that has not", async () => {
  const { site, server } = await startOnSite();
  await site.give("counts.lan", Date.now() - 500 * DAY_MS);
  await trustOf(server).check();
  expect((await reach(server, "assets.lan", { ca: site.ca })).status).toBe(200);
});

test("a server starts with a certificate that has ended, and logs it: plain HTTP goes on", async () => {
  const site = await startSite();
  await site.give("assets.lan", Date.now() - 500 * DAY_MS);
  const { log, lines } = createLog();
  const server = await startHttpsServer({ settings: site.settings, log });
  expect((await server.anonymous.get("/api/version")).status).toBe(200);
  expect(lines.filter(({ msg }) => msg === "the certificate of the site has expired")).toHaveLength(1);
});

const createKey = (passphrase?: string) =>
  generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({
    type: "pkcs8",
    format: "pem",
    ...(passphrase && { cipher: "aes-256-cbc", passphrase }),
  });

test.each<[string, RegExp, (site: Site) => void | Promise<void>]>([
  [
    "no certificate",
    /^Https:CertificateFile .*site\.crt: can't be read \(ENOENT\)$/,
    (s) => rmSync(s.files.certificate),
  ],
  ["no key", /^Https:KeyFile .*site\.key: can't be read \(ENOENT\)$/, (s) => rmSync(s.files.key)],
  [
    "text as certificate",
    /^Https:CertificateFile .*: is not a certificate \(PEM\)$/,
    (s) => writeFileSync(s.files.certificate, "text"),
  ],
  ["text as key", /^Https:KeyFile .*: is not a private key/, (s) => writeFileSync(s.files.key, "text")],
  [
    "a key with a pass phrase",
    /^Https:KeyFile .*: is not a private key/,
    (s) => writeFileSync(s.files.key, createKey("x")),
  ],
  [
    "another key",
    /^Https:KeyFile .*: is not the key of the certificate$/,
    (s) => writeFileSync(s.files.key, createKey()),
  ],
])(
  "%s: one line that names the setting and the file, and the folder is not created",
  async (_, line, harm) => {
    const site = await startSite();
    await site.give("assets.lan");
    await harm(site);
    const folder = join(tmpdir(), `tallybox-not-made-${process.pid}`);
    const environment = {
      HOST: "127.0.0.1",
      PORT: "0",
      LOG_LEVEL: "silent",
      DATA_DIR: folder,
      ...site.settings,
    };
    await expect(startAppliance(readConfig(environment))).rejects.toMatchObject({
      message: expect.stringMatching(line),
      status: 1,
    });
    expect(existsSync(folder)).toBe(false);
  },
);
