import { figure, table } from "../report.ts";
import { percentile } from "../statistics.ts";
import type { Sample } from "./overview.ts";
import type { Searches } from "./table.ts";

const KEY_TO_RESULT_MS = 300;

/** The searches in the table of articles. */
export function tableReport({ shown, request }: Searches, articles: number): string {
  const row = (name: string, times: readonly number[]) => {
    const ascending = times.toSorted((a, b) => a - b);
    return [name, ...[0.5, 0.95, 1].map((share) => figure(percentile(ascending, share)))];
  };
  const p95 = percentile(
    shown.toSorted((a, b) => a - b),
    0.95,
  );
  return [
    table(
      [`searches in ${articles} articles`, "p50 ms", "p95 ms", "max ms"],
      [row("from the last key to the rows", shown), row("the bare request", request)],
    ),
    "\n",
    table(
      ["goal", "at", "measured", "verdict"],
      [
        [
          "key to result p95 ms",
          `≤ ${KEY_TO_RESULT_MS}`,
          figure(p95),
          p95 <= KEY_TO_RESULT_MS ? "met" : "missed",
        ],
      ],
    ),
  ].join("");
}

/** The overview while terminals count. */
export function overviewReport(sights: readonly Sample[], terminals: number): string {
  const rows = sights.map(({ atSeconds, cpuSeconds, heapMb, nodes, shown, counted }) => [
    figure(atSeconds),
    figure((cpuSeconds / atSeconds) * 100),
    figure(heapMb),
    String(nodes),
    String(shown),
    String(counted),
  ]);
  return table(
    [`overview, ${terminals} terminals: after s`, "CPU % of a core", "heap MB", "nodes", "shown", "counted"],
    rows,
  );
}
