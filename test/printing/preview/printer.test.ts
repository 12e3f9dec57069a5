import { describe, expect, test } from "vitest";
import type { Resolution } from "../../../src/domain/label-layout.ts";
import { sharedServer } from "../../harness/server.ts";
import { codeAt, layoutOf, textAt } from "../layouts/samples.ts";
import { codesOn, inkOn } from "./read-picture.ts";

// The preview for a printer: its resolution, its language and the width that it prints.

const server = sharedServer();
const { admin, user } = server;

const ZPL = 3;
const ESC_POS = 1;
let count = 0;
async function addPrinter(
  printerTypeId: number,
  dpi: Resolution,
  printWidthMm: number | null = null,
): Promise<number> {
  count += 1;
  const address = { name: `Preview ${count}`, ipAddress: `127.0.0.${count + 100}` };
  const printer = { ...address, printerTypeId, dpi, printWidthMm };
  const { status, body } = await admin.post("/api/printingprinters", printer);
  expect(status).toBe(201);
  return body.oid;
}
async function addFormat(source: object): Promise<number> {
  count += 1;
  const { status, body } = await admin.post("/api/printingformats", { name: `Preview ${count}`, ...source });
  expect(status).toBe(201);
  return body.oid;
}
const preview = (body: object) => user.post("/api/printingformats/preview", body);
const errorsOf = (body: { errors: { path: string; message: string }[] }) =>
  body.errors.map(({ path, message }) => `${path}: ${message}`);

describe("of a stored format", () => {
  test("a drawn label has the dots of the printer", async () => {
    const labelFormatId = await addFormat({ layout: layoutOf([textAt(), codeAt()]) });
    for (const [dpi, width, height] of [
      [203, 400, 200],
      [300, 591, 295],
    ] as const) {
      const printerId = await addPrinter(ZPL, dpi);
      const { bytes } = await preview({ labelFormatId, printerId, articleId: 1 });
      expect(await inkOn(bytes)).toMatchObject({ width, height });
    }
  });

  test("a ZPL template lies on the paper as the printer prints it", async () => {
    const template = "^XA^FO16,16^BY2^BCN,80,Y^FD{{code}}^FS^XZ";
    const labelFormatId = await addFormat({ template, printerTypeId: ZPL });
    const printerId = await addPrinter(ZPL, 300);
    const { bytes } = await preview({ labelFormatId, printerId, articleId: 1 });
    expect(await inkOn(bytes)).toMatchObject({ width: 600, height: 300, columns: [16, expect.any(Number)] });
    expect(await codesOn(bytes)).toHaveLength(1);
  });

  test("a Code 128 that is wider than the receipt is shown and printed as text", async () => {
    const printerId = await addPrinter(ESC_POS, 203, 48);
    const codes = async (length: number) => {
      const template = `[code128] ${"1".repeat(length)}`;
      const labelFormatId = await addFormat({ template, printerTypeId: ESC_POS });
      const label = { labelFormatId, printerId, articleId: 1 };
      const { oid } = (await user.post("/api/pda/printing/print", label)).body;
      const shown = [await preview(label), await user.get(`/api/printrequests/${oid}/preview`)];
      return Promise.all(shown.map(async ({ bytes }) => (await codesOn(bytes)).length));
    };
    expect(await codes(14)).toEqual([1, 1]);
    expect(await codes(15)).toEqual([0, 0]);
  });

  test("a printer that prints neither the language nor the width is refused as printing is", async () => {
    const printerId = await addPrinter(ESC_POS, 203);
    const zpl = await preview({ labelFormatId: 1, printerId });
    expect([zpl.status, errorsOf(zpl.body)]).toEqual([
      400,
      ["labelFormatId: is made for another type of printer"],
    ]);
    const wide = await addFormat({ layout: layoutOf([textAt()], { widthMm: 100 }) });
    const drawn = await preview({ labelFormatId: wide, printerId });
    expect([drawn.status, errorsOf(drawn.body)]).toEqual([
      400,
      ["labelFormatId: The label is 100 mm wide, but the printer prints 72 mm."],
    ]);
  });

  test("an unknown printer and the other tenant's are refused", async () => {
    const foreign = await server.admin2.get("/api/printingprinters");
    for (const printerId of [999_999, foreign.body[0].oid]) {
      const { status, body } = await preview({ labelFormatId: 1, printerId });
      expect([status, errorsOf(body)[0]]).toEqual([400, expect.stringMatching(/^printerId: /)]);
    }
  });
});

describe("of a layout", () => {
  const ofLayout = (body: object) => user.post("/api/printingformats/layout-preview", body);

  test("the printer gives the dots and the problems", async () => {
    const narrow = codeAt({ id: "narrow", widthMm: 18, text: "A00000" });
    const layout = layoutOf([narrow]);
    const at = async (dpi: Resolution) => {
      const { body } = await ofLayout({ layout, printerId: await addPrinter(ZPL, dpi) });
      return { dots: body.widthDots, problems: body.problems };
    };
    // Two dots of 300 dpi are wider than one of 203 dpi.
    expect(await at(203)).toEqual({ dots: 400, problems: [] });
    const problems = [{ elementId: "narrow", problem: "codeDoesNotFit" }];
    expect(await at(300)).toEqual({ dots: 591, problems });
  });

  test("one that is wider than the printer prints is refused", async () => {
    const printerId = await addPrinter(ESC_POS, 180);
    const { status, body } = await ofLayout({ layout: layoutOf([], { widthMm: 73 }), printerId });
    expect([status, errorsOf(body)]).toEqual([
      400,
      ["layout: The label is 73 mm wide, but the printer prints 72 mm."],
    ]);
    expect((await ofLayout({ layout: layoutOf([]), printerId: 999_999 })).status).toBe(400);
  });
});
