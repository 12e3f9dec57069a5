import { expect, test } from "vitest";
import { rasterOf } from "../../../src/demo/virtual-printer/raster-labels.ts";
import type { PrinterType } from "../../../src/printing/languages/printer-types.ts";
import { packRaster, type RasterLabel } from "../../../src/printing/raster/bitmap.ts";
import { rasterCommands } from "../../../src/printing/raster/commands.ts";

// The bytes of small labels, written by hand after the manuals of the languages. Each label sets its size, and resets what an earlier
// label may have left in the printer.

/** 16 × 3 dots: a frame around white. */
const FRAME = { width: 16, height: 3, bits: Uint8Array.of(0xff, 0xff, 0x80, 0x01, 0xff, 0xff), dotsPerMm: 8 };
/** 12 × 2 dots: one black dot in the first byte. The last four bits of a row lie beyond the label. */
const DOT = { width: 12, height: 2, bits: Uint8Array.of(0x40, 0x00, 0x00, 0x00), dotsPerMm: 8 };

function bytesOf(type: PrinterType, label: RasterLabel, copies = 1): string {
  const { data, repeats } = rasterCommands(type, packRaster(label), copies);
  return data.toString("latin1").repeat(repeats);
}

test("ZPL: settings of unit, orientation, mirror, inversion, width, length and home come before ^GFA", () => {
  const settings = "^XA^MUD^PON^PMN^LRN";
  // `!` fills a row with F, `,` with 0. H0 is two zeros.
  expect(bytesOf("zpl", FRAME, 2)).toBe(`${settings}^PW16^LL3^LH0,0^FO0,0^GFA,6,6,2,!8H01!^FS^PQ2^XZ`);
  expect(bytesOf("zpl", DOT)).toBe(`${settings}^PW12^LL2^LH0,0^FO0,0^GFA,4,4,2,4,,^FS^PQ1^XZ`);
});

test("ZPL: a field has at most 99 999 bytes, and the next one continues below it", () => {
  // 125 bytes a row: 799 rows have 99 875.
  const large = { width: 1000, height: 1000, bits: new Uint8Array(125_000).fill(0x0f), dotsPerMm: 8 };
  const text = bytesOf("zpl", large);
  const fields = [...text.matchAll(/\^FO(\d+,\d+)\^GFA,(\d+),(\d+),(\d+),/g)].map(([, ...parts]) => parts);
  expect(fields).toEqual([
    ["0,0", "99875", "99875", "125"],
    ["0,799", "25125", "25125", "125"],
  ]);
  expect(rasterOf("zpl", Buffer.from(text, "latin1"))?.bits).toEqual(large.bits);
});

test("TSPL: size, direction, reference and shift come before CLS and BITMAP, in which 0 is black", () => {
  // 16 dots are 2 mm, three are 0.375 mm.
  const settings = "SIZE 2 mm,0.38 mm\r\nDIRECTION 0,0\r\nREFERENCE 0,0\r\nSHIFT 0\r\nCLS\r\n";
  const dots = "\x00\x00\x7f\xfe\x00\x00";
  expect(bytesOf("tspl", FRAME, 3)).toBe(`\r\n${settings}BITMAP 0,0,2,3,0,${dots}\r\nPRINT 3\r\n`);
});

test("EPL: direction, reference and width, but no length, come before N and GW, in which 0 is black", () => {
  const dots = "\xbf\xff\xff\xff";
  expect(bytesOf("epl", DOT)).toBe(`\r\nZT\r\nR0,0\r\nq12\r\nN\r\nGW0,0,2,2,${dots}\r\nP1\r\n`);
});

test.each([
  ["tspl", /BITMAP 0,(\d+),125,(\d+),0,/g],
  ["epl", /GW0,(\d+),125,(\d+),/g],
] as const)("%s: a bitmap has at most 8192 bytes, and the next one continues below it", (type, header) => {
  const large = { width: 1000, height: 100, bits: new Uint8Array(12_500).fill(0x55), dotsPerMm: 8 };
  const text = bytesOf(type, large);
  // 65 rows have 8125 bytes.
  expect([...text.matchAll(header)].map(([, ...parts]) => parts)).toEqual([
    ["0", "65"],
    ["65", "35"],
  ]);
  expect(rasterOf(type, Buffer.from(text, "latin1"))?.bits).toEqual(large.bits);
});

test("ESC/POS: each copy is a reset, GS v 0 with its sizes low byte first and 1 as black, and a cut", () => {
  const frame = "\x1b@\x1dv0\x00\x02\x00\x03\x00\xff\xff\x80\x01\xff\xff\x1bd\x04\x1dV\x00";
  expect(bytesOf("escpos", FRAME)).toBe(frame);
  expect(bytesOf("escpos", FRAME, 2)).toBe(frame + frame);
});

const STAR_RESET = "\x1b@\x1b*rA\x1b*rP0\0\x1b*rE13\0";

test("Star: a reset comes before rows of b and their bytes, low byte first and 1 as black, and a cut after them", () => {
  const rows = "b\x02\x00\xff\xffb\x02\x00\x80\x01b\x02\x00\xff\xff";
  expect(bytesOf("star", FRAME)).toBe(`${STAR_RESET}${rows}\x1b\x0c\x04\x1b*rB`);
});

test("Star: white bytes at the end of a row are left out, but one", () => {
  expect(bytesOf("star", DOT)).toBe(`${STAR_RESET}b\x01\x00\x40b\x01\x00\x00\x1b\x0c\x04\x1b*rB`);
});

test("ESC/POS: a command has at most 8192 bytes", () => {
  const large = { width: 576, height: 200, bits: new Uint8Array(14_400).fill(0x55), dotsPerMm: 8 };
  const text = bytesOf("escpos", large);
  // 72 bytes a row: 113 rows have 8136.
  expect(text.slice(2, 10)).toBe("\x1dv0\x00\x48\x00\x71\x00");
  expect(text.slice(10 + 8136, 18 + 8136)).toBe("\x1dv0\x00\x48\x00\x57\x00");
  expect(rasterOf("escpos", Buffer.from(text, "latin1"))?.bits).toEqual(large.bits);
});
