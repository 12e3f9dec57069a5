import { z } from "zod";
import { parsedRows } from "../../storage/database/json.ts";
import type { Storage } from "../../storage/storage.ts";
import * as store from "./history-store.ts";
import type { ProgressHistory } from "./shapes.ts";

/** The tables of the history. */
export const HISTORY_TABLES = [
  "inventory",
  "inventoryTransition",
  "inventoryItem",
  "countOperation",
] as const;

const MAX_POINTS = 200;
const DAY = 86_400;
/** Step lengths for a time axis, in seconds. */
const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, DAY];

const Spans = z.tuple([z.object({ from: z.string().nullable(), to: z.string().nullable() })]);
const Steps = z.array(z.object({ step: z.int(), counted: z.int() }));

/** Reads the progress over time in the reader thread. */
export async function readProgressHistory(
  { reader }: Pick<Storage, "reader">,
  inventory: { readonly tenantId: number; readonly inventoryId: number },
): Promise<ProgressHistory> {
  const [{ from, to }] = Spans.parse(parsedRows(await reader.rows(store.span.bound(inventory))));
  if (from === null || to === null) return { from: null, to: null, bucketSeconds: 1, points: [] };
  const [fromMs, toMs] = [Date.parse(from), Math.max(Date.parse(from), Date.parse(to))];
  const bucketSeconds = stepFor((toMs - fromMs) / 1000);
  const stepMs = bucketSeconds * 1000;
  const last = Math.ceil((toMs - fromMs) / stepMs);
  const query = store.steps.bound({ ...inventory, fromMs, stepMs, last });
  const found = Steps.parse(parsedRows(await reader.rows(query)));
  const countedByStep = new Map(found.map(({ step, counted }) => [step, counted]));
  let counted = 0;
  const points = Array.from({ length: last + 1 }, (_, step) => {
    counted += countedByStep.get(step) ?? 0;
    return { at: new Date(Math.min(fromMs + step * stepMs, toMs)).toISOString(), counted };
  });
  return { from, to: new Date(toMs).toISOString(), bucketSeconds, points };
}

/** The shortest step, in seconds, with at most MAX_POINTS points. */
function stepFor(seconds: number): number {
  const maxSteps = MAX_POINTS - 1;
  return STEPS.find((step) => seconds <= step * maxSteps) ?? Math.ceil(seconds / maxSteps / DAY) * DAY;
}
