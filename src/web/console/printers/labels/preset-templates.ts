import type { Placeholder } from "../../../../domain/placeholder-names.ts";

// A preset as a template of each language.

/** The parts of a label; lengths are in millimetres, positions from the top left. */
type Part = { readonly value: Placeholder; readonly x: number; readonly y: number } & (
  | { readonly is: "text"; readonly height: number }
  | { readonly is: "code128"; readonly height: number; readonly module: number }
  | { readonly is: "qr"; readonly module: number }
);

/** The size of a preset, and its parts. */
export interface Layout {
  readonly width: number;
  readonly height: number;
  readonly parts: readonly Part[];
}

/** The label in ZPL. `perMm`: dots per millimetre. */
export function zplLabel({ width, height, parts }: Layout, perMm: number): string {
  const dots = (mm: number) => Math.round(mm * perMm);
  const field = (part: Part) => {
    const at = `^FO${dots(part.x)},${dots(part.y)}`;
    const value = `{{${part.value}}}`;
    switch (part.is) {
      case "text":
        return `${at}^A0N,${dots(part.height)}^FD${value}^FS`;
      case "code128":
        return `${at}^BY${dots(part.module)}^BCN,${dots(part.height)},N^FD${value}^FS`;
      case "qr":
        return `${at}^BQN,2,${dots(part.module)}^FDQA,${value}^FS`;
    }
  };
  return ["^XA", `^PW${dots(width)}`, `^LL${dots(height)}`, ...parts.map(field), "^XZ", ""].join("\n");
}

/**
 * The printer's own fonts with lower-case letters, doubled where `times` is 2: similar in height at each resolution.
 */
const FONTS = [
  { font: 3, times: 2, height: 5 },
  { font: 2, times: 2, height: 4 },
  { font: 4, times: 1, height: 3 },
  { font: 3, times: 1, height: 2.5 },
] as const;
const SMALLEST = { font: 2, times: 1 } as const;
const GAP_MM = 3;

/** The label in EPL. `perMm`: dots per millimetre. Older printers of this language have no QR code. */
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

const MM_A_POINT = 25.4 / 72;

/** The label in TSPL. `perMm`: dots per millimetre. */
export function tsplLabel({ width, height, parts }: Layout, perMm: number): string {
  const dots = (mm: number) => Math.round(mm * perMm);
  const line = (part: Part) => {
    const at = `${dots(part.x)},${dots(part.y)}`;
    const value = `"{{${part.value}}}"`;
    switch (part.is) {
      case "text": {
        const points = Math.round(part.height / MM_A_POINT);
        return `TEXT ${at},"0",0,${points},${points},${value}`;
      }
      case "code128": {
        const module = dots(part.module);
        return `BARCODE ${at},"128",${dots(part.height)},0,0,${module},${module},${value}`;
      }
      case "qr":
        return `QRCODE ${at},M,${dots(part.module)},A,0,${value}`;
    }
  };
  return [`SIZE ${width} mm,${height} mm`, "GAP 2 mm,0 mm", "CLS", ...parts.map(line), "PRINT 1", ""].join(
    "\n",
  );
}
