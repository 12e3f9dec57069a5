import { describe, expect, test } from "vitest";
import type { CodeElement, LayoutElement } from "../../../src/domain/label-layout.ts";
import { sharedServer } from "../../harness/server.ts";
import { codesOn } from "../preview/read-picture.ts";
import { codeAt, layoutOf, textAt } from "./samples.ts";

// GS1-128 and GS1 DataMatrix follow one rule, when a label is drawn and when its layout is saved.

const { admin } = sharedServer();

const GS1 = ["gs1-128", "gs1-datamatrix"] as const;
const path = "/api/printingformats";
let count = 0;
const save = (elements: readonly LayoutElement[]) => {
  count += 1;
  return admin.post(path, { name: `Codes ${count}`, layout: layoutOf(elements) });
};
const code = (symbology: CodeElement["symbology"], text: string) =>
  codeAt({ symbology, text, widthMm: 90, heightMm: 40, showText: false });
const paper = { widthMm: 100, heightMm: 60 };
const draw = async (element: CodeElement, articleId = 1) => {
  const body = { layout: layoutOf([element], paper), articleId };
  return (await admin.post(`${path}/layout-preview`, body)).body;
};

const VALID = [
  "(01)04006381333931",
  "(01)04006381333931(21)SN-1/a",
  "(00)340123450000000017",
  "(8004)4006381A1",
  "(8003)04006381333931S",
  "(00)340123450000000017(02)04006381333931(37)12",
  "(99)own-data",
];
const INVALID: readonly [string, RegExp][] = [
  ["(21)SN-1", /^\(21\) needs other application identifiers in the same code: 01 \/ 03 \/ 8006$/],
  ["(10)LOT-7", /^\(10\) needs other application identifiers/],
  ["(02)04006381333931", /: 37$/],
  ["(37)12", /: 00 \+ 02 \/ 8026$/],
  ["(01)04006381333932", /^\(01\) can't have this value$/],
  ["(01)04006381333931(17)261301", /^\(17\) can't have this value$/],
  ["(01)04006381333931(02)04006381333931(37)1", /^\(\d\d\) and \(\d\d\) can't be in the same code$/],
  ["(7777)1", /^must be GS1 application identifiers in brackets/],
  ["7", /^must be GS1 application identifiers in brackets/],
  ["04006381333931", /^must be GS1 application identifiers in brackets/],
];

describe.each(GS1)("%s", (symbology) => {
  test.each(VALID)("%s is drawn and saved", async (text) => {
    expect((await draw(code(symbology, text))).problems).toEqual([]);
    expect((await save([code(symbology, text)])).status).toBe(201);
  });

  test.each(INVALID)("%s is neither drawn nor saved", async (text, message) => {
    expect((await draw(code(symbology, text))).problems).toEqual([
      { elementId: "code", problem: "invalidContent" },
    ]);
    const { status, body } = await save([textAt(), code(symbology, text)]);
    expect(status).toBe(400);
    expect(body.errors).toEqual([
      { path: "layout.elements.1.text", message: expect.stringMatching(message) },
    ]);
  });

  test("placeholders are values that are not known when the layout is saved", async () => {
    for (const text of ["(01){{gtin}}(21){{serialNumber}}", "{{gs1}}", "{{gs1}}(10){{field:Lot}}"])
      expect((await save([code(symbology, text)])).status).toBe(201);
    expect((await save([code(symbology, "(17){{warrantyEnd}}(01){{gtin}}")])).status).toBe(201);
    for (const text of ["(21){{serialNumber}}", "({{code}})1", "{{code}}", "(01)04006381333932(21){{code}}"])
      expect([text, (await save([code(symbology, text)])).status]).toEqual([text, 400]);
  });

  test("{{gs1}} is the article's GTIN and serial number", async () => {
    await admin.put("/api/articles/1", { serialNumber: "SN-1/a" });
    await admin.post("/api/articles/1/codes", { code: "4006381333931" });
    const { problems, picture } = await draw(code(symbology, "{{gs1}}"));
    expect(problems).toEqual([]);
    const format = symbology === "gs1-128" ? "Code128" : "DataMatrix";
    expect(await codesOn(Buffer.from(picture, "base64"), [format])).toEqual([
      `${format}: (01)04006381333931(21)SN-1/a`,
    ]);
  });
});

test("a changed layout and one from a file are checked too", async () => {
  const { body } = await save([code("gs1-128", "{{gs1}}")]);
  const layout = layoutOf([code("gs1-128", "(21)A")]);
  const changed = await admin.put(`${path}/${body.oid}`, { layout });
  const file = { format: "tallybox-label", version: 1, name: "From a file", subject: "article", layout };
  const imported = await admin.post(`${path}/from-file`, file);
  for (const response of [changed, imported]) {
    expect(response.status).toBe(400);
    expect(response.body.errors[0].path).toBe("layout.elements.0.text");
  }
});

test("a content without placeholders that a code can't hold is not saved", async () => {
  const fixed: readonly [CodeElement["symbology"], string, boolean][] = [
    ["ean13", "4006381333931", true],
    ["ean13", "4006381333932", false],
    ["ean8", "4006381333931", false],
    ["code39", "lower", false],
    ["code128", "žluť", false],
    ["ean13", "{{code}}", true],
    ["qr", "žluť", true],
  ];
  for (const [symbology, text, isValid] of fixed) {
    const { status, body } = await save([code(symbology, text)]);
    expect([symbology, text, status]).toEqual([symbology, text, isValid ? 201 : 400]);
    if (!isValid) expect(body.errors[0].path).toBe("layout.elements.0.text");
  }
});
