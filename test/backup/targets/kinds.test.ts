import { expect, test } from "vitest";
import { addPhotos } from "../copies.ts";
import { hasRestServer, hasSshServer, startRestServer, startS3Server, startSshServer } from "./servers.ts";
import { addTarget, needsRestic, nextRunOf, proved, startBackupServer, TARGETS } from "./targets.ts";

needsRestic();

type Started = Awaited<ReturnType<typeof startBackupServer>>;

/** Makes a backup to a target, restores it, and makes another one of what was added since. */
async function backUpTwice({ server, admin }: Started, destination: object, secrets: object) {
  await addPhotos(server, 1);
  const { oid, path } = await addTarget(admin, destination, secrets);
  const first = await nextRunOf(server, oid);
  expect(first).toMatchObject({ error: null, detail: null });
  expect((await proved(server, oid)).proof).toMatchObject({ isWhole: true, total: 0 });
  expect((await admin.post(`${path}/runs`)).status).toBe(201);
  const second = await nextRunOf(server, oid, first.oid);
  expect(second).toMatchObject({ error: null });
  expect(second.addedBytes).toBeLessThan(first.addedBytes / 2);
  const snapshots = (await admin.get(`${path}/snapshots`)).body;
  expect(snapshots.map(({ at }: { at: string }) => at.slice(0, 19))).toEqual(
    [second, first].map(({ startedDT }) => startedDT.slice(0, 19)),
  );
  expect((await admin.post(`${path}/test`)).body).toEqual({ error: null, message: null, detail: null });
  return { oid, path };
}

test("backups by SFTP with a key of the server's own, to a host key that was confirmed", async ({ skip }) => {
  if (!hasSshServer()) skip("sshd is not installed (apt install openssh-server)");
  const ssh = await startSshServer();
  const started = await startBackupServer();
  const { admin } = started;
  const { port, user, path } = ssh;
  const asked = await admin.post("/api/backup/host-keys", { host: "127.0.0.1", port });
  expect(asked.body.fingerprint).toBe(ssh.fingerprint());
  const { hostKey, publicKey } = asked.body;
  const destination = { kind: "sftp", host: "127.0.0.1", port, user, path: `${path}/box`, hostKey };
  const refused = await admin.post(TARGETS, { name: "NAS", destination });
  expect([refused.status, refused.body.message]).toEqual([502, expect.stringContaining("rejects the login")]);
  ssh.authorize(publicKey);
  const target = await backUpTwice(started, destination, {});

  await ssh.replaceHostKey();
  expect((await admin.post(`${target.path}/test`)).body.error).toBe("hostKey");
  const next = (await admin.post("/api/backup/host-keys", { host: "127.0.0.1", port })).body;
  expect(next.publicKey).toBe(publicKey);
  const moved = await admin.put(target.path, { destination: { ...destination, hostKey: next.hostKey } });
  expect([moved.status, moved.body.recoverySheet.text]).toEqual([200, expect.any(String)]);
  expect((await admin.post(`${target.path}/test`)).body.error).toBeNull();
  ssh.forgetKeys();
  expect((await admin.post(`${target.path}/test`)).body.error).toBe("login");
});

test("backups to a REST server with a password", async ({ skip }) => {
  if (!hasRestServer()) skip("rclone is not installed (apt install rclone)");
  const rest = await startRestServer();
  const started = await startBackupServer();
  const { destination, password } = rest;
  const wrong = await started.admin.post(TARGETS, { name: "NAS", destination, password: "wrong-of-rest" });
  expect([wrong.status, wrong.body.message]).toEqual([502, expect.stringContaining("rejects the login")]);
  const { path } = await backUpTwice(started, destination, { password });
  await rest.end();
  const { body } = await started.admin.post(`${path}/test`);
  expect(body.error).toBe("unreachable");
  expect(JSON.stringify(body)).not.toContain(password);
});

test("backups to S3", async () => {
  const { destination, secretAccessKey } = await startS3Server();
  const started = await startBackupServer();
  const other = { ...destination, accessKeyId: "OTHER" };
  const wrong = await started.admin.post(TARGETS, { name: "S3", destination: other, secretAccessKey });
  expect([wrong.status, wrong.body.message]).toEqual([502, expect.stringContaining("rejects the login")]);
  await backUpTwice(started, destination, { secretAccessKey });
});
