import type { RefObject } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import type { LabelLayout } from "../../../../../domain/label-layout.ts";
import { limit } from "./geometry.ts";

/** The space around the label for its rulers and margins, in pixels. */
export const RULER_PX = 24;
const MARGIN_PX = 24;
const MIN_SCALE = 1.5;
const MAX_SCALE = 24;
const STEP = 1.25;
const MIN_HEIGHT_PX = 200;
const MAX_HEIGHT_PX = 640;
/** The height of a large label's canvas in a low window. */
const LEAST_MAX_PX = 340;
/** The height of what is above the canvas. */
const OTHERS_PX = 340;

/** The zoom of the canvas: pixels of a millimetre. */
export interface Zoom {
  readonly scale: number;
  readonly isFitting: boolean;
  /** The height of the canvas in pixels: a flat label needs less. */
  readonly height: number;
  in(): void;
  out(): void;
  /** Shows the whole label. */
  fit(): void;
}

/** The scale and the height of a canvas of a width, in pixels, in which the whole label is shown. */
function fitting(
  { widthMm, heightMm }: Pick<LabelLayout, "widthMm" | "heightMm">,
  width: number,
  maxHeight: number,
): { readonly scale: number; readonly height: number } {
  const around = RULER_PX + 2 * MARGIN_PX;
  const most = Math.min((width - around) / widthMm, (maxHeight - around) / heightMm);
  const scale = limit(most, MIN_SCALE, MAX_SCALE);
  return { scale, height: limit(heightMm * scale + around, MIN_HEIGHT_PX, maxHeight) };
}

/** The zoom of a canvas: the label fits, until the user chooses another one. */
export function useZoom(canvas: RefObject<HTMLElement>, layout: LabelLayout): Zoom {
  const [size, setSize] = useState({ width: 640, maxHeight: 480 });
  const [chosen, setChosen] = useState<number | null>(null);
  useLayoutEffect(() => {
    const { current } = canvas;
    if (current === null) return undefined;
    const measure = () =>
      setSize({
        width: current.clientWidth,
        maxHeight: limit(window.innerHeight - OTHERS_PX, LEAST_MAX_PX, MAX_HEIGHT_PX),
      });
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    window.addEventListener("resize", measure);
    measure();
    return () => {
      observer.disconnect();
      window.removeEventListener("resize", measure);
    };
  }, []);
  const fit = fitting(layout, size.width, size.maxHeight);
  const scale = chosen ?? fit.scale;
  const by = (factor: number) => setChosen(limit(scale * factor, MIN_SCALE, MAX_SCALE));
  return {
    scale,
    height: fit.height,
    isFitting: chosen === null,
    in: () => by(STEP),
    out: () => by(1 / STEP),
    fit: () => setChosen(null),
  };
}
