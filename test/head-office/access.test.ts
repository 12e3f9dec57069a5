import { createPrivateKey, generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { issueServerCertificate, makeAuthority } from "../../src/ops/tls/issue.ts";
import { readConfig } from "../../src/platform/config.ts";
import { eventually } from "../harness/eventually.ts";
import { startServer, type TestServer } from "../harness/server.ts";
import { statusOf, untilEqual } from "./office.ts";
import { PASSWORD, type Postgres, query, startPostgres } from "./postgres.ts";
import { createOffice, loginOf } from "./set-up.ts";

let postgres: Postgres;
let folder: string;
/** The certificate of the authority that issued the database's, and of another one. */
let caFile: string;
let otherCaFile: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "tallybox-office-ca-"));
  const now = Date.now();
  const authority = await makeAuthority("office", now);
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const names = { hosts: ["localhost"], addresses: ["127.0.0.1"] };
  const issuer = { certificate: authority.certificate, key: createPrivateKey(authority.key) };
  const certificate = await issueServerCertificate(issuer, privateKey, names, now);
  const key = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  [caFile, otherCaFile] = [join(folder, "ca.crt"), join(folder, "other.crt")];
  writeFileSync(caFile, authority.certificate);
  writeFileSync(otherCaFile, (await makeAuthority("other", now)).certificate);
  postgres = await startPostgres({}, { certificate, key });
});
afterAll(async () => {
  await postgres.remove();
  rmSync(folder, { recursive: true });
});

const causeOf = (server: TestServer) =>
  eventually(async () => {
    const { failure } = await statusOf(server);
    expect(failure).not.toBeNull();
    return (failure as { cause: string }).cause;
  });

test("the connection is encrypted where the authority is set, with a login of the site's own", async () => {
  const { url, site } = await createOffice(postgres, "encrypted");
  const server = await startServer({ settings: { HEAD_OFFICE_URL: site, HEAD_OFFICE_CA_FILE: caFile } });
  await untilEqual(url, server);
  const connections = await query(
    url,
    "SELECT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE usename = $1",
    [loginOf(site)],
  );
  expect(connections).toEqual([{ ssl: true }]);
});

test("a certificate of another authority is not trusted", async () => {
  const url = await postgres.createDatabase("untrusted");
  const settings = { HEAD_OFFICE_URL: url, HEAD_OFFICE_CA_FILE: otherCaFile };
  const server = await startServer({ settings });
  expect(await causeOf(server)).toBe("The certificate of the database is not trusted.");
});

test("a certificate of another host is not trusted", async () => {
  const url = await postgres.createDatabase("other_host");
  const settings = { HEAD_OFFICE_URL: url.replace("127.0.0.1", "127.0.0.2"), HEAD_OFFICE_CA_FILE: caFile };
  const server = await startServer({ settings });
  expect(await causeOf(server)).toBe("The certificate of the database is not trusted.");
});

test("a missing certificate file is named, and stops nothing else", async () => {
  const url = await postgres.createDatabase("no_file");
  const settings = { HEAD_OFFICE_URL: url, HEAD_OFFICE_CA_FILE: `${caFile}.missing` };
  const server = await startServer({ settings });
  expect(await causeOf(server)).toBe("The file of HEAD_OFFICE_CA_FILE can't be read.");
  expect((await server.admin.get("/api/sites")).status).toBe(502);
  expect((await server.admin.get("/api/articles/1")).status).toBe(200);
});

test("a wrong password, a missing database and a missing permission are named, and no password is logged or shown", async () => {
  const url = await postgres.createDatabase("refused");
  await query(url, "CREATE ROLE stranger LOGIN PASSWORD 'of-a-stranger'");
  const lines: string[] = [];
  const log = pino({ level: "debug" }, { write: (line: string) => void lines.push(line) });
  const failing = async (address: string) => {
    const server = await startServer({ settings: { HEAD_OFFICE_URL: address }, log });
    const cause = await causeOf(server);
    expect(JSON.stringify(await statusOf(server))).not.toMatch(/the-owner-of-all|of-a-stranger|wrong-secret/);
    return cause;
  };
  expect(await failing(url.replace(PASSWORD, "wrong-secret"))).toBe(
    "The database refuses the user name or the password.",
  );
  expect(await failing(url.replace("refused", "missing"))).toBe("There is no database of this name.");
  expect(await failing(url.replace(`owner:${PASSWORD}`, "stranger:of-a-stranger"))).toBe(
    "The database user lacks a permission.",
  );
  expect(lines.join("\n")).not.toMatch(/the-owner-of-all|of-a-stranger|wrong-secret/);
  expect(lines.join("\n")).toContain("the head office gets no changes");
});

test("without a head office its state is off, and only Admins of the server see it", async () => {
  const server = await startServer();
  expect(await statusOf(server)).toMatchObject({ state: "off", site: null, login: null });
  for (const user of ["manager", "admin2"])
    expect((await (await server.as(user)).get("/api/head-office")).status).toBe(403);
});

test("the figures show a failing delivery, and are absent without a head office", async () => {
  const figures = async (server: TestServer) => (await server.admin.get("/metrics")).text;
  const off = await startServer();
  expect(await figures(off)).not.toContain("tallybox_head_office");
  const { url, site } = await createOffice(postgres, "figures");
  const server = await startServer({ settings: { HEAD_OFFICE_URL: site } });
  await untilEqual(url, server);
  expect(await figures(server)).toMatch(
    /tallybox_head_office_failing 0\n[\s\S]*behind_changes 0\n[\s\S]*lag_seconds 0\n/,
  );
  await server.restart({ HEAD_OFFICE_URL: site.replace("/figures", "/missing") });
  await causeOf(server);
  expect(await figures(server)).toMatch(/tallybox_head_office_failing 1\n/);
});

test.each([
  "db.example.com",
  "http://user:secret@db.example.com/company",
  "postgres://db.example.com/company",
  "postgres://user:secret@db.example.com",
  "postgres://user:secret@db.example.com/company?sslmode=disable",
  "postgres://user:secret@db.example.com/company/more",
  "postgres://user:se%zzcret@/company",
  "postgres://us%ffer:secret@db.example.com/company",
])("the address %s stops the start, and the error does not repeat it", (url) => {
  const read = () =>
    readConfig({ DATA_DIR: mkdtempSync(join(tmpdir(), "tallybox-url-")), HEAD_OFFICE_URL: url });
  expect(read).toThrow(/^HEAD_OFFICE_URL: must be postgres:\/\/user:password@host:5432\/database/);
});

test("an address in a settings file that others may read stops the start", () => {
  const folder = mkdtempSync(join(tmpdir(), "tallybox-url-"));
  const settings = { HeadOffice: { Url: "postgres://user:secret@db.example.com/company" } };
  writeFileSync(join(folder, "settings.json"), JSON.stringify(settings), { mode: 0o644 });
  expect(() => readConfig({ DATA_DIR: folder })).toThrow(/holds HeadOffice:Url but others may read it/);
});
