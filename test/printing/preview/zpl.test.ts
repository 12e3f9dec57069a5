import { expect, test } from "vitest";
import { codesOn, inkOn } from "./read-picture.ts";
import { asText, drawn } from "./samples.ts";

const NAME = "^XA^FO10,10^A0N,30^FD{{name}}^FS^XZ";
const inkOf = async (template: string, name: string) =>
  inkOn((await drawn("zpl", template, {}, { name })).data);

test("letters with accents are drawn: more ink, and higher up, than the letters alone", async () => {
  const blank = await inkOf(NAME, "");
  const bare = await inkOf(NAME, "PRILIS ZLUTOUCKY KUN");
  const marked = await inkOf(NAME, "PŘÍLIŠ ŽLUŤOUČKÝ KŮŇ");
  expect(blank.pixels).toBe(0);
  expect(bare.pixels).toBeGreaterThan(1000);
  expect(marked.pixels).toBeGreaterThan(bare.pixels);
  expect(marked.rows[0]).toBeLessThan(bare.rows[0]);
});

test.each(["Їжак", "Щука", "Ωμέγα"])(
  "letters beyond Latin (%s) are drawn, not as empty boxes",
  async (word) => {
    const shapes = await Promise.all([...word].map((letter) => drawn("zpl", NAME, {}, { name: letter })));
    const different = new Set(shapes.map(asText));
    expect(different.size).toBe(new Set(word).size);
  },
);

test.each([
  [27, "Příliš žluťoučký kůň", "Príliš žlutoucký kun"],
  [31, "Příliš žluťoučký kůň", "Příliš žluťoučký kůň"],
  [28, "Příliš žluťoučký kůň", "Příliš žluťoučký kůň"],
  [33, "Їжак", "Їжак"],
])("a label in the page of ^CI%i is decoded by it: %s as %s", async (page, name, seen) => {
  const paged = await drawn("zpl", NAME.replace("^XA", `^XA^CI${page}`), {}, { name });
  expect(asText(paged)).toBe(asText(await drawn("zpl", NAME, {}, { name: seen })));
});

test.each([
  ["no size", "", {}, [400, 200]],
  ["^PW and ^LL", "^PW320^LL160", {}, [320, 160]],
  ["only ^PW", "^PW320", {}, [320, 200]],
  ["a requested size", "", { widthMm: 100, heightMm: 30 }, [800, 240]],
  ["both: the requested size", "^PW320^LL160", { widthMm: 100 }, [800, 160]],
  ["a ^PW and ^LL for no printer", "^PW999999^LL999999", {}, [1760, 3200]],
  ["^PW0", "^PW0^LL0", {}, [400, 200]],
])("the paper has a size with %s", async (_, commands, size, expected) => {
  const { data } = await drawn("zpl", `^XA${commands}^FO10,10^A0N,30^FDx^FS^XZ`, size);
  const { width, height } = await inkOn(data);
  expect([width, height]).toEqual(expected);
});

test("of several formats the first with content is shown, once, whatever the copies", async () => {
  const one = await drawn("zpl", "^XA^FO10,10^A0N,30^FDone^FS^XZ");
  const many = await drawn(
    "zpl",
    "^XA^MMT^XZ^XA^FO10,10^A0N,30^FDone^FS^PQ500^XZ^XA^FO10,10^A0N,30^FDtwo^FS^XZ",
  );
  expect(asText(many)).toBe(asText(one));
});

test("data that one label stores in the printer are not available to the next picture", async () => {
  const stored = await drawn("zpl", `~DGR:A.GRF,100,10,${"FF".repeat(100)}\n^XA^FO1,1^XGR:A.GRF,1,1^FS^XZ`);
  expect((await inkOn(stored.data)).pixels).toBe(800);
  const { data } = await drawn("zpl", "^XA^FO1,1^XGR:A.GRF,1,1^FS^XZ");
  expect((await inkOn(data)).pixels).toBe(0);
});

test.each([
  [
    "tspl",
    'CLS\nTEXT 1,1,"0",0,9,9,"{{name}}"\nPRINT 1',
    'CODEPAGE UTF-8\nCLS\nTEXT 1,1,"0",0,9,9,"Příliš žluťoučký kůň"\nPRINT 1\n',
  ],
  [
    "tspl",
    'CODEPAGE 852\nTEXT 1,1,"0",0,9,9,"{{name}}"\nPRINT 1',
    'CODEPAGE 852\nTEXT 1,1,"0",0,9,9,"Příliš žluťoučký kůň"\nPRINT 1\n',
  ],
  [
    "tspl",
    'CODEPAGE 1252\nTEXT 1,1,"0",0,9,9,"{{name}}"\nPRINT 1',
    'CODEPAGE 1252\nTEXT 1,1,"0",0,9,9,"Príliš žlutoucký kun"\nPRINT 1\n',
  ],
  [
    "epl",
    'N\nA1,1,0,3,1,1,N,"{{name}}"\nA1,9,0,3,1,1,N,"Їжак"\nP1',
    'I8,B,001\nN\nA1,1,0,3,1,1,N,"Příliš žluťoučký kůň"\nI8,C,001\nA1,9,0,3,1,1,N,"Їжак"\nP1\n',
  ],
  ["epl", 'N\nb1,1,Q,"{{name}}"\nP1', 'I8,B,001\nN\nb1,1,Q,"Příliš žluťoučký kůň"\nP1\n'],
  ["epl", 'I8,2,001\nA1,1,0,3,1,1,N,"{{name}}"\nP1', 'I8,2,001\nA1,1,0,3,1,1,N,"Příliš žluťoučký kůň"\nP1\n'],
] as const)(
  "a label of %s is shown as its text, decoded from its code page: %j",
  async (type, template, text) => {
    const { contentType, data } = await drawn(type, template);
    expect(contentType).toBe("text/plain; charset=utf-8");
    expect(Buffer.from(data).toString()).toBe(text);
  },
);

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
