import type { Layout, Part } from "./preset-layout.ts";

/** The printer's own fonts that have small letters too, twice as large where `times` is 2: nearly as high at each resolution. */
const FONTS = [
  { font: 3, times: 2, height: 5 },
  { font: 2, times: 2, height: 4 },
  { font: 4, times: 1, height: 3 },
  { font: 3, times: 1, height: 2.5 },
] as const;
const SMALLEST = { font: 2, times: 1 } as const;
const GAP_MM = 3;

/** The label in EPL, for so many dots a millimetre; its older printers know no QR code. */
export function eplLabel({ width, height, parts }: Layout, perMm: number): string {
  const dots = (mm: number) => Math.round(mm * perMm);
  const lines = (part: Part) => {
    const at = `${dots(part.x)},${dots(part.y)}`;
    const value = `"{{${part.value}}}"`;
    switch (part.is) {
      case "text": {
        const { font, times } = FONTS.find((one) => one.height <= part.height) ?? SMALLEST;
        return [`A${at},0,${font},${times},${times},N,${value}`];
      }
      case "code128": {
        const module = dots(part.module);
        return [`B${at},0,1,${module},${module * 2},${dots(part.height)},N,${value}`];
      }
      case "qr":
        return [];
    }
  };
  const paper = [`q${dots(width)}`, `Q${dots(height)},${dots(GAP_MM)}`];
  const body: string[] = [];
  for (const part of parts) body.push(...lines(part));
  return ["N", ...paper, ...body, "P1", ""].join("\n");
}
