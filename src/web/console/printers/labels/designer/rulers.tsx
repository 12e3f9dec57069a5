import type { LabelLayout } from "../../../../../domain/label-layout.ts";
import styles from "./canvas.module.css";
import { RULER_PX } from "./use-fit.ts";

interface RulersProps {
  readonly layout: LabelLayout;
  readonly scale: number;
}

/** The distance of marks that can be told apart, and of their numbers, in pixels. */
const MIN_MARK_PX = 4;
const MIN_NUMBER_PX = 28;

/** Rulers in millimetres above and left of the label. */
export function Rulers({ layout: { widthMm, heightMm }, scale }: RulersProps) {
  return (
    <>
      <svg
        class={styles["ruler"]}
        style={{
          left: `${RULER_PX}px`,
          top: "0",
          width: `${widthMm * scale + 1}px`,
          height: `${RULER_PX}px`,
        }}
        aria-hidden="true"
      >
        <path d={marks(widthMm, scale, (at, length) => `M${at} ${RULER_PX}v-${length}`)} />
        {numbers(widthMm, scale).map((mm) => (
          <text key={mm} x={mm * scale + 2} y={10}>
            {mm}
          </text>
        ))}
      </svg>
      <svg
        class={styles["ruler"]}
        style={{
          left: "0",
          top: `${RULER_PX}px`,
          width: `${RULER_PX}px`,
          height: `${heightMm * scale + 1}px`,
        }}
        aria-hidden="true"
      >
        <path d={marks(heightMm, scale, (at, length) => `M${RULER_PX} ${at}h-${length}`)} />
        {numbers(heightMm, scale).map((mm) => (
          <text key={mm} x={1} y={mm * scale + 10}>
            {mm}
          </text>
        ))}
      </svg>
    </>
  );
}

function marks(lengthMm: number, scale: number, mark: (at: number, length: number) => string): string {
  const step = [1, 5, 10].find((mm) => mm * scale >= MIN_MARK_PX) ?? 10;
  let path = "";
  for (let mm = 0; mm <= lengthMm; mm += step) {
    path += mark(Math.round(mm * scale) + 0.5, mm % 10 === 0 ? 10 : mm % 5 === 0 ? 7 : 4);
  }
  return path;
}

function numbers(lengthMm: number, scale: number): readonly number[] {
  const step = [10, 20, 50, 100].find((mm) => mm * scale >= MIN_NUMBER_PX) ?? 100;
  return Array.from({ length: Math.floor(lengthMm / step) + 1 }, (_, i) => i * step).filter(
    (mm) => mm < lengthMm,
  );
}
