import { sql } from "kysely";
import { type Json, jsonObject, object, objectOrNull } from "../../storage/database/json.ts";
import { type Statement, sqlite, statement, withoutIndex } from "../../storage/database/statement.ts";
import type { ItemChanges } from "../shapes.ts";
import { piecesOfCode, senderId } from "./count-sql.ts";
import type { CountOperation } from "./shapes.ts";

const operations = () =>
  sqlite
    .selectFrom("countOperation as o")
    .innerJoin("user as u", "u.oid", "o.userId")
    .innerJoin("user as s", "s.oid", "o.senderId")
    .leftJoin("deviceToken as d", "d.oid", "o.deviceTokenId")
    .leftJoin("location as l", "l.oid", "o.locationId")
    .leftJoin("inventoryItem as i", "i.oid", "o.itemId")
    .leftJoin("article as a", "a.oid", "i.articleId");

function operationJson() {
  const ref = sql.ref;
  return jsonObject<CountOperation>({
    oid: ref("o.oid"),
    operationId: ref("o.operationId"),
    inventoryId: ref("o.inventoryId"),
    kind: ref("o.kind"),
    state: ref("o.state"),
    itemId: ref("o.itemId"),
    article: objectOrNull<NonNullable<CountOperation["article"]>>(ref("a.oid"), {
      oid: ref("a.oid"),
      name: ref("a.name"),
      code: ref("a.code"),
      unit: ref("a.unit"),
    }),
    code: ref("o.code"),
    location: objectOrNull<NonNullable<CountOperation["location"]>>(ref("l.oid"), {
      oid: ref("l.oid"),
      name: ref("l.name"),
      code: ref("l.code"),
    }),
    codeQuantity: sql<
      number | null
    >`iif(o.state = 'unknown', max(0, ifnull(${piecesOfCode(false)}, 0)), NULL)`,
    entered: sql<ItemChanges>`json(${ref("o.entered")})`,
    at: ref("o.at"),
    receivedDT: ref("o.receivedDT"),
    user: object<CountOperation["user"]>({ id: ref("u.oid"), fullName: ref("u.fullName") }),
    sender: objectOrNull<NonNullable<CountOperation["sender"]>>(senderId(), {
      id: ref("s.oid"),
      fullName: ref("s.fullName"),
    }),
    device: objectOrNull<NonNullable<CountOperation["device"]>>(ref("d.oid"), {
      id: ref("d.oid"),
      name: ref("d.deviceName"),
    }),
    photoIds: sql<number[]>`json((SELECT json_group_array(p.oid ORDER BY p.oid DESC)
      FROM photo p WHERE p.countOperationId = o.oid AND p.deleted = 0))`,
  });
}

/** The newest operations of a state in an inventory, before an oid. */
export const newestOperations = statement(
  (p: {
    tenantId: number;
    inventoryId: number;
    state: CountOperation["state"];
    before: number;
    limit: number;
  }) =>
    operations()
      .where(withoutIndex("o.tenantId"), "=", p.tenantId)
      .where("o.inventoryId", "=", p.inventoryId)
      .where("o.state", "=", p.state)
      .where("o.oid", "<", p.before)
      .orderBy("o.oid", "desc")
      .limit(p.limit)
      .select(operationJson().as("json")),
);

type DetailRow = { change: number; shown: number; json: Json<CountOperation> };

/** One operation; `shown` is the newest change among the joined records. */
export const detail: Statement<{ tenantId: number; operationId: string }, DetailRow> = statement((p) =>
  operations()
    .where("o.tenantId", "=", p.tenantId)
    .where("o.operationId", "=", p.operationId)
    .select([
      "o.change",
      sql<number>`max(o.change, u.change, s.change, ifnull(d.change, 0), ifnull(l.change, 0), ifnull(a.change, 0),
        ifnull((SELECT max(p.change) FROM photo p WHERE p.countOperationId = o.oid), 0))`.as("shown"),
      operationJson().as("json"),
    ]),
);
