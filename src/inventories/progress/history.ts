import { sql } from "kysely";
import { z } from "zod";
import { State } from "../../domain/inventory-states.ts";
import { jsonObject, parsedRows } from "../../storage/database/json.ts";
import { sqlite, statement, withoutIndex } from "../../storage/database/statement.ts";
import type { Storage } from "../../storage/storage.ts";
import type { OfInventory } from "../inventory.ts";
import { UNKNOWN_TIME } from "../store.ts";
import { isCounted, itemsOf } from "./progress-sql.ts";
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
  const [{ from, to }] = Spans.parse(parsedRows(await reader.rows(spanOf.bound(inventory))));
  if (from === null || to === null) return { from: null, to: null, bucketSeconds: 1, points: [] };
  const [fromMs, toMs] = [Date.parse(from), Math.max(Date.parse(from), Date.parse(to))];
  const bucketSeconds = stepFor((toMs - fromMs) / 1000);
  const stepMs = bucketSeconds * 1000;
  const last = Math.ceil((toMs - fromMs) / stepMs);
  const query = stepsOf.bound({ ...inventory, fromMs, stepMs, last });
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

// The progress of a count over time. Reads every item: for the reader thread.

/** First start and last event of a count (ISO 8601); null: not started. */
interface Span {
  readonly from: string | null;
  readonly to: string | null;
}

const transitionsOf = ({ tenantId, inventoryId }: OfInventory, states: readonly State[]) =>
  sqlite
    .selectFrom("inventoryTransition as m")
    .where(withoutIndex("m.tenantId"), "=", tenantId)
    .where("m.inventoryId", "=", inventoryId)
    .where("m.at", ">", sql.lit(UNKNOWN_TIME))
    .where(
      "m.stateId",
      "in",
      states.map((state) => sql.lit(state)),
    );

const spanOf = statement((p: OfInventory) => {
  const begun = transitionsOf(p, [State.InProgress]).select(({ fn }) => fn.min("m.at").as("at"));
  const moved = transitionsOf(p, [State.InProgress, State.Paused, State.Finished]).select(({ fn }) =>
    fn.max("m.at").as("at"),
  );
  return itemsOf(p).select(
    jsonObject<Span>({
      from: sql<string | null>`coalesce(${begun}, min(i.countedDT))`,
      to: sql<string | null>`nullif(max(ifnull(${moved}, ''), ifnull(max(i.countedDT), '')), '')`,
    }).as("json"),
  );
});

/** The number of items first counted in a step. */
interface Step {
  /** 0: up to the start; 1: up to one step after it; and so on. */
  readonly step: number;
  readonly counted: number;
}

/** Time of the first count of the item `i`. Other changes are no counts. */
const firstCount = ({ tenantId }: OfInventory) =>
  sqlite
    .selectFrom("countOperation as o")
    .where(withoutIndex("o.tenantId"), "=", tenantId)
    .where("o.itemId", "=", sql.ref<number>("i.oid"))
    .where("o.state", "=", sql.lit("applied"))
    .where(sql<boolean>`(o.entered ->> '$.inventoryQuantity' IS NOT NULL OR o.entered ->> '$.isFound' = 1)`)
    .orderBy("o.at")
    .orderBy("o.operationId")
    .limit(sql.lit(1))
    .select("o.at");

/** The steps in which the counted items were first counted; times in milliseconds since 1970. */
const stepsOf = statement((p: OfInventory & { fromMs: number; stepMs: number; last: number }) => {
  const ms = sql<number>`round(unixepoch(coalesce(${firstCount(p)}, i.countedDT), 'subsec') * 1000)`;
  const step = sql<number>`min(${p.last}, cast((max(0, ${ms} - ${p.fromMs}) + ${p.stepMs} - 1) / ${p.stepMs} AS INTEGER))`;
  return sqlite
    .selectFrom(itemsOf(p).where(isCounted()).select(step.as("step")).as("s"))
    .groupBy("s.step")
    .orderBy("s.step")
    .select(({ ref }) =>
      jsonObject<Step>({
        step: sql<number>`cast(${ref("s.step")} AS INTEGER)`,
        counted: sql<number>`count(*)`,
      }).as("json"),
    );
});
