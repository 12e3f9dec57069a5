import { createWriteStream, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { eventually } from "../harness/eventually.ts";
import { createFolder } from "../harness/folder.ts";
import { sharedServer } from "../harness/server.ts";
import { contentsOf } from "./contents.ts";
import { addBulk, addPhotos, adminByPassword, follow, photoFilesOf, ran, startOnCopy } from "./copies.ts";
import { restore } from "./restoring.ts";

const TOP = "tallybox-data";
const server = sharedServer();
beforeAll(async () => {
  await addBulk(server);
});

/** A download whose body is read only on the test's request. */
async function download(method = "GET", headers: Record<string, string> = {}): Promise<IncomingMessage> {
  const accessToken = await server.tokenOf("admin");
  const all = { authorization: `Bearer ${accessToken}`, ...headers };
  const response = await follow(`${server.url}/api/backup`, { method, headers: all });
  onTestFinished(() => void response.destroy());
  return response;
}
async function saved(response: IncomingMessage): Promise<string> {
  const file = join(createFolder(), "backup.tar");
  await pipeline(response, createWriteStream(file));
  return file;
}
async function unpacked(file: string): Promise<string> {
  const folder = createFolder();
  expect((await ran(["tar", "-xf", file, "-C", folder])).status).toBe(0);
  return folder;
}
const isHeld = () => server.appliance.dependencies.storage.removableBefore() === null;
const released = () => eventually(() => expect(isHeld()).toBe(false));
const lastBackup = async () => (await server.admin.get("/api/box/checks")).body.backup;

test("a backup is complete by its length, by tar, and by the check", async () => {
  const response = await download();
  expect(response.headers["content-type"]).toBe("application/x-tar");
  expect(response.headers["content-disposition"]).toMatch(
    /^attachment; filename="tallybox-\d{8}T\d{6}Z\.tar"$/,
  );
  expect(response.headers["content-encoding"]).toBeUndefined();
  const file = await saved(response);
  expect(statSync(file).size).toBe(Number(response.headers["content-length"]));
  const { status, lines } = await restore(file);
  expect(lines[2]).toMatch(/^Whole: /);
  expect(status).toBe(0);
  const { generation } = server.appliance.dependencies.storage.status();
  const names = Object.keys(contentsOf(join(await unpacked(file), TOP)));
  expect(names.filter((name) => !name.startsWith("photos/"))).toEqual([
    ...[
      "backup.key",
      "device-codes.key",
      "jwt.key",
      "seal.key",
      "second-factor.key",
      generation,
      `${generation}-wal`,
    ],
    ...["ca.crt", "ca.key", "server.crt", "server.key"].map((name) => `tls/${name}`),
    "webhooks.key",
  ]);
  expect((await lastBackup()).bytes).toBe(statSync(file).size);
});

test("a download is recorded with the time at which it began", async () => {
  const response = await download();
  const begun = new Date().toISOString();
  const file = await saved(response);
  await eventually(async () => expect((await lastBackup()).bytes).toBe(statSync(file).size));
  expect((await lastBackup()).at <= begun).toBe(true);
});

test("an unpacked backup is readable by its owner alone", async () => {
  const folder = await unpacked(await saved(await download()));
  expect(statSync(join(folder, TOP)).mode & 0o777).toBe(0o700);
});

test("a backup during writes holds everything that was acknowledged before the request, and a server starts on it", async () => {
  const acknowledged: string[] = [];
  let goOn = true;
  const write = async (who: string) => {
    const client = await server.as(who);
    for (let i = 0; goOn; i++) {
      const name = `${who} ${i}`;
      const response = await client.post("/api/locations", { name });
      if (response.status === 201) acknowledged.push(name);
      if (i % 20 === 0) await addPhotos(server, 1);
    }
  };
  const writers = ["admin", "manager", "both"].map(write);
  await eventually(() => expect(acknowledged.length).toBeGreaterThan(60));
  const before = [...acknowledged];
  const file = await saved(await download());
  goOn = false;
  await Promise.all(writers);
  const into = join(createFolder(), "data");
  expect((await restore(file, "--into", into)).lines[2]).toMatch(/^Whole: /);
  const restored = await startOnCopy(into);
  const names = new Set(
    (await adminByPassword(restored).then((client) => client.get("/api/locations"))).body.map(
      (one: { name: string }) => one.name,
    ),
  );
  expect(before.filter((name) => !names.has(name))).toEqual([]);
});

test("deletions, additions and a rotation during the download change nothing in it", async () => {
  const oids = await addPhotos(server, 1);
  const count = photoFilesOf(server.folder).length;
  const response = await download();
  for (const oid of oids) expect((await server.manager.delete(`/api/photos/${oid}`)).status).toBe(204);
  await addPhotos(server, 2);
  await server.appliance.dependencies.storage.rotate();
  const file = await saved(response);
  const { lines } = await restore(file);
  expect(lines[2]).toMatch(/^Whole: /);
  const { lines: listed } = await ran(["tar", "-tf", file]);
  expect(listed.filter((name) => name.includes("/photos/")).length).toBe(count);
  await released();
});

test("a client that disconnects in the middle frees the download, and no backup is recorded", async () => {
  const before = await lastBackup();
  const response = await download();
  expect(isHeld()).toBe(true);
  response.once("data", () => response.destroy());
  await released();
  expect(await lastBackup()).toEqual(before);
});

test("a client that stops reading and then disconnects ends no other download", async () => {
  const uncaught: unknown[] = [];
  const note = (error: unknown) => void uncaught.push(error);
  process.on("uncaughtExceptionMonitor", note);
  onTestFinished(() => void process.off("uncaughtExceptionMonitor", note));
  const response = await download();
  let taken = 0;
  const comesMore = () => {
    const before = taken;
    taken = response.socket.bytesRead;
    return taken !== before;
  };
  await expect.poll(comesMore, { interval: 100 }).toBe(false);
  response.destroy();
  await released();
  expect(uncaught).toEqual([]);
});

test("two backups are sent at once, and a third one gets Retry-After until there is room again", async () => {
  const [first, second] = [await download(), await download()];
  const third = await download();
  expect(third.statusCode).toBe(503);
  expect(third.headers["retry-after"]).toBeDefined();
  third.destroy();
  first.destroy();
  await saved(second);
  await released();
  expect((await download()).statusCode).toBe(200);
});

test.each([
  ["HEAD", {}, 200],
  ["GET", { "if-none-match": "*" }, 200],
] as const)("%s %o has the Content-Length and holds no lease afterwards", async (method, headers, status) => {
  const response = await download(method, headers);
  expect(response.statusCode).toBe(status);
  expect(Number(response.headers["content-length"])).toBeGreaterThan(10_000_000);
  expect(response.headers.etag).toBeUndefined();
  response.destroy();
  await released();
});

test("a photo whose file is missing on the server is left out, and the check names it", async () => {
  const [oid = 0] = await addPhotos(server, 1);
  const [missing = ""] = photoFilesOf(server.folder)
    .map((file) => ({ file, at: statSync(file).mtimeMs }))
    .sort((a, b) => b.at - a.at)
    .map(({ file }) => file);
  const content = readFileSync(missing);
  rmSync(missing);
  const file = await saved(await download());
  writeFileSync(missing, content);
  expect((await restore(file)).lines[2]).toMatch(
    new RegExp(`^NOT whole, 1 problem: photo ${oid} .* is missing$`),
  );
});
