import { describe, expect, test } from "vitest";
import { sqlite, statement } from "../../../src/storage/database/statement.ts";
import { refusal } from "../../harness/client.ts";
import { sharedServer } from "../../harness/server.ts";
import { codesOn, inkOn } from "./read-picture.ts";

const server = sharedServer();
const { admin, user } = server;

const preview = (body: object, headers = {}) => user.post("/api/printingformats/preview", body, headers);
const ofRequest = (oid: number, as = user) => as.get(`/api/printrequests/${oid}/preview`);
const print = async (body: object): Promise<number> => {
  const response = await user.post("/api/pda/printing/print", {
    articleId: 1,
    printerId: 1,
    labelFormatId: 1,
    ...body,
  });
  expect(response.status).toBe(201);
  return response.body.oid;
};
const codeOf = async (articleId: number): Promise<string> =>
  (await user.get(`/api/articles/${articleId}`)).body.code;
/** An active printer of the demo that accepts the format. */
const printerFor = async (labelFormatId: number): Promise<number> => {
  const { body: format } = await user.get(`/api/printingformats/${labelFormatId}`);
  const { body: printers } = await user.get("/api/printingprinters");
  return printers.find(
    (printer: { printerTypeId: number; isActive: boolean }) =>
      printer.isActive && printer.printerTypeId === format.printerTypeId,
  ).oid;
};
const ZPL = "^XA^FO16,16^A0N,30^FD{{name}}^FS^XZ";

describe("a stored format", () => {
  test("of ZPL shows the article's Code 128 and its name", async () => {
    const response = await preview({ labelFormatId: 1, articleId: 7 });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("image/png");
    expect(await codesOn(response.bytes)).toEqual([`Code128: ${await codeOf(7)}`]);
    expect(await inkOn(response.bytes)).toMatchObject({
      width: 400,
      height: 200,
      columns: [16, expect.any(Number)],
    });
  });

  test("of ESC/POS shows the article's Code 128 and QR code", async () => {
    const response = await preview({ labelFormatId: 2, articleId: 7 });
    const code = await codeOf(7);
    expect(await codesOn(response.bytes)).toEqual([`Code128: ${code}`, `QRCode: ${code}`]);
  });

  test.each([3, 4])("with number %i, of TSPL or EPL, is shown as text", async (labelFormatId) => {
    const response = await preview({ labelFormatId, articleId: 7 });
    expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(response.text).toContain(`"${await codeOf(7)}"`);
    expect(response.text).toContain((await user.get("/api/articles/7")).body.name);
  });
});

test("a template is shown without being stored, for any role, with an article or a sample", async () => {
  const before = (await user.get("/api/printingformats")).body.length;
  const sample = await preview({ template: ZPL, printerTypeId: 3 });
  const article = await preview({ template: ZPL, printerTypeId: 3, articleId: 2 });
  expect([sample.status, article.status]).toEqual([200, 200]);
  expect(sample.bytes.equals(article.bytes)).toBe(false);
  expect((await user.get("/api/printingformats")).body.length).toBe(before);
});

test("the paper has the requested size", async () => {
  const { bytes } = await preview({ template: ZPL, printerTypeId: 3, widthMm: 101.6, heightMm: 50.8 });
  const { width, height } = await inkOn(bytes);
  expect([width, height]).toEqual([813, 407]);
});

test("no part of a picture can run in a browser, and caches revalidate it", async () => {
  const { headers } = await preview({ labelFormatId: 3 });
  expect(headers.get("content-security-policy")).toMatch(/^default-src 'none'; .*; sandbox$/);
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("cache-control")).toBe("private, no-cache");
});

test.each<[object, string[]]>([
  [{}, ["template"]],
  [{ template: ZPL }, ["printerTypeId"]],
  [{ template: ZPL, printerTypeId: 99 }, ["printerTypeId"]],
  [{ template: "", printerTypeId: 3 }, ["template"]],
  [{ template: "no label", printerTypeId: 3 }, ["template"]],
  [{ template: "^XA^FD{{cod}}^FS^XZ", printerTypeId: 3 }, ["template"]],
  [{ template: "^XA{{code}}^XZ", printerTypeId: 3 }, ["template"]],
  [{ template: `^XA^FD${"x".repeat(512 * 1024)}^FS^XZ`, printerTypeId: 3 }, ["template"]],
  [{ template: "[blink] x", printerTypeId: 1 }, ["template"]],
  [{ template: "\u001b@", printerTypeId: 1 }, ["template"]],
  [{ template: ZPL, labelFormatId: 1 }, ["template"]],
  [{ labelFormatId: 999 }, ["labelFormatId"]],
  [{ labelFormatId: 5, articleId: 501 }, ["labelFormatId", "articleId"]],
  [{ labelFormatId: 1, articleId: "one" }, ["articleId"]],
  [{ labelFormatId: 1, widthMm: 0, heightMm: 401 }, ["widthMm", "heightMm"]],
  [{ labelFormatId: 1, widthMm: "wide", heightMm: null }, ["widthMm", "heightMm"]],
])("%j is 400 and names %j", async (body, paths) => {
  const response = await preview(body);
  expect(refusal(response)).toEqual([400, ...paths]);
});

test("the error of a label that can't be drawn is in the requested language", async () => {
  const { status, body } = await preview(
    { template: "^XA^FO1,1^A0N,30000^FDx^FS^XZ", printerTypeId: 3 },
    { "Accept-Language": "cs" },
  );
  expect({ status, message: body.message }).toEqual({
    status: 400,
    message: expect.stringContaining("nelze nakreslit"),
  });
});

describe("the picture of a print request", () => {
  test("shows the label as rendered then, whatever the changes of format and article", async () => {
    const added = await admin.post("/api/printingformats", {
      name: "short-lived",
      template: ZPL,
      printerTypeId: 3,
    });
    const oid = await print({ labelFormatId: added.body.oid, articleId: 3, printerId: await printerFor(1) });
    const first = await ofRequest(oid);
    expect(first.status).toBe(200);
    const then = await preview({ labelFormatId: added.body.oid, articleId: 3 });
    expect(first.bytes.equals(then.bytes)).toBe(true);
    await admin.put("/api/articles/3", { name: "Another name" });
    await admin.put(`/api/printingformats/${added.body.oid}`, { template: ZPL.replace("30", "50") });
    await admin.delete(`/api/printingformats/${added.body.oid}`);
    expect((await ofRequest(oid)).bytes.equals(first.bytes)).toBe(true);
  });

  test.each([1, 3, 1000])("shows one label of a receipt's %i", async (copies) => {
    const printerId = await printerFor(2);
    const [one, asked] = [
      await print({ labelFormatId: 2, printerId, articleId: 9 }),
      await print({ labelFormatId: 2, printerId, articleId: 9, copies }),
    ];
    const picture = await ofRequest(asked);
    expect(picture.bytes.equals((await ofRequest(one)).bytes)).toBe(true);
    const code = await codeOf(9);
    expect(await codesOn(picture.bytes)).toEqual([`Code128: ${code}`, `QRCode: ${code}`]);
  });

  test("is 304 for its own tag", async () => {
    const oid = await print({});
    const again = async () => {
      const { headers } = await ofRequest(oid);
      const known = { "If-None-Match": headers.get("etag") ?? "" };
      return (await user.get(`/api/printrequests/${oid}/preview`, known)).status;
    };
    // The queue works on it meanwhile, and each step is another version.
    await expect.poll(again).toBe(304);
  });

  test("is drawn at the resolution of its printer, and anew after that was changed", async () => {
    const { printerTypeId } = (await user.get("/api/printingprinters/1")).body;
    const input = { name: "Without a size", printerTypeId, template: ZPL };
    const { body: format } = await admin.post("/api/printingformats", input);
    const oid = await print({ labelFormatId: format.oid });
    const at203 = await ofRequest(oid);
    expect(await inkOn(at203.bytes)).toMatchObject({ width: 400, height: 200 });
    const changed = await admin.put("/api/printingprinters/1", { dpi: 300 });
    expect(changed.status).toBe(200);
    const known = { "If-None-Match": at203.headers.get("etag") ?? "" };
    const at300 = await user.get(`/api/printrequests/${oid}/preview`, known);
    expect(at300.status).toBe(200);
    expect(await inkOn(at300.bytes)).toMatchObject({ width: 600, height: 300 });
    await admin.put("/api/printingprinters/1", { dpi: 203 });
  });

  test("is 400 with a message once its data were removed", async () => {
    const oid = await print({});
    const remove = statement((p: { oid: number }) =>
      sqlite.deleteFrom("printData").where("printRequestId", "=", p.oid),
    );
    await server.appliance.dependencies.storage.write(1, (tx) => {
      remove.run(tx, { oid });
    });
    const { status, body } = await ofRequest(oid);
    expect({ status, message: body.message }).toEqual({
      status: 400,
      message: "The label's data have been removed. Request the label again.",
    });
  });
});
