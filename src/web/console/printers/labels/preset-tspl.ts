import type { Layout, Part } from "./preset-layout.ts";

const MM_A_POINT = 25.4 / 72;

/** The label in TSPL, for so many dots a millimetre. */
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
