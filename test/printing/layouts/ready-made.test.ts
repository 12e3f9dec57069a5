import { beforeAll, expect, test } from "vitest";
import type { CodeElement } from "../../../src/domain/label-layout.ts";
import { READY_MADE } from "../../../src/printing/layouts/ready-made.ts";
import { sharedServer } from "../../harness/server.ts";
import { codesOn } from "../preview/read-picture.ts";

// The codes of each ready-made label are read from its bitmap, with the longest serial number that a GS1 code holds.

const { admin } = sharedServer();
beforeAll(async () => {
  await admin.put("/api/articles/1", { serialNumber: SERIAL });
  await admin.post("/api/articles/1/codes", { code: EAN });
});

const EAN = "4006381333931";
const SERIAL = "SN-2041/long+0000007";
const FORMATS = {
  code128: "Code128",
  code39: "Code39",
  ean13: "EAN13",
  ean8: "EAN8",
  qr: "QRCode",
  datamatrix: "DataMatrix",
  "gs1-128": "Code128",
  "gs1-datamatrix": "DataMatrix",
} as const satisfies Record<CodeElement["symbology"], string>;
const VALUES: Readonly<Record<string, string>> = {
  "{{ean}}": EAN,
  "{{gs1}}": `(01)0${EAN}(21)${SERIAL}`,
};

test.each(READY_MADE.map(({ id, subject, layout }) => ({ id, subject, layout })))(
  "$id is saved, and its codes are read at each resolution",
  async ({ id, subject, layout }) => {
    const { status } = await admin.post("/api/printingformats", { name: id, subject, layout });
    expect(status).toBe(201);
    const record = subject === "article" ? { articleId: 1 } : { locationId: 5 };
    const own = subject === "article" ? "A000001" : "B1-G-02";
    const codes = layout.elements.filter((element) => element.kind === "code");
    const expected = codes.map(({ symbology, text }) => `${FORMATS[symbology]}: ${VALUES[text] ?? own}`);
    for (const dpi of [180, 203, 300] as const) {
      const body = { layout, subject, dpi, ...record };
      const { picture, problems } = (await admin.post("/api/printingformats/layout-preview", body)).body;
      expect(problems.filter(({ problem }: { problem: string }) => problem !== "textCut")).toEqual([]);
      const formats = codes.map(({ symbology }) => FORMATS[symbology]);
      expect(await codesOn(Buffer.from(picture, "base64"), formats)).toEqual(expected.sort());
    }
  },
);

test("there are ready-made labels with EAN-13, GS1-128 and GS1 DataMatrix", () => {
  const all = READY_MADE.flatMap(({ layout }) => layout.elements);
  const codes = all.filter((element) => element.kind === "code").map(({ symbology }) => symbology);
  expect(codes).toEqual(expect.arrayContaining(["ean13", "gs1-128", "gs1-datamatrix"]));
});
