import { expect, test } from "vitest";
import { PRINTER_TYPES } from "../../src/printing/languages/printer-types.ts";
import { sharedServer } from "../harness/server.ts";

/** Templates with an error, and its line; null: it is in no line. */
const FAULTS: readonly (readonly [type: string, template: string, line: number | null])[] = [
  ["zpl", "^XA\n^FO10,10\n^FD{{code}}^FS\n^FO{{name}}^FS\n^XZ", 4],
  ["zpl", "^XA\r\n^FO10,10^FDa\r\nb^FS\r\n^CI29^FDc^FS^XZ", 4],
  ["zpl", "^XA\n^FO10,10^FD{{kode}}^FS\n^XZ", 2],
  ["zpl", "^XA^FO10,10^FD{{code}}^FS", null],
  ["tspl", 'SIZE 50 mm,25 mm\nCLS\nTEXT {{code}},20,"0",0,10,10,"a"\nPRINT 1', 3],
  ["tspl", 'CLS\n\nTEXT 20,20,"0",0,10,10,"a"\nPRINT many', 4],
  ["epl", 'N\nA20,20,0,3,1,1,N,"\\{{code}}"\nP1', 2],
  ["epl", 'N\nA20,20,0,3,1,1,N,"a"\n', null],
  ["escpos", "[center] {{code}}\n[huge] {{name}}\n[cut]", 2],
  ["star", "{{code}}\n\n{{colour}}\n[cut]", 3],
];

const server = sharedServer();

test.each(FAULTS)("the error for the %s template %j names the wrong line", async (type, template, line) => {
  const printerTypeId = PRINTER_TYPES.find(({ name }) => name === type)?.oid;
  const faults = [{ path: "template", message: expect.any(String), ...(line !== null && { line }) }];
  const saved = await server.admin.post("/api/printingformats", { name: "Faulty", template, printerTypeId });
  expect(saved).toMatchObject({ status: 400, body: { errors: faults } });
  expect("line" in saved.body.errors[0]).toBe(line !== null);
  const seen = await server.admin.post("/api/printingformats/preview", { template, printerTypeId });
  expect(seen.body.errors).toEqual(saved.body.errors);
});
