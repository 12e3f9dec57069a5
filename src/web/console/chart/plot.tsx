import { useEffect, useRef } from "preact/hooks";
import type uPlot from "uplot";
import { reportError } from "../../errors/report-error.ts";
import { language, moment, number } from "../../i18n/translate.ts";
import { shownTheme } from "../../ui/theme.tsx";
import "uplot/dist/uPlot.min.css";
import "./plot.css";

interface PlotProps {
  /** The title, with the unit of the values. */
  readonly name: string;
  /** Seconds since 1970 and the value, in the order of time. */
  readonly points: readonly (readonly [at: number, value: number])[];
  /** The maximum of the vertical axis. */
  readonly highest: number;
  /** Its minimum; default: 0. */
  readonly lowest?: number;
}

/** In rem, so that it scales with the text. */
const HEIGHT_REM = 9;
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Possible distances of the labels of the time axis. The labels show minutes, so the distance is at least one. */
const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720].map((step) => step * MINUTE);

/** A line chart over time. A table beside it has the same data for screen readers. */
export function Plot({ name, points, highest, lowest = 0 }: PlotProps) {
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const data: [number[], number[]] = [points.map(([at]) => at), points.map(([, value]) => value)];
  const newest = useRef(data);
  newest.current = data;

  useEffect(() => {
    let isGone = false;
    const watching = new ResizeObserver(([entry]) => {
      plot.current?.setSize({ width: entry?.contentRect.width ?? 0, height: heightOf() });
    });
    uplot()
      .then((Plotting) => {
        if (Plotting === null || isGone || place.current === null) return;
        plot.current = new Plotting(options(place.current, lowest, highest), newest.current, place.current);
        watching.observe(place.current);
      })
      .catch(reportError);
    return () => {
      isGone = true;
      watching.disconnect();
      plot.current?.destroy();
      plot.current = null;
    };
  }, [lowest, highest, language.value, shownTheme.value]);

  useEffect(() => plot.current?.setData(data), [JSON.stringify(data)]);
  return (
    <>
      <p class="plot-title" aria-hidden="true">
        {name}
      </p>
      <div ref={place} class="plot" role="img" aria-label={name} />
    </>
  );
}

/**
 * Loads the chart library for the first chart. Null: the server is unreachable or has another version; the table has
 * the same data.
 */
async function uplot(): Promise<typeof uPlot | null> {
  try {
    return (await import("uplot")).default;
  } catch {
    return null;
  }
}

function options(place: HTMLElement, lowest: number, highest: number): uPlot.Options {
  const look = getComputedStyle(place);
  const colour = (name: string) => look.getPropertyValue(name).trim();
  const axis = { stroke: colour("--muted"), grid: { stroke: colour("--raised"), width: 1 } };
  return {
    width: place.clientWidth,
    height: heightOf(),
    legend: { show: false },
    cursor: { show: false },
    scales: { y: { range: [lowest, Math.max(1, highest)] } },
    axes: [
      {
        ...axis,
        values: (_, ticks) => ticks.map(clock),
        size: 30,
        space: 90,
        incrs: [...STEPS, DAY, 7 * DAY],
      },
      { ...axis, values: (_, ticks) => ticks.map((tick) => number(tick)), size: 60 },
    ],
    series: [{}, { stroke: colour("--accent"), width: 2, fill: colour("--raised"), points: { show: false } }],
  };
}

const heightOf = () => HEIGHT_REM * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

/** The time of day; the date at its start. */
function clock(seconds: number): string {
  const date = new Date(seconds * 1000);
  const isMidnight = date.getHours() === 0 && date.getMinutes() === 0;
  const style: Intl.DateTimeFormatOptions = isMidnight
    ? { day: "numeric", month: "numeric" }
    : { hour: "numeric", minute: "2-digit" };
  return moment(date, style);
}
