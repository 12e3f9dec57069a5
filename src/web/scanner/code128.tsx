import type { PictureProps } from "./qr.tsx";
import "./code-picture.css";

// Quiet zone in modules, as the standard requires.
const QUIET_ZONE = 10;
const HEIGHT = 60;

/** A text as Code 128, at full width. */
export function Code128({ text, name }: PictureProps) {
  let x = QUIET_ZONE;
  const bars: string[] = [];
  code128(text).forEach((width, index) => {
    if (index % 2 === 0) bars.push(`M${x} 0h${width}v${HEIGHT}h-${width}z`);
    x += width;
  });
  return (
    <svg
      class="code-picture"
      role="img"
      aria-label={name}
      viewBox={`0 0 ${x + QUIET_ZONE} ${HEIGHT}`}
      preserveAspectRatio="none"
      shape-rendering="crispEdges"
    >
      <path d={bars.join("")} />
    </svg>
  );
}

// The widths of bars and spaces of each of the 103 values, then of start B and stop (ISO/IEC 15417).
const WIDTHS =
  "212222222122222221121223121322131222122213122312132212221213221312231212112232122132122231113222123122123221" +
  "223211221132221231213212223112312131311222321122321221312212322112322211212123212321232121111323131123131321" +
  "112313132113132311211313231113231311112133112331132131113123113321133121313121211331231131213113213311213131" +
  "311123311321331121312113312311332111314111221411431111111224111422121124121421141122141221112214112412122114" +
  "122411142112142211241211221114413111241112134111111242121142121241114212124112124211411212421112421211212141" +
  "214121412121111143111341131141114113114311411113411311113141114131311141411131";
const START_B = "211214";
const STOP = "2331112";
const START_B_VALUE = 104;

const widthsOf = (value: number) => WIDTHS.slice(value * 6, value * 6 + 6);

/**
 * Encodes printable ASCII as Code 128. Returns the widths of bars and spaces in turn, starting with a bar.
 */
export function code128(text: string): readonly number[] {
  const values = [...text].map((character) => character.charCodeAt(0) - 32);
  const check = values.reduce((sum, value, index) => sum + value * (index + 1), START_B_VALUE) % 103;
  const all = [START_B, ...values.map(widthsOf), widthsOf(check), STOP].join("");
  return [...all].map(Number);
}
