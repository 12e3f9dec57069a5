import { readdir, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { ApiResponse, Client } from "../harness/client.ts";
import { eventually } from "../harness/eventually.ts";
import { startServer, type TestServer } from "../harness/server.ts";
import { putIntoState } from "../inventories/inventory-setup.ts";
import { grainy } from "./samples.ts";
import { createJpeg, type Part, send, upload } from "./uploads.ts";

// The server reads the folder for temporary files when it is loaded. Here it is a folder of this test.
const temporary = vi.hoisted(async () => {
  const [{ mkdtempSync }, os, path] = [
    await import("node:fs"),
    await import("node:os"),
    await import("node:path"),
  ];
  const folder = mkdtempSync(path.join(os.tmpdir(), "tallybox-uploads-"));
  process.env["TMPDIR"] = folder;
  return folder;
});

let server: TestServer;
let user: Client;
let jpeg: Buffer;
beforeAll(async () => {
  server = await startServer({ keep: true });
  user = server.user;
  jpeg = await createJpeg();
});
afterAll(async () => {
  await server.stop();
  await rm(await temporary, { recursive: true });
});

/** The files in the temporary folder outside the server's data, and incomplete files inside them. */
async function leftovers(): Promise<string[]> {
  const names = await readdir(await temporary);
  const own = [...(await readdir(server.folder)), ...(await readdir(join(server.folder, "photos")))];
  const drafts = own.filter((name) => name.startsWith("new-"));
  return [...names.filter((name) => !name.startsWith("tallybox-test-")), ...drafts];
}
/** Some files are removed a moment after the response. */
const nothingIsLeft = () => eventually(async () => expect(await leftovers()).toEqual([]));
const listed = async (item = 111) => (await user.get(`/api/photoarticleinventory/${item}`)).body.length;
const file = (bytes: Uint8Array = jpeg) => ({ bytes, fileName: "photo.jpg" });
const other = async (format: "gif" | "webp" | "tiff") =>
  (await createPicture().toFormat(format).toBuffer()) as Buffer;
const createPicture = () => sharp({ create: { width: 20, height: 20, channels: 3, background: "red" } });
const createToken = async () => {
  const login = { userName: "user", password: "user-demo" };
  return (await server.anonymous.post("/api/pwa-auth/login-password", login)).body.accessToken as string;
};
const text = (words: string) => async () => Buffer.from(words);

test("the temporary folder belongs to this test alone", async () => {
  expect(tmpdir()).toBe(await temporary);
  await nothingIsLeft();
});

const BYTES: readonly [string, () => Promise<Uint8Array>, number][] = [
  ["a GIF called photo.jpg", () => other("gif"), 415],
  ["a WebP called photo.jpg", () => other("webp"), 415],
  ["a TIFF called photo.jpg", () => other("tiff"), 415],
  ["an SVG", text('<svg xmlns="http://www.w3.org/2000/svg"/>'), 415],
  ["a web page", text("<!doctype html><script>1</script>"), 415],
  ["a program", text("#!/bin/sh\n"), 415],
  ["an empty file", text(""), 400],
  ["the first half of a JPEG", async () => (await grainy(200, 200).jpeg().toBuffer()).subarray(0, 4000), 400],
  ["the first half of a PNG", async () => (await grainy(200, 200).png().toBuffer()).subarray(0, 40_000), 400],
  ["a JPEG's first three bytes", async () => Buffer.from("ffd8ff", "hex"), 400],
  ["a PNG's signature alone", async () => Buffer.from("89504e470d0a1a0a", "hex"), 400],
  ["21 MiB", async () => Buffer.concat([jpeg, Buffer.alloc(21 * 1024 * 1024)]), 413],
  [
    "20 MiB and a byte",
    async () => Buffer.concat([jpeg, Buffer.alloc(20 * 1024 * 1024 + 1 - jpeg.length)]),
    413,
  ],
];
test.each(BYTES)("%s is refused, and leaves no file behind", async (_, bytes, status) => {
  const before = await listed();
  const response = await upload(user, 111, await bytes());
  expect(response.status).toBe(status);
  if (status === 400) expect(response.body.errors[0].path).toBe("photo");
  expect(await listed()).toBe(before);
  await nothingIsLeft();
});

test("a file of exactly 20 MiB is accepted", async () => {
  const padded = Buffer.concat([jpeg, Buffer.alloc(20 * 1024 * 1024 - jpeg.length)]);
  expect((await upload(user, 112, padded)).status).toBe(201);
  await nothingIsLeft();
});

const item = ["inventoryItemId", "111"] as const;
const PARTS: readonly [string, () => Part[], number, string][] = [
  ["a file part of another name", () => [item, ["picture", file()]], 400, "photo"],
  ["no file", () => [item], 400, "photo"],
  ["a text part called photo", () => [item, ["photo", "x"]], 400, "photo"],
  ["two photos", () => [item, ["photo", file()], ["photo", file()]], 400, "photo"],
  ["nothing at all", () => [], 400, ""],
  ["no item", () => [["photo", file()]], 400, "inventoryItemId"],
  [
    "an empty item",
    () => [
      ["inventoryItemId", ""],
      ["photo", file()],
    ],
    400,
    "inventoryItemId",
  ],
  [
    "an item that is no number",
    () => [
      ["inventoryItemId", "abc"],
      ["photo", file()],
    ],
    400,
    "inventoryItemId",
  ],
  [
    "an unknown item",
    () => [
      ["inventoryItemId", "999999"],
      ["photo", file()],
    ],
    400,
    "inventoryItemId",
  ],
  [
    "another tenant's item",
    () => [
      ["inventoryItemId", "451"],
      ["photo", file()],
    ],
    400,
    "inventoryItemId",
  ],
];
test.each(PARTS)("%s is refused at its part, and leaves no file behind", async (_, parts, status, path) => {
  const before = await listed();
  const response = await send(user, parts());
  expect(response.status).toBe(status);
  expect(response.body.errors.map((fault: { path: string }) => fault.path)).toEqual(
    path === "" ? [expect.anything()] : [path],
  );
  expect(await listed()).toBe(before);
  await nothingIsLeft();
});

test("names of parts in any case, other parts and the order do not matter", async () => {
  const parts: Part[] = [
    ["PHOTO", file()],
    ["remark", "x"],
    ["INVENTORYITEMID", " 113 "],
  ];
  const response = await send(user, parts);
  expect(response.status).toBe(201);
  expect(response.body.inventoryItemId).toBe(113);
});

test("a second file under another name is neither stored nor left behind", async () => {
  const response = await send(user, [item, ["photo", file()], ["extra", file()]]);
  expect(response.status).toBe(201);
  await nothingIsLeft();
});

test.each([
  ["JSON", "application/json", '{"inventoryItemId":111}', 415],
  ["a bare JPEG", "image/jpeg", "x", 415],
  ["a multipart body without its boundary", "multipart/form-data", "x", 400],
  ["a multipart body that is none", "multipart/form-data; boundary=b", "x", 400],
  [
    "a multipart body that is cut off",
    "multipart/form-data; boundary=b",
    '--b\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\nxx',
    400,
  ],
])("%s is refused", async (_, type, body, status) => {
  const response = await user.send("POST", "/api/photoarticleinventory", body, { "Content-Type": type });
  expect(response.status).toBe(status);
  await nothingIsLeft();
});

test("a client that disconnects in the middle leaves no file behind", async () => {
  const token = await createToken();
  const socket = connect(server.appliance.port, "127.0.0.1");
  const head = `--b\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n${"x".repeat(200_000)}`;
  socket.write(
    `POST /api/photoarticleinventory HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n` +
      `Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 1000000\r\n\r\n${head}`,
  );
  await eventually(async () => expect(await leftovers()).not.toEqual([]));
  socket.destroy();
  await nothingIsLeft();
});

test("a photo for a finished inventory is 400, and leaves no file", async () => {
  await putIntoState(server, 4, 7);
  expect((await upload(user, 151, await createJpeg(99, 99))).status).toBe(400);
  await nothingIsLeft();
});

test("twenty parallel uploads with one key are one photo", async () => {
  const photo = await createJpeg(50, 60);
  const responses: ApiResponse[] = await Promise.all(
    Array.from({ length: 20 }, () => upload(user, 114, photo, "a.jpg", { "Idempotency-Key": "parallel" })),
  );
  expect(new Set(responses.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(responses[0]?.status).toBe(201);
  expect(await listed(114)).toBe(1);
  await nothingIsLeft();
});

test("other bytes, another name or item with a used key are 400", async () => {
  const key = { "Idempotency-Key": "used" };
  const photo = await createJpeg(50, 60);
  await upload(user, 115, photo, "a.jpg", key);
  for (const response of [
    await upload(user, 115, await createJpeg(50, 60), "a.jpg", key),
    await upload(user, 115, photo, "b.jpg", key),
    await upload(user, 116, photo, "a.jpg", key),
  ]) {
    expect(response.status).toBe(400);
    expect(response.body.errors[0].path).toBe("Idempotency-Key");
  }
  await nothingIsLeft();
});

test("an upload that is repeated with its key after the photo was deleted is replayed, and adds none", async () => {
  const key = { "Idempotency-Key": "deleted" };
  const photo = await createJpeg(50, 60);
  const first = await upload(user, 117, photo, "a.jpg", key);
  await user.delete(first.body.url);
  expect((await upload(user, 117, photo, "a.jpg", key)).text).toBe(first.text);
  expect(await listed(117)).toBe(0);
  await nothingIsLeft();
});
