// The ZPL fields of a drawn receipt. Positions and sizes are in dots.

/** A complete label of these fields. */
export function label(fields: readonly string[]): string {
  return `^XA^CI28${fields.join("")}^XZ`;
}

/** Letters in cells of 12 × 24 dots, `times` as large. Font A is the renderer's only one with equal widths. */
export function letters(x: number, y: number, text: string, times: number): string {
  // It draws heights in steps of 9 dots. These fit the cell best, accents on capitals included.
  const height = 9 * Math.round(2.5 * times);
  return `^FO${x},${y}^AAN,${height},${10 * times}^FH^FD${escaped(text)}^FS`;
}

/** A Code 128 in code set B without its text. */
export function code128(x: number, y: number, data: string, height: number, module: number): string {
  return `^FO${x},${y}^BY${module}^BCN,${height},N^FH^FD>:${escaped(data.replaceAll(">", ">0"))}^FS`;
}

/** An EAN-13 without its digits. */
export function ean13(x: number, y: number, gtin: string, height: number, module: number): string {
  return `^FO${x},${y}^BY${module}^BEN,${height},N^FD${gtin.slice(0, 12)}^FS`;
}

/** A Data Matrix. */
export function datamatrix(x: number, y: number, data: Buffer, cell: number): string {
  const text = data.toString("utf8");
  // The renderer knows no doubled escape character, so it is one that the data lack.
  const unused = [..."~@#$*=&!"].find((sign) => !text.includes(sign)) ?? "~";
  return `^FO${x},${y}^BXN,${cell},200,,,,${unused}^FH^FD${escaped(text)}^FS`;
}

/** A QR code with error correction M. */
export function qr(x: number, y: number, data: Buffer, cell: number): string {
  // Without the height of 0 in ^BY the code would be too low.
  return `^FO${x},${y}^BY2,3,0^BQN,2,${cell}^FH^FDMA,${escaped(data.toString("utf8"))}^FS`;
}

/** A dashed line across the paper. */
export function dashes(y: number, width: number): string {
  const starts = Array.from({ length: Math.floor(width / 16) }, (_, index) => index * 16 + 4);
  return starts.map((x) => `^FO${x},${y}^GB8,2,2^FS`).join("");
}

/** Escapes field data for ^FH. */
function escaped(data: string): string {
  return data.replace(/[\0-\x7f]/g, (character) =>
    /[A-Za-z0-9 ]/.test(character) ? character : `_${character.charCodeAt(0).toString(16).padStart(2, "0")}`,
  );
}
