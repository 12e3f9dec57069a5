import { correction, generate } from "lean-qr";
import { code128 } from "./code128.ts";
import "./label-picture.css";

// Quiet zones in modules, as the standards require.
const QUIET_1D = 10;
const QUIET_QR = 4;
const HEIGHT_1D = 60;

interface PictureProps {
  readonly text: string;
  readonly name: string;
}

/** A text as Code 128, at full width. */
export function Code128({ text, name }: PictureProps) {
  let x = QUIET_1D;
  const bars: string[] = [];
  code128(text).forEach((width, index) => {
    if (index % 2 === 0) bars.push(`M${x} 0h${width}v${HEIGHT_1D}h-${width}z`);
    x += width;
  });
  return (
    <svg
      class="code-picture"
      role="img"
      aria-label={name}
      viewBox={`0 0 ${x + QUIET_1D} ${HEIGHT_1D}`}
      preserveAspectRatio="none"
      shape-rendering="crispEdges"
    >
      <path d={bars.join("")} />
    </svg>
  );
}

/** A text as a QR code. */
export function Qr({ text, name }: PictureProps) {
  const code = generate(text, { minCorrectionLevel: correction.M });
  const side = code.size + 2 * QUIET_QR;
  const cells: string[] = [];
  for (let y = 0; y < code.size; y++) {
    for (let x = 0; x < code.size; x++) {
      if (code.get(x, y)) cells.push(`M${x + QUIET_QR} ${y + QUIET_QR}h1v1h-1z`);
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
