import { sql } from "kysely";
import type { CodedReference } from "../http/endpoint/references.ts";
import { LOCATION } from "../records/location.ts";
import { jsonObject, listProperties, numbersIn, object, objectOrNull } from "../storage/database/json.ts";
import { writtenColumns } from "../storage/database/schema.ts";
import { sqlite, statement, withoutIndex } from "../storage/database/statement.ts";
import { deleteListed, insertInto, updateTable } from "../storage/database/table-statements.ts";
import { TEXT_OPERATORS, textMatches } from "../storage/database/text-match.ts";
import type {
  ArticleAtLocation,
  ArticlesAtLocations,
  Location,
  LocationDetail,
  OrderedLocation,
  ValueAtLocation,
} from "./shapes.ts";

const locationsOf = (tenantId: number) =>
  sqlite.selectFrom("location as l").where("l.tenantId", "=", tenantId).where("l.deleted", "=", 0);

const properties = () => ({ oid: sql.ref<number>("l.oid"), ...listProperties(LOCATION, "l") });
const listJson = () => jsonObject<Location>(properties());

export const all = statement((p: { tenantId: number }) =>
  locationsOf(p.tenantId).orderBy("l.nameFolded").orderBy("l.oid").select(listJson().as("json")),
);

export const allWithPosition = statement((p: { tenantId: number }) =>
  locationsOf(p.tenantId)
    .orderBy("l.nameFolded")
    .orderBy("l.oid")
    .select(jsonObject<OrderedLocation>({ ...properties(), position: sql.ref("l.position") }).as("json")),
);

/** Ids of the locations, up to a limit. */
export const idsUpTo = statement((p: { tenantId: number; limit: number }) =>
  locationsOf(p.tenantId).select("l.oid").limit(p.limit),
);

export const byName = new Map(
  TEXT_OPERATORS.map((operator) => [
    operator,
    statement((p: { tenantId: number; value: string }) =>
      locationsOf(p.tenantId)
        .where(textMatches(sql.ref("l.nameFolded"), operator, p.value))
        .orderBy("l.nameFolded")
        .orderBy("l.oid")
        .select(listJson().as("json")),
    ),
  ]),
);

/** The detail without children. `shown` is the newest change of the location and its parent. */
export const detail = statement((p: { tenantId: number; oid: number }) =>
  locationsOf(p.tenantId)
    .where("l.oid", "=", p.oid)
    .leftJoin("location as parent", "parent.oid", "l.parentLocationId")
    .select(({ ref }) => [
      "l.change",
      sql<number>`max(l.change, ifnull(parent.change, 0))`.as("shown"),
      jsonObject<Omit<LocationDetail, "childLocations">>({
        ...properties(),
        parentLocation: objectOrNull<{ oid: number; name: string }>(ref("parent.oid"), {
          oid: sql.ref("parent.oid"),
          name: sql.ref("parent.name"),
        }),
        responsibleUserId: sql.ref<number | null>("l.responsibleUserId"),
      }).as("json"),
    ]),
);

export const children = statement((p: { tenantId: number; oid: number }) =>
  locationsOf(p.tenantId)
    .where("l.parentLocationId", "=", p.oid)
    .orderBy(sql`l.position IS NULL`)
    .orderBy("l.position")
    .orderBy(withoutIndex("l.nameFolded"))
    .orderBy("l.oid")
    .select(({ ref }) =>
      jsonObject<CodedReference>({ oid: ref("l.oid"), name: ref("l.name"), code: ref("l.code") }).as("json"),
    ),
);

export const record = statement((p: { tenantId: number; oid: number }) =>
  locationsOf(p.tenantId).where("l.oid", "=", p.oid).selectAll("l"),
);

export const records = statement((p: { tenantId: number }) =>
  locationsOf(p.tenantId)
    .select(["l.oid", "l.name", "l.code", "l.parentLocationId", "l.responsibleUserId"])
    .orderBy("l.oid"),
);

/** The child locations of a parent (null: root locations), unordered. */
export const siblings = statement((p: { tenantId: number; parentLocationId: number | null }) =>
  locationsOf(p.tenantId)
    .where("l.parentLocationId", "is", p.parentLocationId)
    .select(["l.oid", "l.name", "l.position"]),
);

/** Shifting a location does not change its version: its `change` stays. */
export const setPosition = updateTable("location", { set: ["position"], where: ["oid", "tenantId"] });

const COLUMNS = writtenColumns(LOCATION);
export const insert = insertInto("location", COLUMNS);
export const update = updateTable("location", { set: COLUMNS, where: ["oid", "tenantId"] });

export const markDeleted = updateTable("location", {
  set: ["change"],
  to: { deleted: 1 },
  where: ["oid", "tenantId"],
});

/** Makes children of these locations, outside of them, root locations. */
export const detachChildren = statement((p: { tenantId: number; oids: string; change: number }) =>
  sqlite
    .updateTable("location")
    .set({ parentLocationId: null, change: p.change })
    .where("tenantId", "=", p.tenantId)
    .where("parentLocationId", "in", numbersIn(p.oids))
    .where("oid", "not in", numbersIn(p.oids)),
);
export const remove = deleteListed("location", "oid");

/** Returns a row if `ancestor` is `oid` or above it. Walks upward, because a tree may be 10 000 levels deep. */
export const isAtOrAbove = statement((p: { tenantId: number; oid: number; ancestor: number }) =>
  sqlite
    .withRecursive("up", (db) =>
      db
        .selectFrom("location as l")
        .select(["l.oid", "l.parentLocationId"])
        .where("l.oid", "=", p.oid)
        .where("l.tenantId", "=", p.tenantId)
        .unionAll((eb) =>
          eb
            .selectFrom("location as l")
            .innerJoin("up", "up.parentLocationId", "l.oid")
            .select(["l.oid", "l.parentLocationId"]),
        ),
    )
    .selectFrom("up")
    .select("up.oid")
    .where("up.oid", "=", p.ancestor),
);

const atLocation = (p: { tenantId: number; locationId: number }) =>
  sqlite
    .selectFrom("articleLocation as p")
    .innerJoin("article as a", "a.oid", "p.articleId")
    .innerJoin("location as l", "l.oid", "p.locationId")
    .where("p.tenantId", "=", p.tenantId)
    .where("p.locationId", "=", p.locationId)
    .where("a.deleted", "=", 0);

/** The stock at exactly this location, by article name. */
export const articlesAt = statement((p: { tenantId: number; locationId: number }) =>
  atLocation(p)
    .orderBy("a.nameFolded")
    .orderBy("p.oid")
    .select(({ ref }) =>
      jsonObject<ArticleAtLocation>({
        oid: ref("p.oid"),
        articleId: ref("p.articleId"),
        locationId: ref("p.locationId"),
        location: object<CodedReference>({ oid: ref("l.oid"), name: ref("l.name"), code: ref("l.code") }),
        quantity: ref("p.quantity"),
        article: object<ArticleAtLocation["article"]>({
          oid: ref("a.oid"),
          code: ref("a.code"),
          name: ref("a.name"),
          unit: ref("a.unit"),
        }),
      }).as("json"),
    ),
);
/** Ids of the articles at a location, up to a limit. */
export const articleIdsUpTo = statement((p: { tenantId: number; locationId: number; limit: number }) =>
  atLocation(p).select("p.oid").limit(p.limit),
);

/** The pieces of articles at locations. */
const held = (tenantId: number) =>
  sqlite
    .selectFrom("articleLocation as p")
    .innerJoin("article as a", "a.oid", "p.articleId")
    .where("p.tenantId", "=", tenantId)
    .where("p.quantity", ">", 0)
    .where("a.deleted", "=", 0);

/** How many articles have their pieces at the same locations. */
export const articlesByLocations = statement((p: { tenantId: number }) =>
  sqlite
    .selectFrom(
      held(p.tenantId)
        .groupBy("p.articleId")
        .select(sql<string>`json_group_array(p.locationId ORDER BY p.locationId)`.as("locationIds"))
        .as("held"),
    )
    .groupBy("held.locationIds")
    .select(
      jsonObject<ArticlesAtLocations>({
        locationIds: sql<number[]>`json(held.locationIds)`,
        articles: sql<number>`count(*)`,
      }).as("json"),
    ),
);

/** The value of the pieces at each location in each currency, where there is one. */
export const valuesByLocation = statement((p: { tenantId: number }) =>
  held(p.tenantId)
    .where("a.price", ">", 0)
    .groupBy(["p.locationId", "a.currencyTypeId"])
    .select(({ ref }) =>
      jsonObject<ValueAtLocation>({
        locationId: ref("p.locationId"),
        currencyTypeId: ref("a.currencyTypeId"),
        // Prices are in ten-thousandths. `total` of reals: a sum of integers may be too large for one.
        value: sql<number>`total(1.0 * a.price * p.quantity) / 10000`,
      }).as("json"),
    ),
);
