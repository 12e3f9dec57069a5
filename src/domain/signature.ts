// Signatures that are drawn on a screen. The server and the clients import this file.

/** Size of a signature's field. Strokes have whole coordinates in it. */
export const SIGNATURE_WIDTH = 600;
export const SIGNATURE_HEIGHT = 200;
export const MAX_SIGNATURE_LENGTH = 12_000;

/** Strokes as an SVG path of lines: `M10 20L30 40L31 42M5 5L6 6`. */
export const SIGNATURE_PATTERN = /^(?:M\d{1,3} \d{1,3}(?:L\d{1,3} \d{1,3})+)+$/;

/** True for strokes that fit in the field. */
export function isSignature(path: string): boolean {
  if (path.length > MAX_SIGNATURE_LENGTH || !SIGNATURE_PATTERN.test(path)) return false;
  const points = path
    .split(/[ML]/)
    .slice(1)
    .map((point) => point.split(" ").map(Number));
  return points.every(([x = 0, y = 0]) => x <= SIGNATURE_WIDTH && y <= SIGNATURE_HEIGHT);
}

/** A tenth of the width of the field. */
const MIN_STROKE_LENGTH = SIGNATURE_WIDTH / 10;

/** True for strokes of which one is long enough to be more than a slip. */
export function isWritten(path: string): boolean {
  return path.split("M").some((stroke) => lengthOf(stroke) >= MIN_STROKE_LENGTH);
}

function lengthOf(stroke: string): number {
  const points = stroke.split("L").map((point) => point.split(" ").map(Number));
  return points.slice(1).reduce((length, [x = 0, y = 0], index) => {
    const [fromX = 0, fromY = 0] = points[index] ?? [];
    return length + Math.hypot(x - fromX, y - fromY);
  }, 0);
}
