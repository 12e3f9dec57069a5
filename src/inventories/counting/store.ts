import { sql } from "kysely";
import type { Count, Operation } from "../../domain/counting/fold.ts";
import { State } from "../../domain/inventory-states.ts";
import { jsonObject, object, objectOrNull } from "../../storage/database/json.ts";
import type { Schema } from "../../storage/database/schema.ts";
import { type Db, sqlite, statement, withoutIndex } from "../../storage/database/statement.ts";
import { insertInto, selectFrom, updateTable, upsertInto } from "../../storage/database/table-statements.ts";
import type { HistoryEntry } from "../shapes.ts";
import { senderId } from "./count-sql.ts";

export const insert = insertInto("countOperation", [
  "tenantId",
  "inventoryId",
  "operationId",
  "kind",
  "state",
  "itemId",
  "code",
  "locationId",
  "isExtra",
  "entered",
  "at",
  "receivedDT",
  "userId",
  "senderId",
  "isByTerminal",
  "deviceTokenId",
  "terminal",
  "content",
  "seen",
  "change",
  "receipt",
]);

/** A stored operation, for the check of duplicates. */
export const byOperationId = selectFrom(
  "countOperation",
  ["tenantId", "operationId"],
  ["operationId", "at", "userId", "content", "receipt"],
);

/** The applied operations of an item after a given one, in order. */
export function appliedAfter(
  db: Db,
  tenantId: number,
  itemId: number,
  { at, operationId }: Pick<Operation, "at" | "operationId">,
): Operation[] {
  const rows = applied.all(db, { tenantId, itemId, at, operationId });
  return rows.map((row) => ({ ...row, entered: countIn(row.entered) }));
}
const applied = statement((p: { tenantId: number; itemId: number; at: string; operationId: string }) =>
  sqlite
    .selectFrom("countOperation")
    .where(withoutIndex("tenantId"), "=", p.tenantId)
    .where("itemId", "=", p.itemId)
    .where("state", "=", sql.lit("applied"))
    .where(({ eb, refTuple, tuple }) => eb(refTuple("at", "operationId"), ">", tuple(p.at, p.operationId)))
    .orderBy("at")
    .orderBy("operationId")
    .select(["operationId", "kind", "entered", "at", "userId", "terminal", "change", "seen"]),
);

/** Saves the checkpoint of an item. */
export const saveCheckpoint = updateTable("inventoryItem", {
  set: ["checkpoint", "change"],
  where: ["oid", "tenantId"],
});

/** Parses the column `entered`. */
export function countIn(entered: string): Count {
  // The column holds nothing else.
  return JSON.parse(entered) as Count;
}

/** The items of an article in an inventory. */
export const candidates = statement((p: { tenantId: number; inventoryId: number; articleId: number }) =>
  sqlite
    .selectFrom("inventoryItem")
    .where(withoutIndex("tenantId"), "=", p.tenantId)
    .where("articleId", "=", p.articleId)
    .where("inventoryId", "=", p.inventoryId)
    .orderBy("oid")
    .select(["oid", "locationId", "foundAtLocationId", "quantity"]),
);

/** The transitions of an inventory, oldest first. */
export const transitions = selectFrom("inventoryTransition", ["tenantId", "inventoryId"], ["stateId", "at"], {
  orderBy: ["oid"],
});

/** Saves the number of counts that a terminal has not sent yet. */
export const savePending = upsertInto("countingTerminal", ["inventoryId", "terminal"], {
  once: ["tenantId", "deviceTokenId"],
  set: ["userId", "pending", "at"],
});

export const pendingNumber = statement((p: { inventoryId: number }) =>
  sqlite
    .selectFrom("countingTerminal")
    .where("inventoryId", "=", p.inventoryId)
    .select(sql<number>`ifnull(sum(pending), 0)`.as("pending")),
);

/** An applied operation of the history, without its changes. */
export type HistoryRow = Pick<HistoryEntry, "at" | "user" | "device"> & {
  readonly operationId: string;
  readonly kind: Schema["countOperation"]["kind"];
  readonly entered: Count;
  readonly terminal: string;
  readonly change: number;
  readonly seen: number | null;
  readonly receivedDT: string;
  readonly sender: { readonly id: number; readonly fullName: string } | null;
};

/** The applied operations of an item, by time. */
export const history = statement((p: { tenantId: number; itemId: number }) =>
  sqlite
    .selectFrom("countOperation as o")
    .innerJoin("user as u", "u.oid", "o.userId")
    .innerJoin("user as s", "s.oid", "o.senderId")
    .leftJoin("deviceToken as d", "d.oid", "o.deviceTokenId")
    .where(withoutIndex("o.tenantId"), "=", p.tenantId)
    .where("o.itemId", "=", p.itemId)
    .where("o.state", "=", sql.lit("applied"))
    .orderBy("o.at")
    .orderBy("o.operationId")
    .select(({ ref }) =>
      jsonObject<HistoryRow>({
        at: ref("o.at"),
        user: object<HistoryEntry["user"]>({ id: ref("u.oid"), fullName: ref("u.fullName") }),
        device: objectOrNull<{ id: number; name: string }>(ref("d.oid"), {
          id: sql.ref("d.oid"),
          name: sql.ref("d.deviceName"),
        }),
        operationId: ref("o.operationId"),
        kind: ref("o.kind"),
        entered: sql<Count>`json(${ref("o.entered")})`,
        terminal: ref("o.terminal"),
        change: ref("o.change"),
        seen: ref("o.seen"),
        receivedDT: ref("o.receivedDT"),
        sender: objectOrNull<HistoryEntry["user"]>(senderId(), {
          id: ref("s.oid"),
          fullName: ref("s.fullName"),
        }),
      }).as("json"),
    ),
);

/** An operation with all columns. */
export const record = selectFrom("countOperation", ["tenantId", "operationId"]);
/** A row of `record`. */
export type OperationRecord = NonNullable<ReturnType<typeof record.first>>;

/** The next late operations of an inventory after an oid. */
export const lateOperations = statement(
  (p: { tenantId: number; inventoryId: number; after: number; limit: number }) =>
    sqlite
      .selectFrom("countOperation")
      .where(withoutIndex("tenantId"), "=", p.tenantId)
      .where("inventoryId", "=", p.inventoryId)
      .where("state", "=", sql.lit("late"))
      .where("oid", ">", p.after)
      .orderBy("oid")
      .limit(p.limit)
      .selectAll(),
);

/** The unknown codes of an inventory after one, in their order. */
export const unknownCodes = statement((p: { inventoryId: number; after: string; limit: number }) =>
  sqlite
    .selectFrom("countOperation")
    .where("inventoryId", "=", p.inventoryId)
    .where("state", "=", sql.lit("unknown"))
    .where("code", ">", p.after)
    .select(sql.ref<string>("code").as("code"))
    .distinct()
    .orderBy("code")
    .limit(p.limit),
);

/** The operations with an unknown code. */
export const operationsOfUnknown = statement((p: { inventoryId: number; code: string }) =>
  sqlite
    .selectFrom("countOperation")
    .where("inventoryId", "=", p.inventoryId)
    .where("code", "=", p.code)
    .where("state", "=", sql.lit("unknown"))
    .selectAll(),
);

/** The inventories in which counts apply at once, with unknown codes. */
const running = () =>
  sqlite
    .selectFrom("inventory as v")
    .where("v.inventoryStateId", "in", [sql.lit(State.InProgress), sql.lit(State.Paused)])
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("countOperation as o")
          .whereRef("o.inventoryId", "=", "v.oid")
          .where("o.state", "=", sql.lit("unknown"))
          .select("o.oid"),
      ),
    );
/** Those of a tenant. */
export const runningWithUnknown = statement((p: { tenantId: number }) =>
  running().where("v.tenantId", "=", p.tenantId).select("v.oid"),
);
/** Those of all tenants. */
export const allRunningWithUnknown = statement(() => running().select(["v.oid", "v.tenantId"]));

export const lateNumber = statement((p: { inventoryId: number }) =>
  sqlite
    .selectFrom("countOperation")
    .where("inventoryId", "=", p.inventoryId)
    .where("state", "=", sql.lit("late"))
    .select((eb) => eb.fn.countAll<number>().as("number")),
);

/** The counts of a code at a location by one terminal, of which an item may have some. */
export const countsOfCode = statement(
  (p: {
    inventoryId: number;
    code: string | null;
    locationId: number | null;
    terminal: string;
    itemId: number | null;
  }) =>
    sqlite
      .selectFrom("countOperation")
      .where("inventoryId", "=", p.inventoryId)
      .where("code", "=", p.code)
      .where("locationId", "is", p.locationId)
      .where("terminal", "=", p.terminal)
      .where(({ eb, or }) =>
        or([
          eb("state", "=", sql.lit("unknown")),
          eb("state", "=", sql.lit("late")),
          eb("itemId", "=", p.itemId),
        ]),
      )
      .select(["operationId", "at", "kind", "entered"]),
);

export const updateOutcome = updateTable("countOperation", {
  set: ["state", "itemId", "entered", "change"],
  where: ["oid", "tenantId"],
});
