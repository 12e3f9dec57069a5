import { type Expression, type RawBuilder, sql } from "kysely";
import { nameOfState, State } from "../domain/inventory-states.ts";
import { inEachLocale, type Locale } from "../i18n/locales.ts";
import { textIn } from "../i18n/text.ts";
import { bool, type Json, jsonObject, money, object } from "../storage/database/json.ts";
import type { Flag } from "../storage/database/schema.ts";
import { type Statement, sqlite, statement } from "../storage/database/statement.ts";
import { insertInto, updateTable } from "../storage/database/table-statements.ts";
import { ID_OPERATORS, idMatches, TEXT_OPERATORS, textMatches } from "../storage/database/text-match.ts";
import { type Inventory, type InventoryDetail, WORK } from "./shapes.ts";

const inventoriesOf = (tenantId: number) =>
  sqlite.selectFrom("inventory as v").where("v.tenantId", "=", tenantId);

function properties() {
  const ref = sql.ref;
  return {
    oid: ref<number>("v.oid"),
    name: ref<string>("v.name"),
    isClosed: bool(ref("v.isClosed")),
    isApproved: bool(ref("v.isApproved")),
    mustBeApproved: bool(ref("v.mustBeApproved")),
    isBlind: bool(ref("v.isBlind")),
    locationId: ref<number | null>("v.locationId"),
    inventoryStateId: ref<number>("v.inventoryStateId"),
    isSelective: bool(sql`ifnull(${ofRule("isSelective")}, 0)`),
    counter: counter(),
    job: unfinishedJob(),
  };
}
/** A column of the inventory's rules; null: it has none. */
const ofRule = <T>(column: string) =>
  sql<T>`(SELECT r.${sql.ref(column)} FROM ${sql.table("inventoryRule")} AS r WHERE r.inventoryId = v.oid)`;

/** The user in a column of the inventory's rules. */
const userOf = (column: string) =>
  sql`(SELECT json_object('id', u.oid, 'fullName', u.fullName) FROM ${sql.table("user")} AS u
    WHERE u.oid = ${ofRule(column)})`;
const counter = () => sql<Inventory["counter"]>`json(${userOf("counterId")})`;
const person = () => sql<InventoryDetail["person"]>`json(${userOf("personId")})`;

const secondCount = () => sql<InventoryDetail["secondCount"]>`json((
  SELECT json_object('pieces', r.secondCountPieces, 'percent', r.secondCountPercent,
    'value', iif(r.secondCountValue IS NULL, NULL, ${money(sql.ref("r.secondCountValue"))}))
  FROM ${sql.table("inventoryRule")} AS r WHERE r.inventoryId = v.oid
    AND coalesce(r.secondCountPieces, r.secondCountPercent, r.secondCountValue) IS NOT NULL))`;
const secondCountsWaived = () => sql<InventoryDetail["secondCountsWaived"]>`json((
  SELECT json_object('at', r.waivedDT, 'by', json(${userOf("waivedBy")}), 'reason', r.waivedFor)
  FROM ${sql.table("inventoryRule")} AS r WHERE r.inventoryId = v.oid AND r.waivedDT IS NOT NULL))`;

/** The job that works on the inventory. The inventory's `change` is new when one begins or ends. */
function unfinishedJob(): RawBuilder<Inventory["job"]> {
  const { table, ref, lit } = sql;
  return sql`json((
    SELECT json_object('id', j.${ref("oid")}, 'kind', j.${ref("kind")}) FROM ${table("job")} AS j
    WHERE j.${ref("tenantId")} = v.${ref("tenantId")} AND j.${ref("state")} IN ('waiting', 'running')
      AND j.${ref("subjectId")} = v.${ref("oid")} AND j.${ref("kind")} IN (${sql.join(WORK.map(lit))})
    ORDER BY j.${ref("oid")} LIMIT 1))`;
}
const listJson = () => jsonObject<Inventory>(properties()).as("json");

export const all = statement((p: { tenantId: number }) =>
  inventoriesOf(p.tenantId).orderBy("v.oid").select(listJson()),
);

/** The inventories that are neither Closed nor Cancelled. */
export const openInventories = statement((p: { tenantId: number }) =>
  inventoriesOf(p.tenantId)
    .where("v.inventoryStateId", "not in", [State.Closed, State.Cancelled])
    .orderBy("v.oid")
    .select(listJson()),
);

export const byName = new Map(
  TEXT_OPERATORS.map((operator) => [
    operator,
    statement((p: { tenantId: number; value: string }) =>
      inventoriesOf(p.tenantId)
        .where(textMatches(sql.ref("v.nameFolded"), operator, p.value))
        .orderBy("v.nameFolded")
        .orderBy("v.oid")
        .select(listJson()),
    ),
  ]),
);

export const byId = new Map(
  ID_OPERATORS.map((operator) => [
    operator,
    statement((p: { tenantId: number; number: number; digits: string }) =>
      inventoriesOf(p.tenantId)
        .where(idMatches(sql.ref("v.oid"), operator, p.number, p.digits))
        .orderBy("v.oid")
        .select(listJson()),
    ),
  ]),
);

const selectedIds = () => sql<number[]>`json((
  SELECT json_group_array(c.${sql.ref("locationId")}) FROM ${sql.table("inventoryLocation")} AS c
  WHERE c.${sql.ref("inventoryId")} = v.${sql.ref("oid")}))`;

type DetailRow = { change: number; json: Json<InventoryDetail> };

/** The detail with an empty list of items, by locale. */
export const detail: Readonly<Record<Locale, Statement<{ tenantId: number; oid: number }, DetailRow>>> =
  inEachLocale(detailIn);

function detailIn(language: Locale) {
  return statement((p: { tenantId: number; oid: number }) =>
    inventoriesOf(p.tenantId)
      .where("v.oid", "=", p.oid)
      .select(({ ref }) => [
        "v.change",
        jsonObject<Omit<InventoryDetail, "overlaps" | "pending">>({
          ...properties(),
          inventoryState: object<InventoryDetail["inventoryState"]>({
            oid: ref("v.inventoryStateId"),
            name: stateName(ref("v.inventoryStateId"), language),
          }),
          locationIds: selectedIds(),
          person: person(),
          secondCount: secondCount(),
          secondCountsWaived: secondCountsWaived(),
          items: sql<[]>`json_array()`,
        }).as("json"),
      ]),
  );
}

/** The name of the state in `column`, in SQL. */
function stateName(column: Expression<unknown>, language: Locale): RawBuilder<string> {
  const cases = Object.values(State).map(
    (state) => sql`WHEN ${sql.lit(state)} THEN ${sql.lit(textIn(nameOfState(state), language))}`,
  );
  return sql<string>`CASE ${column} ${sql.join(cases, sql` `)} END`;
}

export const record = statement((p: { tenantId: number; oid: number }) =>
  inventoriesOf(p.tenantId).where("v.oid", "=", p.oid).selectAll("v"),
);

export const updateState = updateTable("inventory", {
  set: ["inventoryStateId", "isClosed", "change"],
  where: ["oid", "tenantId"],
});
/** Records a change of state. */
export const insertTransition = insertInto("inventoryTransition", [
  "tenantId",
  "inventoryId",
  "stateId",
  "at",
  "userId",
]);

/** Times and users of the transitions to a state, oldest first. */
export const transitionsTo = statement((p: { tenantId: number; inventoryId: number; state: State }) =>
  sqlite
    .selectFrom("inventoryTransition")
    .where("tenantId", "=", p.tenantId)
    .where("inventoryId", "=", p.inventoryId)
    .where("stateId", "=", p.state)
    .orderBy("at")
    .orderBy("oid")
    .select(["at", "userId"]),
);

/** Stands for the unknown time of a transition in earlier versions. */
export const UNKNOWN_TIME = "1970-01-01T00:00:00.000Z";
export const isKnownTime = (at: string): boolean => at > UNKNOWN_TIME;

/** The column `isClosed` of a state. */
export const isClosedIn = (state: State): Flag => (state === State.Closed ? 1 : 0);
