import { getDocumentProxy } from "unpdf";
import { describe, expect, test } from "vitest";
import { LABEL_SHEETS, labelsOn } from "../../../src/domain/label-sheets.ts";
import { refusal } from "../../harness/client.ts";
import { pdfText } from "../../harness/pdf.ts";
import { sharedServer } from "../../harness/server.ts";
import { codesOf, pagesOf } from "./read-sheet.ts";

// Sheets of labels for office printers, as PDF.

const { admin, user } = sharedServer();

const ofLocations = (id: number, body: object) => user.post(`/api/locations/${id}/label-sheet`, body);
const ofArticles = (body: object) => user.post("/api/articles/label-sheet", body);
const near = (value: number) => expect.closeTo(value, 1);

test("a sheet of a location and all below it has a readable code and texts for each, in the walking order", async () => {
  const response = await ofLocations(2, { sheet: "L7160" });
  expect(response.headers.get("content-type")).toBe("application/pdf");
  expect(response.headers.get("content-disposition")).toMatch(/labels-\d{4}-\d\d-\d\d\.pdf/);
  const [page, ...more] = pagesOf(response.bytes);
  expect(more).toEqual([]);
  expect(page).toMatchObject({ width: 210, height: 297 });
  const codes = await Promise.all((page?.labels ?? []).map(codesOf));
  expect(codes).toHaveLength(19);
  expect(codes[0]).toEqual(["QRCode: B1-G"]);
  expect(new Set(codes.flat())).toContain("QRCode: B1-G-18");
  const text = await pdfText(response.bytes);
  for (const part of ["Skladová hala č. 1", "Main building", "B1-G-01"]) expect(text).toContain(part);
});

test("the title of a sheet is in the language of the request", async () => {
  const body = { ids: [7], sheet: "L7160" };
  const { bytes } = await user.post("/api/articles/label-sheet", body, { "accept-language": "cs" });
  const { info } = await (await getDocumentProxy(new Uint8Array(bytes))).getMetadata();
  expect(info).toMatchObject({ Title: "Štítky" });
});

test.each([
  ["Hebrew with digits", "\u05d0\u05d1 1234 \u05d2", ["\u05d0", "1234"]],
  ["Hebrew with vowels", "\u05e9\u05b8\u05c1\u05dc\u05d5\u05b9\u05dd", ["\u05dc", "\u05dd"]],
  ["Arabic with digits", "\u0628\u064a\u062a5678", ["5678"]],
  ["what the font lacks", "Saw \u4e2d", ["Saw U+4E2D"]],
])("a label is readable for %s", async (what, name, parts) => {
  const { oid } = (await admin.post("/api/locations", { name, code: `RTL ${what}` })).body;
  const text = await pdfText((await ofLocations(oid, { sheet: "L7160" })).bytes);
  for (const part of parts) expect(text).toContain(part);
});

test.each([
  ["qr", "QRCode"],
  ["code128", "Code128"],
  ["datamatrix", "DataMatrix"],
])("articles get the code type %s", async (code, format) => {
  const { bytes } = await ofArticles({ ids: [7, 3], sheet: "L7163", code });
  const labels = pagesOf(bytes).flatMap(({ labels: all }) => all);
  expect(await Promise.all(labels.map(codesOf))).toEqual([[`${format}: A000007`], [`${format}: A000003`]]);
});

test("a code that bars can't show becomes a QR code", async () => {
  const codes = ["Č-1", "x".repeat(60)];
  const oids: number[] = [];
  for (const code of codes) oids.push((await admin.post("/api/locations", { name: "Odd", code })).body.oid);
  for (const [at, oid] of oids.entries()) {
    const { bytes } = await ofLocations(oid, { sheet: "L7160", code: "code128" });
    const [label] = pagesOf(bytes)[0]?.labels ?? [];
    expect(label && (await codesOf(label))).toEqual([`QRCode: ${codes[at]}`]);
  }
});

describe.each(LABEL_SHEETS)("sheet $name", (sheet) => {
  test("the labels stand where the maker has cut them, within the page, and each code is readable", async () => {
    const count = Math.min(labelsOn(sheet) + 1, 100);
    const ids = Array.from({ length: count }, (_, at) => at + 1);
    const { bytes } = await ofArticles({ ids, sheet: sheet.name });
    const pages = pagesOf(bytes);
    expect(pages.map(({ labels }) => labels.length)).toEqual(
      labelsOn(sheet) === 1 ? [1, 1] : [labelsOn(sheet), 1],
    );
    const [first] = pages;
    const { left, top, pitchX, pitchY, columns, rows, label, page } = sheet;
    expect(first).toMatchObject({ width: near(page.width), height: near(page.height) });
    expect(first?.labels[0]?.place).toMatchObject({ x: near(left), y: near(top), width: near(label.width) });
    expect(first?.labels.at(-1)?.place).toMatchObject({
      ...{ x: near(left + (columns - 1) * pitchX), y: near(top + (rows - 1) * pitchY) },
      height: near(label.height),
    });
    for (const { place, dark } of first?.labels ?? []) {
      expect(place.x).toBeGreaterThanOrEqual(-0.01);
      expect(place.x + place.width).toBeLessThanOrEqual(page.width + 0.01);
      expect(place.y + place.height).toBeLessThanOrEqual(page.height + 0.01);
      for (const box of dark) {
        expect(box.x).toBeGreaterThan(place.x);
        expect(box.x + box.width).toBeLessThan(place.x + place.width);
      }
    }
    const last = first?.labels.at(-1);
    expect(last && (await codesOf(last))).toEqual([`QRCode: A${String(labelsOn(sheet)).padStart(6, "0")}`]);
  });
});

test("the measures are those of the makers", () => {
  const of = (name: string) => LABEL_SHEETS.find((sheet) => sheet.name === name);
  expect(of("L7160")).toMatchObject({ left: 7.21, top: 15.15, pitchX: 66.04, pitchY: 38.1 });
  expect(of("L7159")).toMatchObject({ left: 7.21, top: 12.9, pitchX: 66.04, pitchY: 33.9 });
  expect(of("L7161")).toMatchObject({ left: 7.21, top: 8.7, pitchX: 66.04, pitchY: 46.6 });
  expect(of("L7162")).toMatchObject({ left: 4.65, top: 12.9, pitchX: 101.6, pitchY: 33.9 });
  expect(of("L7163")).toMatchObject({ left: 4.65, top: 15.15, pitchX: 101.6, pitchY: 38.1 });
  expect(of("L7165")).toMatchObject({ left: 4.65, top: 13.1, pitchX: 101.6, pitchY: 67.7 });
  expect(of("L7173")).toMatchObject({ left: 4.65, top: 6, pitchX: 101.6, pitchY: 57 });
  expect(of("L4732")).toMatchObject({ left: 11, top: 13.3, pitchX: 38.1, pitchY: 16.9 });
  expect(of("L7651")).toMatchObject({ left: 4.75, top: 10.7, pitchX: 40.6, pitchY: 21.2 });
  expect(of("5160")).toMatchObject({ left: 4.763, top: 12.7, pitchX: 69.85, pitchY: 25.4 });
  expect(of("5161")).toMatchObject({ left: 3.969, top: 12.7, pitchX: 106.363, pitchY: 25.4 });
  expect(of("5163")).toMatchObject({ left: 3.969, top: 12.7, pitchX: 106.363, pitchY: 50.8 });
  expect(of("5164")).toMatchObject({
    left: 3.969,
    top: expect.closeTo(12.7, 2),
    pitchX: 106.363,
    pitchY: 84.667,
  });
  expect(of("3474")).toMatchObject({ left: 0, top: 0.5, pitchX: 70, pitchY: 37 });
  expect(of("3425")).toMatchObject({ left: 0, top: 6, pitchX: 105, pitchY: 57 });
  expect(of("3483")).toMatchObject({ left: 0, top: 0.5, pitchX: 105, pitchY: 148 });
  expect(of("50x25")).toMatchObject({ left: 5, top: 11, pitchX: 50, pitchY: 25 });
});

test("each label of a roll is a page", () => {
  const rolls = LABEL_SHEETS.filter(({ name }) => name.startsWith("roll-"));
  const sizes = [
    [50, 25],
    [70, 37],
    [99.1, 38.1],
    [105, 57],
    [105, 148],
  ] as const;
  expect(rolls.map(({ label }) => [label.width, label.height])).toEqual(sizes);
  for (const { page, label, columns, rows } of rolls) expect([page, columns, rows]).toEqual([label, 1, 1]);
});

test("a used sheet begins at label N", async () => {
  const { bytes } = await ofArticles({ ids: [1, 2, 3], sheet: "L7160", start: 20 });
  const pages = pagesOf(bytes);
  expect(pages.map(({ labels }) => labels.length)).toEqual([2, 1]);
  expect(pages[0]?.labels[0]?.place).toMatchObject({ x: near(7.21 + 66.04), y: near(15.15 + 6 * 38.1) });
  expect(pages[1]?.labels[0]?.place).toMatchObject({ x: near(7.21), y: near(15.15) });
});

test("one location alone, and records without a code", async () => {
  const { oid } = (await admin.post("/api/locations", { name: "Bare", parentLocationId: 4 })).body;
  const one = await ofLocations(4, { sheet: "5163", withBelow: false });
  const both = await ofLocations(4, { sheet: "5163" });
  for (const { bytes } of [one, both]) expect(pagesOf(bytes)[0]?.labels).toHaveLength(1);
  const { status, body } = await ofLocations(oid, { sheet: "5163" });
  expect([status, body.errors]).toEqual([
    400,
    [{ path: "", message: "None of the records has a code. Only records with a code get a label." }],
  ]);
});

test.each<[string, object, string[]]>([
  ["an unknown sheet", { ids: [1], sheet: "L1" }, ["sheet"]],
  ["an unknown code type", { ids: [1], sheet: "L7160", code: "ean13" }, ["code"]],
  ["a start beyond the sheet", { ids: [1], sheet: "L7160", start: 22 }, ["start"]],
  ["start 0", { ids: [1], sheet: "L7160", start: 0 }, ["start"]],
  ["no selection", { sheet: "L7160" }, ["ids"]],
  ["nothing selected", { filter: { q: "nothing is named so" }, sheet: "L7160" }, [""]],
  ["articles that do not exist", { ids: [999_998, 999_999], sheet: "L7160" }, [""]],
])("%s is 400 at the field", async (_, body, paths) => {
  const response = await ofArticles(body);
  expect(refusal(response)).toEqual([400, ...paths]);
});

test("articles of another tenant get no label", async () => {
  const { bytes } = await ofArticles({ ids: [501, 1], sheet: "L7160" });
  expect(pagesOf(bytes)[0]?.labels).toHaveLength(1);
});
