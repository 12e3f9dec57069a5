import { z } from "zod";
import type { Dependencies } from "../http/dependencies.ts";
import { type Endpoint, query } from "../http/endpoint/endpoint.ts";
import { namedObject } from "../http/endpoint/named-object.ts";
import { dayAt } from "../platform/clock.ts";
import { endOfDay } from "../platform/zone-time.ts";
import { parsedRows } from "../storage/database/json.ts";
import * as store from "./activity-store.ts";
import { COUNTS, findFirstOid } from "./first-entry.ts";

/** Days of the trend, today included. */
const DAYS = 30;
const DAY_MS = 86_400_000;

const Activity = namedObject("Activity", {
  today: z.object({
    counts: z.int().describe("counts that the server has received"),
    movements: z.int().describe("changes of stock"),
    labels: z.int().describe("printed labels, each copy"),
  }),
  days: z
    .array(
      z.object({
        day: z.iso.date(),
        change: z.int(),
        values: z.array(z.object({ currencyTypeId: z.int().nullable(), value: z.number() })),
      }),
    )
    .describe(
      `the last ${DAYS} days with the change of the pieces of all articles without another unit, and of the value by currency at the articles' prices of now; opening stock is none`,
    ),
});

/** What has happened today, and the change of the stock in the last days. */
export function activityRoutes({ storage, clock, config: { timeZone } }: Dependencies): Endpoint[] {
  const { db, reader } = storage;
  return [
    query("GET", "/api/activity", {
      operationId: "getActivity",
      scope: "history:read",
      permission: "work",
      summary: "What has happened today, and how pieces and value have changed by day",
      description: "Days are those of the site's time zone.",
      response: Activity,
      async run(_, { tenantId }) {
        const days = lastDays(dayAt(clock.iso(), timeZone));
        const begins = days.map((day) => new Date(Date.parse(endOfDay(dayBefore(day), timeZone)) + 1));
        const entries = begins.map((at) => findFirstOid(db, at.toISOString()));
        const ranges = entries.map((entry, at) => [entry, entries[at + 1] ?? Number.MAX_SAFE_INTEGER]);
        const from = begins.at(-1)?.toISOString() ?? "";
        const parts = { entry: entries.at(-1) ?? 0, count: findFirstOid(db, from, COUNTS), from };
        const [changes, [now]] = await Promise.all([
          reader.rows(store.changes.bound({ tenantId, ranges: JSON.stringify(ranges) })),
          reader
            .rows(store.today.bound({ tenantId, ...parts }))
            .then((rows) => Today.parse(parsedRows(rows))),
        ]);
        const [counts, movements, labels] = now;
        const change = Changes.parse(parsedRows(changes));
        const body = {
          today: { counts, movements, labels },
          days: days.map((day, at) => {
            const own = change.filter(([range]) => range === at);
            return {
              day,
              change: own.reduce((sum, [, , pieces]) => sum + pieces, 0),
              values: own.map(([, currencyTypeId, , value]) => ({ currencyTypeId, value: value / 10_000 })),
            };
          }),
        };
        return { kind: "json", body };
      },
    }),
  ];
}

const Changes = z.array(z.tuple([z.int(), z.int().nullable(), z.int(), z.number()]));
const Today = z.tuple([z.tuple([z.int(), z.int(), z.int()])]);

const dayBefore = (day: string, days = 1) =>
  new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10);
const lastDays = (today: string) => Array.from({ length: DAYS }, (_, at) => dayBefore(today, DAYS - 1 - at));
