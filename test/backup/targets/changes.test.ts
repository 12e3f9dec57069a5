import { renameSync } from "node:fs";
import { expect, test } from "vitest";
import { parseRecoveryText } from "../../../src/ops/backup/restic/destination.ts";
import type { Client } from "../../harness/client.ts";
import { hasRestServer, startRestServer, startS3Server } from "./servers.ts";
import {
  addTarget,
  folderDestination,
  needsRestic,
  nextRunOf,
  startBackupServer,
  targetOf,
} from "./targets.ts";

// SFTP: kinds.test.ts.

needsRestic();

/** Changes a target; returns the status, and the field or the message of the error. */
async function changed(admin: Client, path: string, change: object) {
  const { status, body } = await admin.put(path, change);
  return status === 200
    ? [200, body.recoverySheet?.text ?? null]
    : [status, body.errors?.[0].path ?? body.message];
}

const tested = async (admin: Client, path: string) => (await admin.post(`${path}/test`)).body.error;

test("a folder that was moved: the new place must hold the repository, and the new sheet names it", async () => {
  const { server, admin } = await startBackupServer();
  const destination = folderDestination();
  const { oid, path } = await addTarget(admin, destination);
  await nextRunOf(server, oid);
  const elsewhere = { ...destination, path: `${destination.path}-moved` };
  expect(await changed(admin, path, { destination: elsewhere })).toEqual([400, "destination.path"]);
  expect(await changed(admin, path, { destination: folderDestination() })).toEqual([400, "destination"]);
  renameSync(destination.path, elsewhere.path);
  expect(await tested(admin, path)).toBe("noRepository");
  const [status, sheet] = await changed(admin, path, { destination: elsewhere });
  expect([status, parseRecoveryText(sheet)?.destination]).toEqual([200, elsewhere]);
  expect(await tested(admin, path)).toBeNull();
  expect(await changed(admin, path, { name: "Moved", uploadLimitKbps: 8000 })).toEqual([200, null]);
  expect(await targetOf(server, oid)).toMatchObject({ name: "Moved", destination: elsewhere });
});

test("a REST server: a stored password goes to the same address and user only", async ({ skip }) => {
  if (!hasRestServer()) skip("rclone is not installed (apt install rclone)");
  const { server, admin } = await startBackupServer();
  const { destination, password, end } = await startRestServer();
  const { oid, path } = await addTarget(admin, destination, { password });
  await nextRunOf(server, oid);
  const elsewhere = { ...destination, url: destination.url.replace("127.0.0.1", "localhost") };
  expect(await changed(admin, path, { destination: elsewhere })).toEqual([400, "password"]);
  const rejected = [502, expect.stringContaining("rejects the login")];
  expect(await changed(admin, path, { password: "wrong-of-rest" })).toEqual(rejected);
  expect(await tested(admin, path)).toBeNull();
  expect(await changed(admin, path, { destination })).toEqual([200, expect.any(String)]);
  expect(await changed(admin, path, { destination: elsewhere, password })).toEqual([200, expect.any(String)]);
  expect(await tested(admin, path)).toBeNull();
  await end();
  expect(await tested(admin, path)).toBe("unreachable");
});

test("S3: a stored secret goes to the same address and key, and only where the backups are", async () => {
  const { server, admin } = await startBackupServer();
  const { destination, secretAccessKey } = await startS3Server();
  const { oid, path } = await addTarget(admin, destination, { secretAccessKey });
  await nextRunOf(server, oid);
  const otherKey = { ...destination, accessKeyId: "OTHER" };
  expect(await changed(admin, path, { destination: otherKey })).toEqual([400, "secretAccessKey"]);
  const rejected = [502, expect.stringContaining("rejects the login")];
  expect(await changed(admin, path, { destination: otherKey, secretAccessKey })).toEqual(rejected);
  const empty = { ...destination, prefix: "empty" };
  expect(await changed(admin, path, { destination: empty })).toEqual([400, "destination"]);
  const region = { ...destination, region: "eu-central-1" };
  expect(await changed(admin, path, { destination: region })).toEqual([200, expect.any(String)]);
  expect(await tested(admin, path)).toBeNull();
  expect((await targetOf(server, oid)).destination).toEqual(region);
});
