import { utimesSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { removeDeletedPhotos, removeOrphanFiles } from "../../../src/photos/cleanup.ts";
import type { Storage } from "../../../src/storage/storage.ts";
import { photoFilesOf } from "../../backup/copies.ts";
import type { Client } from "../../harness/client.ts";
import { createClock } from "../../harness/clock.ts";
import { startServer, type TestServer } from "../../harness/server.ts";
import { endOf } from "../../jobs/waiting.ts";
import { pngOfSize, quarters } from "../../photos/samples.ts";
import { createJpeg, createPhonePhoto } from "../../photos/uploads.ts";
import { startImport, stopAndStart } from "../running.ts";
import { article, check } from "../uploads.ts";
import { ODOO_PRODUCT, odoo } from "./stock-samples.ts";
import { reasons, taken } from "./taken.ts";

// Pictures in the cells of Odoo's export become photos of their articles.

const DAY = 24 * 3_600_000;
const product = (number: number, Image: string) => ({
  ...{ Name: `Chair ${number}`, "Internal Reference": `PIC-${number}`, Active: true, Image },
  "Product Category": "All / Office",
});
const base64 = (bytes: Buffer) => bytes.toString("base64");

/** Three pictures, then a broken one, an SVG, one of 60 megapixels, and an address. */
async function withPictures(): Promise<string> {
  const phone = await createPhonePhoto(quarters(60, 40));
  const png = await quarters(50, 50).png().toBuffer();
  return odoo(ODOO_PRODUCT, [
    product(1, base64(await createJpeg())),
    product(2, `data:image/png;base64,${base64(png)}`),
    product(3, base64(phone)),
    product(4, "/9j/4AAQ*broken*"),
    product(5, base64(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))),
    product(6, base64(pngOfSize(10_000, 6000))),
    product(7, "https://odoo.test/web/image/7"),
  ]);
}

async function photosOf(client: Client, code: string) {
  const { oid } = await article(client, code);
  return (await client.get(`/api/photoarticle/${oid}`)).body;
}

/** A picture that can't be decoded. */
async function createDamagedPng(): Promise<Buffer> {
  const damaged = await sharp({ create: { width: 900, height: 900, channels: 3, background: "red" } })
    .png({ compressionLevel: 0 })
    .toBuffer();
  return damaged.fill(0xff, 2000, 2200);
}

/** Two days later, when no generation has what was deleted. */
async function filesAfterCleanup(server: TestServer): Promise<number> {
  await server.restart();
  const before = new Date(Date.now() - 2 * DAY);
  for (const path of photoFilesOf(server.folder)) utimesSync(path, before, before);
  const { storage, photos: files } = server.appliance.dependencies;
  const settled: Storage = { ...storage, removableBefore: () => "9999", db: storage.db };
  await removeDeletedPhotos(settled, files);
  const folder = join(server.folder, "photos");
  const sweep = { storage: settled, files, folder, clock: createClock() };
  await removeOrphanFiles(sweep, new AbortController().signal);
  return photoFilesOf(server.folder).length;
}

test("pictures become photos without metadata, others are listed, and a second import adds none", async () => {
  const { admin } = await startServer();
  const file = await withPictures();
  const { body: dry } = await check(admin, "articles", file);
  expect([dry.product, dry.pictures, dry.toCreate, dry.errors]).toEqual(["odoo-products", 3, 7, []]);
  expect(reasons(dry)).toEqual([
    [5, "Image", "The cell holds no picture."],
    [6, "Image", "A photo must be a JPG or PNG."],
    [7, "Image", "The image has more than 50 megapixels."],
    [8, "Image", "The file holds the address of a picture, not the picture."],
  ]);
  expect((await taken(admin, "articles", "odoo-products", file)).pictures).toBe(3);
  const [photo] = await photosOf(admin, "PIC-3");
  expect(photo).toMatchObject({ fileName: "PIC-3.jpg", width: 40, height: 60 });
  expect((await sharp((await admin.get(photo.url)).bytes).metadata()).exif).toBeUndefined();
  expect((await article(admin, "PIC-5")).name).toBe("Chair 5");
  expect(await photosOf(admin, "PIC-4")).toEqual([]);
  const again = await taken(admin, "articles", "odoo-products", file);
  expect([again.unchanged, again.pictures]).toEqual([7, 0]);
  expect(await photosOf(admin, "PIC-1")).toHaveLength(1);
});

test("a picture that can't be decoded is listed when it is applied, and its row is taken", async () => {
  const { admin } = await startServer();
  const file = odoo(ODOO_PRODUCT, [product(1, base64(await createDamagedPng()))]);
  const body = await taken(admin, "articles", "odoo-products", file);
  expect([body.toCreate, body.pictures]).toEqual([1, 0]);
  expect(reasons(body)).toEqual([[2, "Image", "The image is damaged or incomplete."]]);
});

test("a refused picture is listed once where the import is applied again after a failure", async () => {
  const { admin } = await startServer();
  const file = odoo(ODOO_PRODUCT, [product(1, base64(await createDamagedPng()))]);
  const { id } = (await check(admin, "articles", file)).body;
  // The row's code is taken meanwhile, and then free again.
  const { oid } = (await admin.post("/api/articles/72/codes", { code: "PIC-1" })).body;
  expect((await admin.put(`/api/imports/${id}/apply`)).status).toBe(400);
  expect((await admin.delete(`/api/articlecodes/${oid}`)).status).toBe(204);
  const { status, body } = await admin.put(`/api/imports/${id}/apply`);
  expect([status, body.notTaken.count]).toEqual([200, 1]);
  expect(reasons(body)).toEqual([[2, "Image", "The image is damaged or incomplete."]]);
});

/** An import that was stopped in the middle and went on to its end, and the number of files before it. */
async function importWithStop() {
  const server = await startServer({ sliceMs: 0 });
  const files = await filesAfterCleanup(server);
  const { slices, path } = await startImport(server, "articles", await withPictures(), 2);
  await stopAndStart(server, slices);
  const { admin } = server;
  expect(await endOf(admin, path)).toMatchObject({ state: "done", result: { photos: 3 } });
  return { server, admin, files, path };
}

test("an import that was stopped in the middle adds each photo once", async () => {
  const { admin } = await importWithStop();
  for (const code of ["PIC-1", "PIC-2", "PIC-3"]) expect(await photosOf(admin, code)).toHaveLength(1);
});

test("an undone import leaves neither photos nor files", async () => {
  const { server, admin, files, path } = await importWithStop();
  expect((await admin.put(`${path}/undo`)).status).toBe(200);
  expect(await endOf(admin, path)).toMatchObject({ state: "undone", result: { leftCount: 0 } });
  expect(await article(admin, "PIC-1")).toBeNull();
  expect(await filesAfterCleanup(server)).toBe(files);
});

test("a cancelled import leaves neither photos nor files", async () => {
  const server = await startServer({ sliceMs: 0 });
  const files = await filesAfterCleanup(server);
  const { admin, slices, path } = await startImport(server, "articles", await withPictures(), 3);
  const cancelling = admin.put(`${path}/cancel`);
  slices.release();
  await cancelling;
  expect(await endOf(admin, path)).toMatchObject({ state: "cancelled" });
  expect(await filesAfterCleanup(server)).toBe(files);
});
