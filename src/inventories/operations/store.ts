import { sql } from "kysely";
import { jsonObject, object, objectOrNull } from "../../storage/json.ts";
import type { CountOperationTable } from "../../storage/schema/inventories.ts";
import { sqlite, statement } from "../../storage/statement.ts";
import type { HistoryEntry } from "../shapes.ts";
import type { Count } from "./fold.ts";

/** Every column but the oid. */
export type NewOperation = Omit<CountOperationTable, "oid" | "receipt"> & { readonly receipt: string };

export const insert = statement((p: NewOperation) =>
  sqlite.insertInto("countOperation").values({
    tenantId: p.tenantId,
    inventoryId: p.inventoryId,
    operationId: p.operationId,
    kind: p.kind,
    state: p.state,
    itemId: p.itemId,
    code: p.code,
    locationId: p.locationId,
    entered: p.entered,
    at: p.at,
    receivedDT: p.receivedDT,
    userId: p.userId,
    senderId: p.senderId,
    deviceTokenId: p.deviceTokenId,
    terminal: p.terminal,
    content: p.content,
    receipt: p.receipt,
  }),
);

/** An applied operation as the history tells it, before what it changed is known. */
export type ToldOperation = Pick<HistoryEntry, "at" | "user" | "device"> & {
  readonly operationId: string;
  readonly kind: CountOperationTable["kind"];
  readonly entered: Count;
  readonly terminal: string;
  readonly receivedDT: string;
  readonly sender: { readonly id: number; readonly fullName: string };
};

/** The applied operations of an item in the order in which they count. */
export const told = statement((p: { tenantId: number; itemId: number }) =>
  sqlite
    .selectFrom("countOperation as o")
    .innerJoin("user as u", "u.oid", "o.userId")
    .innerJoin("user as s", "s.oid", "o.senderId")
    .leftJoin("deviceToken as d", "d.oid", "o.deviceTokenId")
    .where("o.tenantId", "=", p.tenantId)
    .where("o.itemId", "=", p.itemId)
    .where("o.state", "=", sql.lit("applied"))
    .orderBy("o.at")
    .orderBy("o.operationId")
    .select(({ ref }) =>
      jsonObject<ToldOperation>({
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
        receivedDT: ref("o.receivedDT"),
        sender: object<HistoryEntry["user"]>({ id: ref("s.oid"), fullName: ref("s.fullName") }),
      }).as("json"),
    ),
);
