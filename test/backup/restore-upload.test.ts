import { readFileSync, rmSync } from "node:fs";
import { request } from "node:http";
import { basename, dirname, join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import type { Client } from "../harness/client.ts";
import { eventually } from "../harness/eventually.ts";
import { PATIENCE_MS } from "../harness/limits.ts";
import { startServer } from "../harness/server.ts";
import { encryptedCheaply, PASSPHRASE } from "./age-files.ts";
import { CURRENT, confirm, namesIn, RESTORES, read, startRestorable } from "./console-restores.ts";
import { adminByPassword, ran, sharedFilledFolder } from "./copies.ts";

const UPLOADS = `${RESTORES}/uploads`;
const PART = 700_000;

const filled = await sharedFilledFolder();
let file: Buffer;
beforeAll(async () => {
  const archive = `${filled}.tar`;
  await ran(["tar", "-cf", archive, "-C", dirname(filled), basename(filled)]);
  file = readFileSync(archive);
  rmSync(archive);
});

const append = (client: Client, path: string, id: string, offset: number, part: Uint8Array, headers = {}) =>
  client.send("PUT", `${path}/${id}?offset=${offset}`, part, {
    "Content-Type": "application/octet-stream",
    ...headers,
  });

/** Uploads a whole file in parts. */
async function upload(client: Client, path: string, bytes: Buffer, headers = {}): Promise<void> {
  const { status, body } = await client.post(path, { bytes: bytes.length }, headers);
  expect(status).toBe(201);
  for (let at = 0; at < bytes.length; at += PART) {
    const sent = await append(client, path, body.id, at, bytes.subarray(at, at + PART), headers);
    expect(sent.status, sent.text).toBe(200);
    expect(sent.body.receivedBytes).toBe(Math.min(bytes.length, at + PART));
  }
}

const begin = (client: Client, more: object = {}) =>
  client.post(RESTORES, { source: { kind: "upload" }, ...more });

test("an Admin uploads an encrypted backup in parts and restores it", async () => {
  const server = await startRestorable(filled);
  const { admin } = server;
  await upload(admin, UPLOADS, await encryptedCheaply(file));
  await begin(admin, { passphrase: PASSPHRASE });
  expect(await read(admin)).toMatchObject({ state: "ready", isWhole: true, source: { kind: "upload" } });
  // It is not needed any more.
  await eventually(async () => expect((await admin.get(UPLOADS)).status).toBe(404));
  expect(namesIn(server.folder, "new-")).toHaveLength(1);
  expect((await confirm(admin)).status).toBe(200);
  await server.restart();
  expect((await (await adminByPassword(server)).get("/api/me")).status).toBe(200);
});

test("after a wrong passphrase of an upload another one can be tried", async () => {
  const { admin } = await startRestorable(filled);
  await upload(admin, UPLOADS, await encryptedCheaply(file));
  await begin(admin, { passphrase: "another passphrase" });
  expect((await read(admin)).error?.reason).toBe("passphraseWrong");
  await begin(admin, { passphrase: PASSPHRASE });
  expect(await read(admin)).toMatchObject({ state: "ready", isWhole: true });
});

test("an upload goes on where it was interrupted, and takes no part twice", async () => {
  const { admin } = await startRestorable(filled);
  const { body } = await admin.post(UPLOADS, { bytes: file.length });
  expect((await append(admin, UPLOADS, body.id, 0, file.subarray(0, PART))).status).toBe(200);
  expect((await append(admin, UPLOADS, body.id, 0, file.subarray(0, PART))).status).toBe(409);
  expect((await append(admin, UPLOADS, body.id, 2 * PART, file.subarray(2 * PART, 3 * PART))).status).toBe(
    409,
  );
  expect((await append(admin, UPLOADS, "other", PART, file.subarray(PART))).status).toBe(404);
  expect((await begin(admin)).status).toBe(400);
  const { body: now } = await admin.get(UPLOADS);
  expect(now).toEqual({ id: body.id, bytes: file.length, receivedBytes: PART });
  expect((await append(admin, UPLOADS, body.id, PART, file.subarray(PART))).status).toBe(200);
  const more = await append(admin, UPLOADS, body.id, file.length, Buffer.from("x"));
  expect(more.status, more.text).toBe(400);
  await begin(admin);
  expect(await read(admin)).toMatchObject({ state: "ready" });
  expect((await admin.post(UPLOADS, { bytes: 10 })).status).toBe(409);
});

test("of a part that the client breaks off, what has arrived stays, and the upload goes on after it", async () => {
  const server = await startRestorable(filled);
  const { admin } = server;
  const { id } = (await admin.post(UPLOADS, { bytes: file.length })).body;
  const headers = {
    Authorization: `Bearer ${await server.tokenOf("admin")}`,
    "Content-Type": "application/octet-stream",
    "Content-Length": String(2 * PART),
  };
  const broken = request(`${server.url}${UPLOADS}/${id}?offset=0`, { method: "PUT", headers });
  broken.on("error", () => {});
  broken.write(file.subarray(0, PART));
  const received = async () => (await admin.get(UPLOADS)).body.receivedBytes;
  await expect.poll(received, { timeout: PATIENCE_MS }).toBe(PART);
  broken.destroy();
  const next = () => append(admin, UPLOADS, id, PART, file.subarray(PART));
  await eventually(async () => expect((await next()).status).toBe(200));
  await begin(admin);
  expect(await read(admin)).toMatchObject({ state: "ready", isWhole: true });
});

test("an upload needs bytes of the named size and enough space, and a cancelled one leaves no file", async () => {
  const server = await startRestorable(filled);
  const { admin } = server;
  const large = await admin.post(UPLOADS, { bytes: 10 ** 15 });
  expect(large.status).toBe(400);
  expect(large.body.message).toContain("MB more are needed");
  const { body } = await admin.post(UPLOADS, { bytes: 10 });
  const path = `${UPLOADS}/${body.id}?offset=0`;
  expect((await admin.send("PUT", path, "{}", { "Content-Type": "application/json" })).status).toBe(415);
  expect((await append(admin, UPLOADS, body.id, 0, Buffer.alloc(33 * 1024 * 1024))).status).toBe(413);
  expect((await admin.delete(UPLOADS)).status).toBe(204);
  expect((await admin.get(UPLOADS)).status).toBe(404);
  expect((await admin.get(CURRENT)).status).toBe(404);
  expect(namesIn(server.folder, "new-")).toEqual([]);
});

test("a full upload that is not a backup is refused", async () => {
  const { admin } = await startRestorable(filled);
  await upload(admin, UPLOADS, Buffer.alloc(5000, 1));
  await begin(admin);
  expect((await read(admin)).error?.reason).toBe("damaged");
});

test("an empty server takes a file behind its set-up code alone", async () => {
  const server = await startServer({ empty: true });
  const path = "/api/setup/restore/uploads";
  const headers = { "X-Setup-Code": readFileSync(join(server.folder, "setup-code"), "utf8").trim() };
  const client = server.anonymous;
  expect((await client.post(path, { bytes: 10 })).status).toBe(401);
  await upload(client, path, file, headers);
  const { id } = (await client.get(path, headers)).body;
  expect((await append(client, path, id, file.length, Buffer.from("x"))).status).toBe(401);
  const begun = await client.post("/api/setup/restore", { source: { kind: "upload" } }, headers);
  expect(begun.status).toBe(201);
  const plan = await eventually(async () => {
    const { body } = await client.get("/api/setup/restore", headers);
    if (body.state === "reading") throw new Error("still reading");
    return body;
  });
  expect((await client.put("/api/setup/restore/confirm", { id: plan.id }, headers)).status).toBe(200);
  await server.restart();
  expect((await (await adminByPassword(server)).get("/api/me")).status).toBe(200);
});
