import { type Expression, type RawBuilder, sql } from "kysely";
import { RESULTS } from "../../domain/results.ts";
import type { Subscription } from "../../http/sse/hub.ts";
import { type Json, jsonObject, object, objectOrNull } from "../../storage/database/json.ts";
import { sqlite, statement, withoutIndex } from "../../storage/database/statement.ts";
import type { Storage } from "../../storage/storage.ts";
import { isTakenBack } from "../counting/count-sql.ts";
import type { OfInventory, Visibility } from "../inventory.ts";
import { isUndecided, resultOf } from "../items/item-sql.ts";
import { placeOf } from "../items/second-count-sql.ts";
import { byVisibility } from "../items/store.ts";
import { COUNTED, count, figures, itemsOf } from "./progress-sql.ts";
import type { DetailedProgress, Progress } from "./shapes.ts";

/** The tables of the progress. */
export const PROGRESS_TABLES = [
  "inventory",
  "inventoryItem",
  "countOperation",
  "countingTerminal",
  "location",
  "user",
  "deviceToken",
] as const;

/** Selects the inventory and the details. */
interface ProgressQuery {
  readonly tenantId: number;
  readonly inventoryId: number;
  readonly isDetailed: boolean;
  /** `hidden`: details do not compare with expected quantities. */
  readonly visibility: Visibility;
}

/** Reads the progress of a count in the reader thread. */
export async function progressOf(
  { reader }: Pick<Storage, "reader">,
  { isDetailed, visibility, ...inventory }: ProgressQuery,
): Promise<Json<Progress | DetailedProgress>> {
  const { pieces } = await reader.rows(
    (isDetailed ? detailedProgress[visibility] : plainProgress).bound(inventory),
  );
  return String(Buffer.concat(pieces));
}

/** The progress as a topic. Equal queries share a channel. */
export function progressTopic(query: ProgressQuery): Subscription {
  const { tenantId, inventoryId, isDetailed, visibility } = query;
  return {
    channel: `${tenantId} ${inventoryId} ${isDetailed} ${visibility}`,
    tenantId,
    topics: [{ name: "progress", tables: PROGRESS_TABLES, state: (storage) => progressOf(storage, query) }],
    isIncluded: () => true,
  };
}

// The progress of a count. Reads every item: for the reader thread.

type Details = Required<Omit<DetailedProgress, keyof Progress>>;
type ProgressAt = Details["locations"][number];

const FOUND_ELSEWHERE = "i.isUnexpected = 0 AND i.isFound = 1 AND i.inventoryLocationId <> i.locationId";

const plainProgress = statement((p: OfInventory) =>
  itemsOf(p).select(jsonObject<Progress>(figures()).as("json")),
);

/** The additional figures of the detailed progress. */
const moreFigures = () => ({
  foundElsewhere: count(FOUND_ELSEWHERE),
  notCounted: count(`i.isUnexpected = 0 AND NOT (${COUNTED})`),
});

/** The number of items with each result, as an object. */
const results = () =>
  object<NonNullable<DetailedProgress["results"]>>(
    // RESULTS holds every result.
    Object.fromEntries(
      RESULTS.map((result) => [
        result,
        sql<number>`count(*) FILTER (WHERE ${resultOf()} = ${sql.lit(result)})`,
      ]),
    ) as Record<(typeof RESULTS)[number], RawBuilder<number>>,
  );

/** `hidden` leaves out the results: they depend on the expected quantity. */
const detailedProgress = byVisibility((visibility) =>
  statement((p: OfInventory) => itemsOf(p).select(detailsOf(p, visibility).as("json"))),
);

function detailsOf(p: OfInventory, visibility: Visibility): RawBuilder<Json<DetailedProgress>> {
  const details = {
    ...figures(),
    ...moreFigures(),
    toRecount: count("i.isToRecount = 1"),
    moved: sql<number>`count(*) FILTER (WHERE ${isUndecided()})`,
    unknown: unknown(p),
    late: late(p),
    locations: listOf(locations(p)),
    users: listOf(users(p)),
    terminals: listOf(terminals(p)),
  };
  if (visibility === "hidden") return jsonObject<Omit<DetailedProgress, "results">>(details);
  return jsonObject<DetailedProgress>({ ...details, results: results() });
}

const operations = (p: OfInventory, state: "unknown" | "late", rows = "count(*)") =>
  sqlite
    .selectFrom("countOperation as o")
    .where(withoutIndex("o.tenantId"), "=", p.tenantId)
    .where("o.inventoryId", "=", p.inventoryId)
    .where("o.state", "=", sql.lit(state))
    .select(sql<number>`${sql.raw(rows)}`.as("rows"));
const late = (p: OfInventory) => sql<number>`${operations(p, "late")}`;
const unknown = (p: OfInventory) =>
  sql<number>`${operations(p, "unknown", "count(DISTINCT o.code)").where((eb) => eb.not(isTakenBack()))}`;

/** The rows of a query of one `json` column, as an array inside another object. */
function listOf<T>(rows: Expression<{ json: Json<T> }>): RawBuilder<T[]> {
  return sql<T[]>`json((SELECT json_group_array(json(l.json)) FROM ${rows} AS l))`;
}

/** The locations, with the items expected there and the unexpected items found there. */
function locations(p: OfInventory) {
  return itemsOf(p)
    .innerJoin("location as l", (join) => join.on("l.oid", "=", placeOf()))
    .groupBy("l.oid")
    .orderBy("l.nameFolded")
    .orderBy("l.oid")
    .select(({ ref }) =>
      jsonObject<ProgressAt>({
        location: object<ProgressAt["location"]>({
          oid: ref("l.oid"),
          name: ref("l.name"),
          code: ref("l.code"),
        }),
        ...figures(),
        ...moreFigures(),
      }).as("json"),
    );
}

/** The users, with the number of items that each counted last. */
function users(p: OfInventory) {
  return itemsOf(p)
    .innerJoin("user as u", "u.oid", "i.countedBy")
    .groupBy("u.oid")
    .orderBy("u.fullNameFolded")
    .orderBy("u.oid")
    .select(({ ref }) =>
      jsonObject<Details["users"][number]>({
        user: object<Details["users"][number]["user"]>({ id: ref("u.oid"), fullName: ref("u.fullName") }),
        counted: sql<number>`count(*)`,
      }).as("json"),
    );
}

/** The terminals, with their reported unsent counts. */
function terminals(p: OfInventory) {
  type Terminal = Details["terminals"][number];
  return sqlite
    .selectFrom("countingTerminal as t")
    .innerJoin("user as u", "u.oid", "t.userId")
    .leftJoin("deviceToken as d", "d.oid", "t.deviceTokenId")
    .where(withoutIndex("t.tenantId"), "=", p.tenantId)
    .where("t.inventoryId", "=", p.inventoryId)
    .orderBy("t.terminal")
    .select(({ ref }) =>
      jsonObject<Terminal>({
        device: objectOrNull<NonNullable<Terminal["device"]>>(ref("d.oid"), {
          id: sql.ref("d.oid"),
          name: sql.ref("d.deviceName"),
        }),
        user: object<Terminal["user"]>({ id: ref("u.oid"), fullName: ref("u.fullName") }),
        pending: ref("t.pending"),
        at: ref("t.at"),
      }).as("json"),
    );
}
