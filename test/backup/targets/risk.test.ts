import { mkdirSync, statSync } from "node:fs";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Destination } from "../../../src/ops/backup/restic/destination.ts";
import { hasRestic } from "../../../src/ops/backup/restic/programs.ts";
import { findRisk } from "../../../src/ops/backup/targets/connect.ts";
import * as store from "../../../src/ops/backup/targets/store.ts";
import { createFolder } from "../../harness/folder.ts";
import { addTarget, folderDestination, nextRunOf, startBackupServer, targetOf } from "./targets.ts";

const sftp = (host: string): Destination => ({
  ...{ kind: "sftp", host, port: 22, user: "jana", path: "backups", hostKey: "ssh-ed25519 AAAA" },
});
const rest = (url: string): Destination => ({ kind: "rest", url, user: null });
const s3 = (endpoint: string): Destination => ({
  ...{ kind: "s3", endpoint, bucket: "b1", prefix: null, region: null, accessKeyId: "A" },
});
const own = Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address));

test("a folder in the file system of the data is a risk", async () => {
  const folder = createFolder();
  const [data, target] = [join(folder, "data"), join(folder, "target")];
  mkdirSync(data);
  mkdirSync(target);
  expect(await findRisk({ kind: "folder", path: target }, data)).toBe("sameDisk");
});

test.runIf(statSync("/proc").dev !== statSync("/tmp").dev)(
  "a folder of another file system is none",
  async () => {
    expect(await findRisk({ kind: "folder", path: "/proc" }, createFolder())).toBeNull();
  },
);

test.each([
  ...["localhost", "LOCALHOST", "nas.localhost", "127.0.0.1", "127.9.9.9", "::1", "[::1]", "0.0.0.0"].map(
    sftp,
  ),
  ...own.map(sftp),
  rest("http://127.0.0.1:8000/tallybox/"),
  rest("http://[::1]:8000/tallybox/"),
  rest("http://[::ffff:127.0.0.1]:8000/tallybox/"),
  s3("https://localhost:9000"),
])("%j is this machine", async (destination) => {
  expect(await findRisk(destination, createFolder())).toBe("sameMachine");
});

test.each([sftp("192.0.2.7"), rest("https://192.0.2.7/tallybox/"), s3("https://[2001:db8::7]")])(
  "%j is another machine",
  async (destination) => {
    expect(await findRisk(destination, createFolder())).toBeNull();
  },
);

test("the risk is found when a target is added, and anew at each backup", async ({ skip }) => {
  if (!hasRestic()) skip("restic is not installed (apt install restic)");
  const { server, admin } = await startBackupServer();
  const destination = folderDestination();
  const isSame = statSync(destination.path).dev === statSync(server.folder).dev;
  const risk = isSame ? "sameDisk" : null;
  const { oid, path, target } = await addTarget(admin, destination);
  expect(target.risk).toBe(risk);
  const { oid: first } = await nextRunOf(server, oid);
  const wrong = isSame ? null : "sameDisk";
  await server.appliance.dependencies.storage.write(null, (tx) => {
    store.setRisk.run(tx, { oid, risk: wrong });
  });
  expect((await targetOf(server, oid)).risk).toBe(wrong);
  await admin.post(`${path}/runs`);
  await nextRunOf(server, oid, first);
  expect((await targetOf(server, oid)).risk).toBe(risk);
});
