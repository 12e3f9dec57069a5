import { setImmediate } from "node:timers/promises";
import { z } from "zod";
import { MAX_PIECES } from "../domain/counting/fold.ts";
import { ABC_CLASSES } from "../domain/cycle-counts/abc.ts";
import { CONFIDENCES } from "../domain/cycle-counts/record-accuracy.ts";
import { FREQUENCIES } from "../domain/cycle-counts/schedule.ts";
import { ABC_MEASURES, type CountSelection, SELECTION_KINDS } from "../domain/cycle-counts/selection.ts";
import { Invalid } from "../domain/errors.ts";
import { msg } from "../domain/message.ts";
import type { Principal } from "../domain/principal.ts";
import type { Dependencies } from "../http/dependencies.ts";
import { command, type Endpoint, query } from "../http/endpoint/endpoint.ts";
import { day, decimal, id, integer, oneOf, pathId, price } from "../http/endpoint/fields.ts";
import { replacedBody } from "../http/endpoint/record-schemas.ts";
import { recordResponse } from "../http/endpoint/response.ts";
import { assertExpectedCount, expectedCount, selectionFilter } from "../http/endpoint/selection-fields.ts";
import { concurrentLanes } from "../platform/concurrency-limit.ts";
import { COUNT_PLAN } from "../records/stocktake.ts";
import { listInMainThread } from "../storage/database/json.ts";
import type { Db } from "../storage/database/statement.ts";
import type { Candidate } from "./choose.ts";
import { chosenStock } from "./chosen-stock.ts";
import { addPlan, assertComplete, changePlan, getPlan, type PlanFields, removePlan } from "./plan.ts";
import * as store from "./plan-store.ts";
import { CountPlan, CountPlanRun } from "./shapes.ts";

const path = "/api/count-plans";
const MAX_RECORDS = 100_000;
const MAX_DAYS = 3650;
/** Choices to know the number of records. A lane is a tenant. */
const CHOICES = { running: 1, perLane: 1, waiting: 10 };

const percent = () => decimal(0, 100);
const confidence = () => z.union(CONFIDENCES.map((one) => z.literal(one)));
const selection = () =>
  selectionFilter({
    kind: oneOf(SELECTION_KINDS),
    locationIds: z.array(id()).max(1000).default([]),
    limit: integer(1, MAX_RECORDS).nullable().default(null),
    abc: selectionFilter({
      by: oneOf(ABC_MEASURES),
      days: integer(1, MAX_DAYS).default(90),
      classes: z.array(oneOf(ABC_CLASSES)),
      a: percent().default(80),
      ab: percent().default(95),
    })
      .nullable()
      .default(null),
    notCountedDays: integer(1, MAX_DAYS).nullable().default(null),
    sample: selectionFilter({
      confidence: confidence(),
      margin: percent(),
      expectedAccuracy: percent().default(95),
    })
      .nullable()
      .default(null),
    userId: id().nullable().default(null),
  });
const schedule = () =>
  z.object({
    every: oneOf(FREQUENCIES),
    weekdays: z.array(integer(1, 7)).max(7).default([]),
    dayOfMonth: integer(1, 31).default(1),
    atHour: integer(0, 23).default(6),
  });
const secondCount = () =>
  z.object({
    pieces: integer(0, MAX_PIECES).nullable().default(null),
    percent: integer(0, 100).nullable().default(null),
    value: price().nullable().default(null),
  });
const fields = () => ({
  ...replacedBody(COUNT_PLAN, "body", {
    selection: selection(),
    schedule: schedule(),
    secondCount: secondCount().nullable(),
  }),
  expectedCount: expectedCount(),
});

const SELECTION =
  "`selection.kind`: `abc`: the articles of `abc.classes`, by `value` (price times pieces, apart for each currency) or by `movements` in the last `abc.days`; A makes `abc.a` percent of the total, A and B together `abc.ab` percent, equal articles are in the order of their ids. `notCounted`: any stock. `sample`: a random sample, of `limit` records or as many as `sample` needs. `valueSample`: a random sample in strata by value (quantity times price), of `limit` records or as many as its certificate is expected to need: the dearest stratum is counted in full, from the others, which have equal values, records are drawn; `sample` has the confidence 0.95, the margin 1, and the `expectedAccuracy`. Only such a sample makes a certificate. `location`: all stock of `limit` locations. `person`: the articles that the user `userId` has or is responsible for. `locationIds`: only there and below; none: everywhere. `limit`: records at most (`location`: locations); null: all. `notCountedDays`: only what was not counted by a closed inventory for so many days; null for a sample, which is one of all records. All but the samples take first what was never counted, then what was counted longest ago, in walking order. A record is an article at a location.";
const SCHEDULE =
  "The inventory of a due date is made at the hour `atHour` of the server's time zone and prepared at once. Each date makes one at most; after a time without the server only the newest is made. While the plan's last inventory is open, the date is skipped. `dayOfMonth` beyond the end of a month is its last day. A plan that is added, resumed or gets another schedule or other days makes nothing for earlier times. `fromDate` and `toDate` are the first and the last day.";

const CONFLICTS = {
  409: "the name is taken, or the plan chooses another number of records now than `expectedCount`",
};

/** Plans of cycle counts and their runs. */
export function countPlanRoutes({ storage, clock }: Dependencies): Endpoint[] {
  const { db } = storage;
  const queue = concurrentLanes<number>(CHOICES);
  /** How many records a plan with this selection chooses now. */
  const countChosen = (tenantId: number, selection: CountSelection) =>
    queue(tenantId, async () => {
      const work = chosenStock(db, { tenantId, selection, seed: "" }, clock.iso());
      for (;;) {
        const next = work.next();
        if (next.done) {
          if (next.value.byValue !== null) assertOneCurrency(next.value.candidates);
          return next.value.chosen.length;
        }
        // Other requests go between the units.
        await setImmediate();
      }
    });
  /** Null: the client does not ask. */
  const prepare = async ({ body }: { readonly body: PlanBody }, { tenantId }: Principal) =>
    body.expectedCount === undefined ? null : countChosen(tenantId, body.selection);
  const assertExpected = ({ expectedCount: expected }: PlanBody, count: number | null) => {
    if (count !== null) assertExpectedCount(expected, count);
  };
  return [
    query("GET", path, {
      operationId: "listCountPlans",
      permission: "manage",
      summary: "All count plans, by name",
      response: z.array(CountPlan),
      tables: ["countPlan", "user"],
      run: (_, { tenantId }) => ({ kind: "json", body: listInMainThread(db, store.all, { tenantId }) }),
    }),
    query("GET", `${path}/runs`, {
      operationId: "listCountPlanRuns",
      permission: "manage",
      summary:
        "The due dates of the plans that have come, from one date to another, and the last one of each plan",
      description:
        "`made`: `inventory` is its inventory. `skipped`: `inventory` is the earlier one that was still open. `empty`: there was nothing to count. `inventory` null: it was removed with the sample data.",
      query: { from: day(), to: day() },
      response: z.array(CountPlanRun),
      tables: ["countPlan", "countPlanRun", "inventory"],
      run: ({ query: { from, to } }, { tenantId }) => ({
        kind: "json",
        body: listInMainThread(db, store.runs, { tenantId, from, to }),
      }),
    }),
    query("GET", `${path}/{id}`, {
      operationId: "getCountPlan",
      permission: "manage",
      summary: "One count plan",
      params: { id: pathId() },
      response: CountPlan,
      run: ({ params }, { tenantId }) => detail(db, tenantId, params.id),
    }),
    query("POST", `${path}/selection`, {
      operationId: "countPlanRecords",
      permission: "manage",
      summary: "How many records a plan with this selection would choose now",
      description: "The number for `expectedCount` of a plan. Changes nothing.",
      body: { selection: selection() },
      response: z.object({ count: z.number() }),
      async run({ body }, { tenantId }) {
        assertComplete(body.selection);
        return { kind: "json", body: { count: await countChosen(tenantId, body.selection) } };
      },
    }),
    command("POST", path, {
      operationId: "createCountPlan",
      permission: "manage",
      summary: "Adds a plan that makes inventories by itself",
      description: `${SELECTION} ${SCHEDULE}`,
      status: 201,
      body: fields(),
      response: CountPlan,
      errors: CONFLICTS,
      prepare,
      run(tx, { body }, principal, { prepared }) {
        const oid = addPlan(tx, principal, fieldsOf(body));
        assertExpected(body, prepared);
        return detail(tx, principal.tenantId, oid);
      },
    }),
    command("PUT", `${path}/{id}`, {
      operationId: "updateCountPlan",
      permission: "manage",
      summary: "Replaces a count plan; absent properties get their defaults",
      description: "Inventories that it has made stay as they are.",
      params: { id: pathId() },
      body: fields(),
      response: CountPlan,
      errors: CONFLICTS,
      prepare,
      record: (tx, { params }, { tenantId }) => getPlan(tx, tenantId, params.id),
      run(tx, { body }, principal, { record, prepared }) {
        changePlan(tx, principal, record, fieldsOf(body));
        assertExpected(body, prepared);
        return detail(tx, principal.tenantId, record.oid);
      },
    }),
    command("DELETE", `${path}/{id}`, {
      operationId: "deleteCountPlan",
      permission: "manage",
      summary: "Deletes a count plan; its inventories stay",
      params: { id: pathId() },
      record: (tx, { params }, { tenantId }) => getPlan(tx, tenantId, params.id),
      run: (tx, _, __, { record }) => removePlan(tx, record),
    }),
  ];
}

/** Throws Invalid where values can't be added, so that the sample would make no certificate. A missing currency counts as one. */
function assertOneCurrency(candidates: readonly Candidate[]): void {
  const worth = candidates.filter(({ price, quantity }) => price * quantity > 0);
  const currencies = new Set(worth.map(({ currencyTypeId }) => currencyTypeId));
  if (currencies.size > 1)
    throw Invalid.field(
      "selection.locationIds",
      msg("The prices there are in several currencies. A sample by value needs records of one."),
    );
}

function detail(db: Db, tenantId: number, oid: number) {
  const found = store.detail.first(db, { tenantId, oid });
  return { ...recordResponse(found, msg("Count plan not found.")), location: `${path}/${oid}` };
}

type PlanBody = PlanFields & { readonly expectedCount?: number | undefined };

const fieldsOf = ({ expectedCount: _, ...body }: PlanBody): PlanFields => ({
  ...body,
  selection: {
    ...body.selection,
    locationIds: [...new Set(body.selection.locationIds)].sort((a, b) => a - b),
  },
  schedule: { ...body.schedule, weekdays: [...new Set(body.schedule.weekdays)].sort((a, b) => a - b) },
});
