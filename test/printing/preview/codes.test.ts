import { expect, test } from "vitest";
import { codesOn } from "./read-picture.ts";
import { drawn } from "./samples.ts";

test.each([
  ["zpl", "^XA^FO20,20^BY2^BCN,60,N^FD{{code}}^FS^XZ", ["Code128: A000001"]],
  ["zpl", "^XA^FO20,20^BQN,2,4^FDQA,{{code}}^FS^XZ", ["QRCode: A000001"]],
  ["zpl", "^XA^FO20,20^BQN,2,3^FDQA,{{name}}^FS^XZ", ["QRCode: Příliš žluťoučký kůň"]],
  ["escpos", "[code128]{{code}}", ["Code128: A000001"]],
  ["escpos", "[right][code128 255]{x>0-%0^_~", ["Code128: {x>0-%0^_~"]],
  ["escpos", "[center][code128]12345678901234567890123", ["Code128: 12345678901234567890123"]],
  ["escpos", "[center][qr 8]{{code}}", ["QRCode: A000001"]],
  ["escpos", "[qr 3]{{name}} ^FS_^XZ ЇжаK,;\\", ["QRCode: Příliš žluťoučký kůň ^FS_^XZ ЇжаK,;\\"]],
  ["escpos", "[center][ean13]{{ean}}", ["EAN13: 4006381333931"]],
  ["star", "[right][ean13 60]{{ean}}", ["EAN13: 4006381333931"]],
  ["escpos", "[datamatrix 8]{{code}}", ["DataMatrix: A000001"]],
  ["escpos", "[right][datamatrix]a~1^FS_ {{code}}", ["DataMatrix: a~1^FS_ A000001"]],
  ["star", "[code128]{{code}}", ["Code128: A000001"]],
  ["star", "[code128]{x>0-%0^_~", ["Code128: {x>0-%0^_~"]],
  ["star", "[right][qr]{{name}}", ["QRCode: Příliš žluťoučký kůň"]],
  ["star", "[code128]{{code}}\n[qr]{{oid}}\n[cut]", ["Code128: A000001", "QRCode: 1"]],
] as const)("the picture of a %s label %j reads as %j by a scanner", async (type, template, codes) => {
  const { data } = await drawn(type, template);
  expect(await codesOn(data, ["QRCode", "Code128", "EAN-13", "DataMatrix"])).toEqual(codes);
});

test("content beyond the label's edge is cut off, as on paper: the code can't be read", async () => {
  const { data } = await drawn("zpl", "^XA^PW200^FO20,20^BY2^BCN,60,N^FD{{code}}^FS^XZ");
  expect(await codesOn(data)).toEqual([]);
});
