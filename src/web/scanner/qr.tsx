import { correction, generate } from "lean-qr";
import { QR_CAPACITY } from "../../domain/qr-capacity.ts";
import "./code-picture.css";

// Quiet zone in modules, as the standard requires.
const QUIET_ZONE = 4;

/** A text that is drawn as a code, and its name for screen readers. */
export interface PictureProps {
  readonly text: string;
  readonly name: string;
}

/** Whether a QR code has space for a text. */
export const fitsQr = (text: string): boolean => bytesOf(text) <= QR_CAPACITY.L;

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

/** A text as a QR code. Throws unless `fitsQr`. */
export function Qr({ text, name }: PictureProps) {
  const level = bytesOf(text) <= QR_CAPACITY.M ? correction.M : correction.L;
  const code = generate(text, { minCorrectionLevel: level });
  const side = code.size + 2 * QUIET_ZONE;
  const cells: string[] = [];
  for (let y = 0; y < code.size; y++) {
    for (let x = 0; x < code.size; x++) {
      if (code.get(x, y)) cells.push(`M${x + QUIET_ZONE} ${y + QUIET_ZONE}h1v1h-1z`);
    }
  }
  return (
    <svg
      class="code-picture is-qr"
      role="img"
      aria-label={name}
      viewBox={`0 0 ${side} ${side}`}
      shape-rendering="crispEdges"
    >
      <path d={cells.join("")} />
    </svg>
  );
}
