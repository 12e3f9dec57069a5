import { beforeAll, expect, test } from "vitest";
import { sharedServer } from "../harness/server.ts";
import { codesOn } from "./preview/read-picture.ts";
import { queueOf } from "./queue.ts";

// {{gtin}}, {{ean}} and {{gs1}}: an article's GTIN and serial number in the codes of GS1.

const server = sharedServer();
const { admin } = server;
beforeAll(async () => {
  await admin.put("/api/articles/1", { serialNumber: "SN-1/a" });
  await admin.post("/api/articles/1/codes", { code: "OLD-1" });
  await admin.post("/api/articles/1/codes", { code: "4006381333931" });
  await admin.put("/api/articles/2", { code: "14006381333938", serialNumber: "has (brackets)" });
});

const preview = (template: string, articleId: number) =>
  admin.post("/api/printingformats/preview", { template, printerTypeId: 3, articleId });

async function textFor(articleId: number, template: string): Promise<string> {
  const body = { template, articleId };
  const { oid } = (await admin.post("/api/printingprinters/3/test", body)).body;
  const data =
    queueOf(server)
      .find((request) => request.oid === oid)
      ?.data.toString() ?? "";
  return data.replace(/_([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

test.each([
  [1, "04006381333931|4006381333931|(01)04006381333931(21)SN-1/a"],
  // The own code is a box's GTIN, which has no EAN-13. Brackets can't be in an element string.
  [2, "14006381333938||(01)14006381333938"],
  [3, "||"],
])("article %i has the values %s", async (articleId, text) => {
  expect(await textFor(articleId, "^XA^FD{{gtin}}|{{ean}}|{{gs1}}^FS^XZ")).toContain(`^FD${text}^FS`);
});

test("in ZPL the preview draws EAN-13, GS1-128 and GS1 DataMatrix with the article's GTIN", async () => {
  const codes = async (template: string) =>
    codesOn((await preview(template, 1)).bytes, ["EAN-13", "Code128", "DataMatrix"]);
  expect(await codes("^XA^PW500^LL300^FO60,40^BY3^BEN,120,Y,N^FD{{ean}}^FS^XZ")).toEqual([
    "EAN13: 4006381333931",
  ]);
  const [matrix = ""] = await codes("^XA^PW500^LL300^FO60,40^BXN,8,200,,,,_^FD{{gs1}}^FS^XZ");
  expect(matrix.replaceAll("\u001d", "").replace(/[()]/g, "")).toBe("DataMatrix: 010400638133393121SN-1/a");
  const [bars = ""] = await codes("^XA^PW800^LL300^FO60,40^BY2^BCN,120,N,N,N,D^FD{{gs1}}^FS^XZ");
  expect(bars.replaceAll("\u001d", "").replace(/[()]/g, "")).toBe("Code128: 010400638133393121SN-1/a");
});

test("in ZPL a Data Matrix begins with FNC1, and the brackets are left out", async () => {
  const template = "^XA^FO1,1^BXN,8,200,,,,_^FD{{gs1}}^FS^XZ";
  expect(await textFor(1, template)).toContain("^FD_1010400638133393121SN-1/a^FS");
  expect(await textFor(3, template)).toContain("^FD^FS");
});

test.each([
  ["^BC of another mode", "^BCN,80"],
  ["^BX of another quality", "^BXN,8"],
])("in %s {{gs1}} is refused, with the line", async (_, code) => {
  const template = `^XA\n^FO1,1${code}^FD{{gs1}}^FS\n^XZ`;
  expect(await preview(template, 1)).toMatchObject({
    status: 400,
    body: { errors: [{ path: "template", line: 2 }] },
  });
});
