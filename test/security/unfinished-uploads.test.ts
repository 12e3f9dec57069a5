import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startServer, type TestServer } from "../harness/server.ts";
import { createJpeg, upload } from "../photos/uploads.ts";
import { beginPost, statusOf } from "./raw-request.ts";

const ATTACKER = "127.0.0.66";
const KIB = 1024;
const ITEM = 101;
const PART = '--b\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\n';

async function beginUpload(server: TestServer, userName: string) {
  const token = await server.tokenOf(userName);
  const contentType = "multipart/form-data; boundary=b";
  const request = { path: "/api/photoarticleinventory", token, length: 300 * KIB, contentType };
  return beginPost(server.appliance.port, ATTACKER, request, PART + "x".repeat(200 * KIB));
}
const temporary = (folder: string) => readdirSync(folder).filter((name) => /upload/.test(name));

test("a running upload is in the data folder, and leaves nothing when it breaks off", async () => {
  const server = await startServer();
  const inSystemFolder = temporary(tmpdir());
  const unfinished = await beginUpload(server, "user");
  await expect.poll(() => temporary(server.folder)).toEqual([expect.stringMatching(/^new-/)]);
  expect(temporary(tmpdir())).toEqual(inSystemFolder);
  unfinished.socket.destroy();
  await expect.poll(() => temporary(server.folder)).toEqual([]);
});

test("the remains of an upload after a power cut are removed at the next start", async () => {
  const server = await startServer();
  await server.halt();
  mkdirSync(join(server.folder, "new-upload-x1"));
  writeFileSync(join(server.folder, "new-upload-x1/part"), "x");
  await server.restart();
  expect(temporary(server.folder)).toEqual([]);
});

test("an upload above a user's maximum at once is 503, while another user's succeeds", async () => {
  const server = await startServer({ requestLimits: { uploads: { total: 10, each: 2 } } });
  const held = [await beginUpload(server, "user"), await beginUpload(server, "user")];
  await expect.poll(() => temporary(server.folder).length).toBe(2);
  const third = await beginUpload(server, "user");
  await expect.poll(() => statusOf(third)).toBe(503);
  expect(third.received).toMatch(/\r\nRetry-After: \d+\r\n/);
  expect(held.map(statusOf)).toEqual([null, null]);
  expect((await upload(await server.as("manager"), ITEM, await createJpeg())).status).toBe(201);
});

test("all users together have a maximum of uploads and of bytes", async () => {
  for (const requestLimits of [
    { uploads: { total: 1, each: 1 } },
    { uploadBytes: { total: 400 * KIB, each: 400 * KIB } },
  ]) {
    const server = await startServer({ requestLimits });
    await beginUpload(server, "user");
    await expect.poll(() => temporary(server.folder).length).toBe(1);
    const second = await beginUpload(server, "manager");
    await expect.poll(() => statusOf(second)).toBe(503);
  }
});

test("a broken upload releases its place", async () => {
  const server = await startServer({ requestLimits: { uploads: { total: 1, each: 1 } } });
  const unfinished = await beginUpload(server, "user");
  await expect.poll(() => temporary(server.folder).length).toBe(1);
  unfinished.socket.destroy();
  const user = await server.as("user");
  await expect.poll(async () => (await upload(user, ITEM, await createJpeg())).status).toBe(201);
});
