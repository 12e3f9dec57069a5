import type { Layout, Part } from "./preset-layout.ts";

/** The label in ZPL, for so many dots a millimetre. */
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
