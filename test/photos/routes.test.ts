import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { sharedServer, startServer } from "../harness/server.ts";
import { putIntoState, STATES } from "../inventories/inventory-setup.ts";
import { blue, corners, green, quarters, red, white } from "./samples.ts";
import { createJpeg, createPhonePhoto, upload } from "./uploads.ts";

const server = sharedServer();
const { manager, user } = server;

const listOf = async (item: number) => (await user.get(`/api/photoarticleinventory/${item}`)).body;
const near = (expected: readonly number[]) => expected.map((value) => expect.closeTo(value, -1.5));

test("the demo's one photo is listed at its item, with its image and thumbnail", async () => {
  const [photo, ...others] = await listOf(101);
  expect(others).toEqual([]);
  expect(photo).toMatchObject({ oid: 1, inventoryItemId: 101, contentType: "image/jpeg" });
  expect((await user.get(photo.url)).bytes).toHaveLength(photo.size);
  expect((await user.get(photo.thumbnailUrl)).status).toBe(200);
});

describe("an uploaded phone photo", () => {
  test("is 201 with its record, upright, without the coordinates of the camera", async () => {
    const sent = await createPhonePhoto(quarters(3000, 1500));
    expect((await sharp(sent).metadata()).exif?.includes("GPS")).toBe(true);
    const response = await upload(user, 111, sent, "IMG 0001 žluť.jpeg");
    expect(response.status).toBe(201);
    const { oid } = response.body;
    expect(response.body).toEqual({
      oid,
      inventoryItemId: 111,
      fileName: "IMG 0001 žluť.jpg",
      contentType: "image/jpeg",
      width: 1024,
      height: 2048,
      size: expect.any(Number),
      createdDT: expect.stringMatching(/Z$/),
      createdBy: "user",
      url: `/api/photos/${oid}`,
      thumbnailUrl: `/api/photos/${oid}/thumbnail`,
    });
    expect(response.headers.get("location")).toBe(`/api/photos/${oid}`);
    const image = await user.get(response.body.url);
    expect(image.headers.get("content-type")).toBe("image/jpeg");
    expect(image.headers.get("content-length")).toBe(String(response.body.size));
    expect(image.headers.get("cache-control")).toBe("private, no-cache");
    expect(image.headers.get("x-content-type-options")).toBe("nosniff");
    const metadata = await sharp(image.bytes).metadata();
    expect(metadata).toMatchObject({ format: "jpeg", width: 1024, height: 2048 });
    const { exif, xmp, iptc, orientation } = metadata;
    expect({ exif, xmp, iptc, orientation }).toEqual({});
    const [topLeft = [], topRight = [], bottomLeft = [], bottomRight = []] = await corners(image.bytes);
    expect(topLeft).toEqual(near(blue));
    expect(topRight).toEqual(near(red));
    expect(bottomLeft).toEqual(near(white));
    expect(bottomRight).toEqual(near(green));
  });

  test("has a thumbnail of 320 px, upright too, without metadata", async () => {
    const { body } = await upload(user, 111, await createPhonePhoto(quarters(3000, 1500)));
    const thumbnail = await user.get(body.thumbnailUrl);
    const { format, width, height, exif } = await sharp(thumbnail.bytes).metadata();
    expect({ format, width, height, exif }).toEqual({
      format: "jpeg",
      width: 160,
      height: 320,
      exif: undefined,
    });
    expect((await corners(thumbnail.bytes))[0]).toEqual(near(blue));
  });
});

test("a small picture is never enlarged", async () => {
  const { body } = await upload(user, 112, await createJpeg(100, 50));
  expect(body).toMatchObject({ width: 100, height: 50 });
  const { width, height } = await sharp((await user.get(body.thumbnailUrl)).bytes).metadata();
  expect([width, height]).toEqual([100, 50]);
});

test("a PNG with transparency stays a PNG, its thumbnail too, whatever its file name", async () => {
  const background = { r: 10, g: 200, b: 30, alpha: 0.5 };
  const png = await sharp({ create: { width: 500, height: 400, channels: 4, background } })
    .png()
    .toBuffer();
  const { body, status } = await upload(user, 112, png, "cut-out.jpg");
  expect(status).toBe(201);
  expect(body).toMatchObject({ contentType: "image/png", fileName: "cut-out.png", width: 500, height: 400 });
  for (const url of [body.url, body.thumbnailUrl]) {
    const image = await user.get(url);
    expect(image.headers.get("content-type")).toBe("image/png");
    expect(await sharp(image.bytes).metadata()).toMatchObject({ format: "png", hasAlpha: true });
  }
});

test.each([
  ["../../etc/passwd.png", "passwd.jpg"],
  ["C:\\Users\\uma\\Pictures\\chair.JPG", "chair.jpg"],
  ["..", "photo.jpg"],
  ["...", "photo.jpg"],
  [".jpg", "photo.jpg"],
  ["a/", "photo.jpg"],
  ["no extension", "no extension.jpg"],
  ["two.dots.jpeg", "two.dots.jpg"],
  ["  blanks  .png", "blanks.jpg"],
  ['"quoted" <b>.jpg', '"quoted" <b>.jpg'],
  [`${"x".repeat(300)}.jpg`, `${"x".repeat(190)}.jpg`],
  [`${"x".repeat(189)}🪑.jpg`, `${"x".repeat(189)}.jpg`],
])("a file name %j is stored as %j", async (sent, expected) => {
  const { body } = await upload(user, 113, await createJpeg(), sent);
  expect(body.fileName).toBe(expected);
});

test("the list has an item's own photos, newest first", async () => {
  expect(await listOf(114)).toEqual([]);
  const created = [];
  for (let i = 0; i < 3; i++) created.unshift((await upload(user, 114, await createJpeg())).body);
  await upload(user, 115, await createJpeg());
  expect(await listOf(114)).toEqual(created);
});

test.each([
  ["451", 404],
  ["999999", 404],
  ["99999999999999999999", 404],
  ["abc", 400],
])("the list of item %s is %i", async (id, status) => {
  expect((await user.get(`/api/photoarticleinventory/${id}`)).status).toBe(status);
});

test("image and thumbnail are 304 for their own tag", async () => {
  const { body } = await upload(user, 116, await createJpeg());
  for (const url of [body.url, body.thumbnailUrl]) {
    const tag = (await user.get(url)).headers.get("etag") ?? "";
    const again = await user.get(url, { "If-None-Match": tag });
    expect(again.status).toBe(304);
    expect(again.bytes).toHaveLength(0);
    expect((await user.get(url, { "If-None-Match": '"x"' })).status).toBe(200);
  }
});

test("the tag of the list changes with each photo", async () => {
  const path = "/api/photoarticleinventory/116";
  const tag = (await user.get(path)).headers.get("etag") ?? "";
  expect((await user.get(path, { "If-None-Match": tag })).status).toBe(304);
  await upload(user, 116, await createJpeg());
  expect((await user.get(path, { "If-None-Match": tag })).status).toBe(200);
});

test("HEAD returns the size of an image without sending it", async () => {
  const { body } = await upload(user, 117, await createJpeg());
  const response = await user.send("HEAD", body.url, undefined);
  expect(response.headers.get("content-length")).toBe(String(body.size));
  expect(response.bytes).toHaveLength(0);
});

describe("a photo is deleted", () => {
  test.each([
    ["user", "user", 204],
    ["manager", "user", 403],
    ["user", "manager", 204],
    ["user", "both", 204],
    ["user", "admin", 204],
    ["manager", "manager", 204],
  ])("of %s by %s: %i", async (owner, deleter, status) => {
    const { body } = await upload(await server.as(owner), 119, await createJpeg());
    expect((await (await server.as(deleter)).delete(body.url)).status).toBe(status);
    const isGone = status === 204;
    expect((await user.get(body.url)).status).toBe(isGone ? 404 : 200);
    expect((await user.get(body.thumbnailUrl)).status).toBe(isGone ? 404 : 200);
    expect((await listOf(119)).some((photo: { oid: number }) => photo.oid === body.oid)).toBe(!isGone);
    expect((await manager.delete(body.url)).status).toBe(isGone ? 404 : 204);
  });
});

const uploadTwice = async () => {
  const bytes = await createJpeg();
  return [(await upload(user, 120, bytes)).body, (await upload(user, 120, bytes)).body];
};

test("two photos of the same bytes are two records", async () => {
  const [one, two] = await uploadTwice();
  expect(two.oid).not.toBe(one.oid);
});

test("deleting a photo leaves the image of another one with the same bytes", async () => {
  const [one, two] = await uploadTwice();
  await user.delete(one.url);
  expect((await user.get(two.url)).bytes).toHaveLength(two.size);
});

test.each(STATES)(
  "in state %i, %s, photos can be added and deleted unless it is Closed or Cancelled",
  async (state, english) => {
    await putIntoState(server, 4, 3);
    const { body } = await upload(user, 151, await createJpeg());
    await putIntoState(server, 4, state);
    const isOver = state === 7 || state === 8;
    const added = await upload(user, 151, await createJpeg());
    expect(added.status).toBe(isOver ? 400 : 201);
    const deleted = await user.delete(body.url);
    expect(deleted.status).toBe(isOver ? 400 : 204);
    if (isOver) for (const response of [added, deleted]) expect(response.body.message).toContain(english);
    expect((await user.get(body.url)).status).toBe(isOver ? 200 : 404);
  },
);

test("on a nearly full disk a photo is refused before any of it is stored", async () => {
  const { readdirSync } = await import("node:fs");
  const { join } = await import("node:path");
  const own = await startServer();
  const files = () => readdirSync(join(own.folder, "photos"), { recursive: true }).length;
  await own.restart({ STORAGE_RESERVE_MEGABYTES: "90000000" });
  const before = files();
  const form = new FormData();
  form.set("inventoryItemId", "101");
  form.set("photo", new Blob([new Uint8Array(await createJpeg())]), "a.jpg");
  const response = await own.user.post("/api/photoarticleinventory", form);
  expect(response.status).toBe(503);
  expect(files()).toBe(before);
});
