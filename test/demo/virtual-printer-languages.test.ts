import { expect, test } from "vitest";
import type { Faults } from "../../src/demo/virtual-printer/printer.ts";
import { placeholders } from "../../src/domain/placeholder-names.ts";
import type { PrinterType } from "../../src/printing/languages/printer-types.ts";
import { languageOf } from "../../src/printing/languages/registry.ts";
import type { LabelValues } from "../../src/printing/languages/template-text.ts";
import { connectClient, createPrinter } from "./peer.ts";

// The labels that the virtual printer makes of bytes, and its replies, in each language.

const RECEIPT = "[center][size 2]{{code}}\n[qr 6]{{code}}\n[code128 80]{{code}}\n[feed 2]\n[cut]\n";
const TEMPLATES: Record<PrinterType, string> = {
  zpl: "^XA^FO1,1^FD{{code}}^FS^XZ",
  tspl: 'CLS\nTEXT 1,1,"0",0,1,1,"{{code}}"\nPRINT 1\n',
  epl: 'N\nA1,1,0,1,1,1,N,"{{code}}"\nP1\n',
  escpos: RECEIPT,
  star: RECEIPT,
};
const VALUES = Object.fromEntries(placeholders.map((name) => [name, "Aě1"])) as unknown as LabelValues;

function job(language: PrinterType, copies: number): Buffer {
  return languageOf(language).render(TEMPLATES[language], VALUES, copies);
}

const hex = (bytes: string) => Buffer.from(bytes.replaceAll(" ", ""), "hex");

for (const language of ["zpl", "tspl", "epl", "escpos", "star"] as const) {
  test(`${language}: a job of three copies is printed as three equal labels, and the printer closes in order`, async () => {
    const printer = await createPrinter({ language });
    const peer = await connectClient(printer);
    const bytes = job(language, 3);
    await peer.send(bytes);
    await peer.finish();
    expect(peer.ending()).toBe("closed");
    expect(printer.labels.map(({ number, connection }) => [number, connection])).toEqual([
      [1, 1],
      [2, 1],
      [3, 1],
    ]);
    expect(new Set(printer.labels.map((label) => label.bytes.toString("latin1"))).size).toBe(1);
    await printer.waitUntil(({ connections }) => connections[0]?.ending === "closed");
    expect(printer.connections[0]?.received).toEqual(bytes);
  });

  test(`${language}: a job sent byte by byte is printed the same`, async () => {
    const printer = await createPrinter({ language }, { slow: 20_000 });
    const whole = await createPrinter({ language });
    for (const each of [printer, whole]) {
      const peer = await connectClient(each);
      const pieces =
        each === whole ? [job(language, 2)] : [...job(language, 2)].map((byte) => Buffer.of(byte));
      for (const piece of pieces) await peer.send(piece);
      await peer.finish();
    }
    expect(printer.labels.map(({ bytes }) => bytes)).toEqual(whole.labels.map(({ bytes }) => bytes));
  });
}

test.each<[PrinterType, string, number]>([
  ["zpl", "^XA^PW400^XZ", 0],
  ["zpl", "^XA^DFR:A.ZPL^FDx^FS^XZ", 0],
  ["zpl", "^xa^fdx^fs^pq2,0^xz  ^XA^FDy^FS^XZ", 3],
  ["zpl", "^XA^FDcut off", 0],
  ["tspl", 'TEXT 1,1,"0",0,1,1,"x"\nPRINT 2,3\n', 6],
  ["tspl", 'TEXT 1,1,"0",0,1,1,"PRINT 1"\r\n', 0],
  ["epl", 'N\nA1,1,0,1,1,1,N,"x"\nP2,2\n', 4],
  ["escpos", "text without a cut\n", 1],
  ["escpos", "\x1b@\x1ba\x01\x1bt\x12", 0],
  ["escpos", "\x1dk\x49\x04\x1dV0\x00text\x1dV\x42\x00", 1],
  ["star", "\x1b@text\x1bd\x02more", 2],
])("%s: %j prints %i labels", async (language, bytes, labels) => {
  const printer = await createPrinter({ language });
  const peer = await connectClient(printer);
  await peer.send(Buffer.from(bytes, "latin1"));
  await peer.finish();
  expect(printer.labels).toHaveLength(labels);
});

// The three lines of ~HS from a printer that is well.
const READY =
  "\x02030,0,0,0200,000,0,0,0,000,0,0,0\x03\r\n\x02000,0,0,0,0,2,4,0,00000000,1,000\x03\r\n\x021234,0\x03\r\n";
const hostStatus = (before: string, after: string) =>
  Buffer.from(READY.replace(before, after)).toString("hex");
const EOT = "100401 100402 100403 100404";

test.each<[PrinterType, keyof Faults | null, string, string]>([
  ["zpl", null, "7e4853", hostStatus("", "")],
  ["zpl", "paperOut", "7e6873", hostStatus("030,0,0", "030,1,0")],
  ["zpl", "paused", "7e4853", hostStatus("030,0,0", "030,0,1")],
  ["zpl", "headOpen", "7e4853", hostStatus("\x02000,0,0,", "\x02000,0,1,")],
  ["tspl", null, "1b213f", "00"],
  ["tspl", "headOpen", "1b213f", "01"],
  ["tspl", "paperOut", "1b213f", "04"],
  ["tspl", "paused", "1b213f", "10"],
  ["escpos", null, EOT, "12121212"],
  ["escpos", "paperOut", EOT, "1a32127e"],
  ["escpos", "headOpen", EOT, "1a161212"],
  ["escpos", "paused", EOT, "1a121212"],
  ["escpos", null, "1d7201", "00"],
  ["star", null, "1b0601", "230600000000000000"],
  ["star", "paperOut", "1b0601", "2306080000 0c000000"],
  ["star", "headOpen", "1b0601", "230628000000000000"],
  ["star", null, "17 1b0601 1b0601", "230602000000000200 230600000000000200"],
  ["star", null, "1b1e6101 17", "230600000000000000 230602000000000200"],
])("%s, %s: the status query %s is answered as the manual says", async (language, fault, question, reply) => {
  const printer = await createPrinter({ language }, fault === null ? {} : { [fault]: true });
  const peer = await connectClient(printer);
  await peer.send(hex(question));
  await peer.until(({ received }) => received().length >= hex(reply).length);
  expect(peer.received().toString("hex")).toBe(hex(reply).toString("hex"));
  expect(printer.labels).toEqual([]);
});
