import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { parseRecoveryText } from "../../../src/ops/backup/restic/destination.ts";
import { Repository } from "../../../src/ops/backup/restic/repository.ts";
import { createFolder } from "../../harness/folder.ts";
import { createRsaTls } from "./rsa-certificate.ts";
import { createTls, hasRestServer, startRestServer, startS3Server } from "./servers.ts";
import {
  addTarget,
  folderDestination,
  needsRestic,
  nextRunOf,
  startBackupServer,
  TARGETS,
} from "./targets.ts";

needsRestic();

type Started = Awaited<ReturnType<typeof startBackupServer>>;

/** Asks for a target that is refused; returns the status and the errors by field. */
async function refused({ admin }: Started, destination: object, secrets: object) {
  const { status, body } = await admin.post(TARGETS, { name: "NAS", destination, ...secrets });
  const errors = (body.errors ?? []).map(({ path, message }: { path: string; message: string }) => [
    path,
    message,
  ]);
  return [status, ...errors];
}

const FIELD = "destination.caCertificate";

/** Without the right certificate a target is refused; with it backups work, and the recovery sheet has it. */
async function needsCertificate(destination: object, secrets: object, authority: string) {
  const started = await startBackupServer();
  const { server, admin } = started;
  const untrusted = [400, [FIELD, expect.stringContaining("not trusted")]];
  expect(await refused(started, destination, secrets)).toEqual(untrusted);
  const other = (await createTls()).authority;
  expect(await refused(started, { ...destination, caCertificate: other }, secrets)).toEqual(untrusted);
  expect((await admin.get(TARGETS)).body).toEqual([]);

  const trusting = { ...destination, caCertificate: authority };
  const { oid, path, sheet, target } = await addTarget(admin, trusting, secrets);
  expect(target.destination).toEqual({ ...destination, caCertificate: authority.trim() });
  expect(await nextRunOf(server, oid)).toMatchObject({ error: null });
  expect((await admin.post(`${path}/test`)).body.error).toBeNull();
  const access = parseRecoveryText(sheet.text);
  if (access === null) throw new Error("the recovery sheet can't be read");
  expect(await new Repository(access, { work: createFolder(), cache: null }).snapshots()).toHaveLength(1);
  return { started, path, trusting, sheet };
}

test("a REST server with a certificate of a private authority", async ({ skip }) => {
  if (!hasRestServer()) skip("rclone is not installed (apt install rclone)");
  const tls = await createTls();
  const { destination, password } = await startRestServer({ tls });
  const { started, path, trusting, sheet } = await needsCertificate(destination, { password }, tls.authority);
  expect(sheet.text).toMatch(/^tallybox-recovery:2:/);
  const { admin } = started;
  // The server's own certificate will do; no stored password is sent to a server that another authority vouches for.
  const own = { ...trusting, caCertificate: tls.certificate };
  const without = await admin.put(path, { destination: own });
  expect([without.status, without.body.errors[0].path]).toEqual([400, "password"]);
  const changed = await admin.put(path, { destination: own, password });
  expect([changed.status, changed.body.recoverySheet.text]).toEqual([200, expect.any(String)]);
});

test("S3 with a certificate of a private authority", async () => {
  const tls = await createTls();
  const { destination, secretAccessKey } = await startS3Server(tls);
  await needsCertificate(destination, { secretAccessKey }, tls.authority);
});

test("what is no certificate, or of no use, is refused at its field", async () => {
  const started = await startBackupServer();
  const { authority } = await createTls();
  const rest = { kind: "rest", user: null };
  const https = { ...rest, url: "https://127.0.0.1:9/" };
  const chain = `${authority}${(await createTls()).authority}`;
  expect(await refused(started, { ...https, caCertificate: chain }, {})).toEqual([
    400,
    [FIELD, expect.stringContaining("exactly one certificate")],
  ]);
  const notPem = [400, [FIELD, expect.stringContaining("BEGIN CERTIFICATE")]];
  for (const caCertificate of ["no certificate", authority.replace(/[A-Z]{20}/i, "")])
    expect(await refused(started, { ...https, caCertificate }, {})).toEqual(notPem);
  const http = { ...rest, url: "http://127.0.0.1:9/", caCertificate: authority };
  expect(await refused(started, http, {})).toEqual([400, [FIELD, expect.stringContaining("https://")]]);
});

test("a certificate whose recovery sheet would not fit into a QR code is refused before anything is created", async ({
  skip,
}) => {
  if (!hasRestServer()) skip("rclone is not installed (apt install rclone)");
  const tls = await createRsaTls(30);
  const { destination, password, folder } = await startRestServer({ tls });
  const started = await startBackupServer();
  const long = { ...destination, caCertificate: tls.certificate };
  const tooLong = [400, [FIELD, expect.stringContaining("too long for the QR code")]];
  expect(await refused(started, long, { password })).toEqual(tooLong);
  expect([readdirSync(folder), (await started.admin.get(TARGETS)).body]).toEqual([[], []]);
  const local = folderDestination();
  const { path } = await addTarget(started.admin, local);
  const { status, body } = await started.admin.put(path, { destination: long, password });
  expect([status, body.errors[0].path]).toEqual([400, FIELD]);
});

test("a certificate of RSA-4096 with names is accepted, also with the text that openssl s_client prints around it", async ({
  skip,
}) => {
  if (!hasRestServer()) skip("rclone is not installed (apt install rclone)");
  const tls = await createRsaTls(5);
  const { destination, password } = await startRestServer({ tls });
  const { admin } = await startBackupServer();
  const printed = `CONNECTED(00000003)\n---\nServer certificate\n${tls.certificate}subject=CN = nas\n---\n`;
  const { sheet, target } = await addTarget(admin, { ...destination, caCertificate: printed }, { password });
  expect(target.destination.caCertificate).toBe(tls.certificate.trim());
  expect(parseRecoveryText(sheet.text)?.destination).toEqual(target.destination);
});

test("an address with https:// of a server without it is refused at the address", async ({ skip }) => {
  if (!hasRestServer()) skip("rclone is not installed (apt install rclone)");
  const started = await startBackupServer();
  const rest = await startRestServer();
  const s3 = await startS3Server();
  const noHttps = expect.stringContaining("does not use HTTPS");
  const url = rest.destination.url.replace("http:", "https:");
  const { password } = rest;
  expect(await refused(started, { ...rest.destination, url }, { password })).toEqual([
    400,
    ["destination.url", noHttps],
  ]);
  const endpoint = s3.destination.endpoint.replace("http:", "https:");
  const { secretAccessKey } = s3;
  expect(await refused(started, { ...s3.destination, endpoint }, { secretAccessKey })).toEqual([
    400,
    ["destination.endpoint", noHttps],
  ]);
});
