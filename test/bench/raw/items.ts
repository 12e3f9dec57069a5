import type { Database } from "better-sqlite3";
import type { User } from "./tokens.ts";

/** The body of `PUT /api/inventories/items/update`; an absent property keeps the stored value. */
export interface ItemUpdate {
  oid: number;
  inventoryQuantity?: number | null;
  inventoryLocationId?: number | null;
  isFound?: boolean;
  isDisposal?: boolean;
  disposalMethodId?: number | null;
  disposalReasonId?: number | null;
  note?: string | null;
}

interface Row {
  oid: number;
  inventoryId: number;
  articleId: number;
  locationId: number | null;
  inventoryLocationId: number | null;
  quantity: number;
  inventoryQuantity: number | null;
  isFound: number;
  isDisposal: number;
  isApproved: number;
  disposalMethodId: number | null;
  disposalReasonId: number | null;
  note: string | null;
  isUnexpected: number;
  code: string | null;
  name: string;
  stateId: number;
}

type Changed = Omit<ItemUpdate, "oid">;

/** `wrong` is 404 (no such item in the tenant) or 400 (its inventory is not In progress). */
export type Counted = { json: string } | { wrong: 400 | 404 };

const inProgress = 3;
const text = JSON.stringify;

function serialise(row: Row): string {
  return `{"oid":${row.oid},"inventoryId":${row.inventoryId},"articleId":${row.articleId},"locationId":${
    row.locationId
  },"inventoryLocationId":${row.inventoryLocationId},"quantity":${row.quantity},"inventoryQuantity":${
    row.inventoryQuantity
  },"isFound":${row.isFound === 1},"isDisposal":${row.isDisposal === 1},"isApproved":${
    row.isApproved === 1
  },"disposalMethodId":${row.disposalMethodId},"disposalReasonId":${row.disposalReasonId},"note":${text(
    row.note,
  )},"isUnexpected":${row.isUnexpected === 1},"article":{"oid":${row.articleId},"code":${text(
    row.code,
  )},"name":${text(row.name)}}}`;
}

/** The stored values and those after the update, only of the fields that change. */
function compare(row: Row, { oid: _, ...given }: ItemUpdate): { before: Changed; after: Changed } {
  const { inventoryQuantity: count } = given;
  const wanted: Changed =
    count === undefined || given.isFound !== undefined ? given : { ...given, isFound: (count ?? 0) > 0 };
  const stored: Changed = { ...row, isFound: row.isFound === 1, isDisposal: row.isDisposal === 1 };
  const keys = (Object.keys(wanted) as (keyof Changed)[]).filter((key) => wanted[key] !== stored[key]);
  const pick = (from: Changed) => Object.fromEntries(keys.map((key) => [key, from[key]]));
  return { before: pick(stored), after: pick(wanted) };
}

/** Counts an item: its new values and one history row, to be called inside a transaction. */
export function items(db: Database) {
  const read = db.prepare(`SELECT i.*, a.code, a.name, n.stateId FROM item i
    JOIN inventory n ON n.oid = i.inventoryId JOIN article a ON a.oid = i.articleId
    WHERE n.tenantId = ? AND i.oid = ?`);
  const write = db.prepare(`UPDATE item SET inventoryQuantity = ?, inventoryLocationId = ?, isFound = ?,
    isDisposal = ?, disposalMethodId = ?, disposalReasonId = ?, note = ? WHERE oid = ?`);
  const note = db.prepare("INSERT INTO history (itemId, at, userId, before, after) VALUES (?, ?, ?, ?, ?)");
  return function count(update: ItemUpdate, user: User): Counted {
    const row = read.get(user.tenantId, update.oid) as Row | undefined;
    if (row === undefined) return { wrong: 404 };
    if (row.stateId !== inProgress) return { wrong: 400 };
    const { before, after } = compare(row, update);
    note.run(row.oid, new Date().toISOString(), user.id, text(before), text(after));
    const { isFound = row.isFound === 1, isDisposal = row.isDisposal === 1, ...rest } = after;
    const now: Row = { ...row, ...rest, isFound: Number(isFound), isDisposal: Number(isDisposal) };
    const { inventoryQuantity, inventoryLocationId, disposalMethodId, disposalReasonId } = now;
    write.run(
      inventoryQuantity,
      inventoryLocationId,
      now.isFound,
      now.isDisposal,
      disposalMethodId,
      disposalReasonId,
      now.note,
      now.oid,
    );
    return { json: serialise(now) };
  };
}
