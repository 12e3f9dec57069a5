import sharp from "sharp";
import { expect, test } from "vitest";
import { rasterOf } from "../../../src/demo/virtual-printer/raster-labels.ts";
import type { LabelLayout } from "../../../src/domain/label-layout.ts";
import { type Bitmap, isBlack } from "../../../src/printing/raster/bitmap.ts";
import { codesOn } from "../preview/read-picture.ts";
import { createShop, Done, Failed, type Shop } from "../queue/printers.ts";
import { codeAt, layoutOf, pictureAt, textAt } from "./samples.ts";

// What a printer gets of a drawn label, decoded as the manuals of its language say, is the preview dot for dot.

const LANGUAGES = ["zpl", "tspl", "epl", "escpos", "star"] as const;

/** Every kind of element, in every rotation. */
const LAYOUT: LabelLayout = layoutOf(
  [
    textAt({ id: "top", text: "{{name}} Ž", isBold: true }),
    textAt({ id: "right", rotation: 90, x: 60, y: 2, widthMm: 30 }),
    textAt({ id: "left", rotation: 270, x: 64, y: 30, widthMm: 24, align: "right" }),
    codeAt({ id: "bars", y: 10, widthMm: 50 }),
    codeAt({
      id: "qr",
      symbology: "qr",
      rotation: 180,
      x: 2,
      y: 26,
      widthMm: 20,
      heightMm: 28,
      text: "qr {{code}}",
    }),
    codeAt({ id: "dm", symbology: "datamatrix", rotation: 90, x: 30, y: 26, widthMm: 20, heightMm: 20 }),
    pictureAt({ x: 52, y: 45, rotation: 90 }),
    {
      ...{ id: "frame", kind: "box", x: 0, y: 0, rotation: 0, widthMm: 71.3, heightMm: 60 },
      ...{ strokeMm: 0.4, isFilled: false },
    },
  ],
  { widthMm: 71.3, heightMm: 60 },
);
const CODES = ["Code128", "DataMatrix", "QRCode"] as const;

/** The rows of a PNG as text, for a readable difference. */
async function rowsOf(png: Uint8Array): Promise<string[]> {
  const { data, info } = await sharp(png).greyscale().raw().toBuffer({ resolveWithObject: true });
  return Array.from({ length: info.height }, (_, y) =>
    Array.from({ length: info.width }, (_, x) => (data[y * info.width + x] === 0 ? "#" : ".")).join(""),
  );
}

function rowsOfBitmap(bitmap: Bitmap | null, width: number): string[] {
  if (bitmap === null) throw new Error("the printer got no bitmap");
  return Array.from({ length: bitmap.height }, (_, y) =>
    Array.from({ length: width }, (_, x) => (isBlack(bitmap, x, y) ? "#" : ".")).join(""),
  );
}

const requestPicture = async ({ user }: Shop, oid: number) =>
  (await user.get(`/api/printrequests/${oid}/preview`)).bytes;

async function printDrawn(shop: Shop, layout: LabelLayout, copies = 1): Promise<number> {
  const format = await shop.admin.post("/api/printingformats", { name: "Drawn", layout });
  const oid = await shop.print({ formatId: format.body.oid, copies });
  await shop.becomes(oid, { stateId: Done });
  return oid;
}

for (const language of LANGUAGES) {
  test.each([203, 300] as const)(
    `${language}: the printer gets the preview dot for dot, at %i dpi`,
    async (dpi) => {
      const shop = await createShop({ language });
      await shop.admin.put(`/api/printingprinters/${shop.printerId}`, { dpi });
      const oid = await printDrawn(shop, LAYOUT, 2);
      const { labels } = shop.printer;
      expect(labels).toHaveLength(2);

      const { body } = await shop.user.post("/api/printingformats/layout-preview", {
        ...{ layout: LAYOUT, dpi, articleId: 1 },
      });
      expect(body.problems).toEqual([]);
      const preview = Buffer.from(body.picture, "base64");
      const rows = await rowsOf(preview);
      for (const { bytes } of labels)
        expect(rowsOfBitmap(rasterOf(language, bytes), body.widthDots)).toEqual(rows);
      const ofRequest = await requestPicture(shop, oid);
      expect(await rowsOf(ofRequest)).toEqual(rows);
      const { code } = (await shop.user.get("/api/articles/1")).body;
      expect(await codesOn(preview, CODES)).toEqual([
        `Code128: ${code}`,
        `DataMatrix: ${code}`,
        `QRCode: qr ${code}`,
      ]);
    },
  );
}

test("a label in the queue keeps its dots when its format changes and its printer is replaced", async () => {
  const shop = await createShop({ language: "zpl" });
  shop.printer.setFaults({ paused: true });
  const { body: format } = await shop.admin.post("/api/printingformats", { name: "Drawn", layout: LAYOUT });
  const oid = await shop.print({ formatId: format.oid });
  const before = await rowsOf(await requestPicture(shop, oid));
  expect((await shop.admin.put(`/api/printingformats/${format.oid}`, { layout: layoutOf([]) })).status).toBe(
    200,
  );
  expect((await shop.admin.delete(`/api/printingformats/${format.oid}`)).status).toBe(204);
  expect(await rowsOf(await requestPicture(shop, oid))).toEqual(before);
});

test("a label that is wider than a receipt printer prints is 400 with both widths", async () => {
  const shop = await createShop({ language: "escpos" });
  const wide = { ...LAYOUT, widthMm: 73 };
  const { body: format } = await shop.admin.post("/api/printingformats", { name: "Wide", layout: wide });
  const wanted = { articleId: 1, printerId: shop.printerId, labelFormatId: format.oid };
  const response = await shop.user.post("/api/pda/printing/print", wanted);
  const text = "The label is 73 mm wide, but the printer prints 72 mm.";
  expect(response.status).toBe(400);
  expect(response.body.errors).toEqual([expect.objectContaining({ path: "labelFormatId" })]);
  expect(JSON.stringify(response.body)).toContain(text);
  await shop.admin.put(`/api/printingprinters/${shop.printerId}`, { printWidthMm: 73 });
  expect((await shop.user.post("/api/pda/printing/print", wanted)).status).toBe(201);
});

test("copies that a changed type of printer can't print end in Error", async () => {
  const shop = await createShop({ language: "zpl" });
  const path = `/api/printingprinters/${shop.printerId}`;
  await shop.admin.put(path, { dpi: 600 });
  const size = { widthMm: 300, heightMm: 300 };
  const { body: format } = await shop.admin.post("/api/printingformats", {
    ...{ name: "Large", layout: layoutOf([textAt()], size) },
  });
  shop.printer.setFaults({ paused: true });
  const oid = await shop.print({ formatId: format.oid, copies: 1000 });
  await shop.admin.put(path, { printerTypeId: 1, printWidthMm: 300 });
  shop.printer.clearFaults();
  await shop.becomes(oid, { stateId: Failed });
  const { body } = await shop.user.get(`/api/printrequests/${oid}`);
  expect(JSON.stringify(body)).toContain("So many copies of so long a label can't be printed at once.");
});

test.each([
  ["that can't contain the data", codeAt({ symbology: "ean13" })],
  ["that the edge cuts", codeAt({ symbology: "qr", x: 40, y: 2, widthMm: 20, heightMm: 20 })],
])("a label with a code %s is 400", async (_, code) => {
  const shop = await createShop({ language: "zpl" });
  const layout = layoutOf([code]);
  const { body: format } = await shop.admin.post("/api/printingformats", { name: "Code", layout });
  const wanted = { articleId: 1, printerId: shop.printerId, labelFormatId: format.oid };
  expect(await shop.user.post("/api/pda/printing/print", wanted)).toMatchObject({
    status: 400,
    body: { errors: [{ path: "labelFormatId" }] },
  });
});

test("an Admin prints an unsaved layout on any printer, a user does not", async () => {
  const shop = await createShop({ language: "tspl" });
  const path = `/api/printingprinters/${shop.printerId}/test`;
  expect((await shop.user.post(path, { layout: LAYOUT })).status).toBe(403);
  const { status, body } = await shop.admin.post(path, { layout: LAYOUT });
  expect(status).toBe(201);
  await shop.becomes(body.oid, { stateId: Done });
  expect(rasterOf("tspl", shop.printer.labels[0]?.bytes ?? Buffer.alloc(0))?.height).toBe(480);
  const refused = await shop.admin.post(path, { layout: layoutOf([codeAt({ symbology: "ean8" })]) });
  expect(refused.body.errors).toEqual([expect.objectContaining({ path: "layout" })]);
});
