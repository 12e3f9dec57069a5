import sharp, { type Sharp } from "sharp";
import { expect, test } from "vitest";
import type { LabelLayout } from "../../../src/domain/label-layout.ts";
import { sharedServer } from "../../harness/server.ts";
import { codesOn } from "../preview/read-picture.ts";
import { codeAt, layoutOf, textAt } from "./samples.ts";

const server = sharedServer();

const preview = async (layout: LabelLayout, more: object = {}) => {
  const { status, body } = await server.user.post("/api/printingformats/layout-preview", { layout, ...more });
  expect(status).toBe(200);
  return { ...body, png: Buffer.from(body.picture, "base64") };
};

test.each([
  [180, 354, 177],
  [203, 400, 200],
  [300, 591, 295],
  [600, 1181, 591],
])("at %i dpi a label of 50 × 25 mm has %i × %i dots", async (dpi, width, height) => {
  const { png, widthDots, heightDots } = await preview(layoutOf([textAt()]), { dpi });
  expect([widthDots, heightDots]).toEqual([width, height]);
  const { channels, ...size } = await sharp(png).metadata();
  expect([size.width, size.height, size.format]).toEqual([width, height, "png"]);
});

const CODES = [
  ["code128", "A 0001/x", "Code128"],
  ["code39", "AB-123", "Code39"],
  ["ean13", "4006381333931", "EAN13"],
  ["ean8", "96385074", "EAN8"],
  ["qr", "Příliš 1", "QRCode"],
  ["datamatrix", "A000001", "DataMatrix"],
  ["gs1-128", "(01)09521234543213(21)A1", "Code128"],
  ["gs1-datamatrix", "(01)09521234543213(21)A1", "DataMatrix"],
] as const;
const ROTATIONS = [0, 90, 180, 270] as const;

test.each(CODES)("%s can be read at each resolution and rotation", async (symbology, text, format) => {
  for (const dpi of [180, 203, 300]) {
    for (const rotation of ROTATIONS) {
      const code = codeAt({ symbology, text, rotation, x: 2, y: 2, widthMm: 56, heightMm: 30 });
      const { png, problems } = await preview(layoutOf([code], { widthMm: 60, heightMm: 60 }), { dpi });
      expect(problems).toEqual([]);
      expect(await codesOn(png, [format])).toEqual([`${format}: ${text}`]);
    }
  }
});

test("problems name their element", async () => {
  const layout = layoutOf([
    textAt({ id: "long", text: "word ".repeat(100) }),
    textAt({ id: "colour", text: "{{colour}}" }),
    codeAt({ id: "narrow", widthMm: 8 }),
    codeAt({ id: "ean", symbology: "ean13", text: "4006381333932" }),
    codeAt({ id: "empty", text: "{{field:Nothing}}" }),
    textAt({ id: "outside", x: 30 }),
  ]);
  const { problems } = await preview(layout);
  expect(problems).toEqual([
    { elementId: "long", problem: "textCut" },
    { elementId: "colour", problem: "unknownPlaceholder" },
    { elementId: "narrow", problem: "codeDoesNotFit" },
    { elementId: "ean", problem: "invalidContent" },
    { elementId: "empty", problem: "empty" },
    { elementId: "outside", problem: "outside" },
  ]);
});

test("a value with brackets adds no element to a GS1 code", async () => {
  const { admin } = server;
  const article = (await admin.get("/api/articles/1")).body;
  expect((await admin.put("/api/articles/1", { ...article, serialNumber: "1(10)X" })).status).toBe(200);
  const code = codeAt({ id: "gs1", symbology: "gs1-128", text: "(01)04006381333931(21){{serialNumber}}" });
  const { problems } = await preview(layoutOf([code]), { articleId: 1 });
  expect(problems).toEqual([{ elementId: "gs1", problem: "invalidContent" }]);
});

test.each([90, 180, 270] as const)("a rotation by %i degrees is clockwise", async (rotation) => {
  const size = { widthMm: 30, heightMm: 12 };
  const upright = await preview(layoutOf([textAt({ ...size, x: 0, y: 0, text: "Rg 1" })], size));
  const turned = rotation === 180 ? size : { widthMm: size.heightMm, heightMm: size.widthMm };
  const rotated = await preview(layoutOf([textAt({ ...size, x: 0, y: 0, text: "Rg 1", rotation })], turned));
  const pixels = (picture: Sharp) => picture.greyscale().raw().toBuffer();
  const expected = await pixels(sharp(upright.png).rotate(rotation));
  expect(Buffer.compare(await pixels(sharp(rotated.png)), expected)).toBe(0);
});
