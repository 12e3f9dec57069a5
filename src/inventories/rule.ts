import { sql } from "kysely";
import type { SecondCountLimits } from "../domain/cycle-counts/second-count.ts";
import { Invalid, WrongState } from "../domain/errors.ts";
import { State } from "../domain/inventory-states.ts";
import { msg } from "../domain/message.ts";
import type { Principal } from "../domain/principal.ts";
import type { Flag } from "../storage/database/schema.ts";
import { type Db, sqlite, statement, type Tx } from "../storage/database/statement.ts";
import { selectFrom, updateTable, upsertInto } from "../storage/database/table-statements.ts";
import { assertState, type InventoryRecord } from "./inventory.ts";

/** The rules of an inventory that a user sets. An absent property keeps the stored value. */
export interface RuleFields {
  /** Who is to count; null: anybody. */
  readonly counterId?: number | null | undefined;
  /** Whose articles are counted; null: everybody's. */
  readonly personId?: number | null | undefined;
  /** Limits of the second count, the value in ten-thousandths; null: no second count. */
  readonly secondCount?:
    | { readonly [Limit in keyof SecondCountLimits]?: SecondCountLimits[Limit] | undefined }
    | null
    | undefined;
}

/** A permission to close without the open second counts. */
export interface Waiver {
  readonly at: string;
  readonly userId: number | null;
  readonly reason: string;
}

/** True if the user may be chosen to count, or to have their articles counted: an active one of the tenant. */
export const isCounter = (db: Db, tenantId: number, userId: number): boolean =>
  activeUser.first(db, { tenantId, oid: userId }) !== null;

/** Saves the rules of an inventory. Its users must have been checked. Throws Invalid for a person where a count plan has selected the stock, and for another one than who hands over. */
export function saveRule(tx: Tx, tenantId: number, inventoryId: number, fields: RuleFields): void {
  const { counterId, personId, secondCount } = fields;
  if (counterId === undefined && personId === undefined && secondCount === undefined) return;
  const from = handsOver.first(tx, { tenantId, oid: inventoryId });
  if (from !== null && personId != null && personId !== from.userId) {
    const { name } = from;
    throw Invalid.field("personId", msg("must be {name}, who hands the articles over, or empty", { name }));
  }
  const stored = ruleOfInventory.first(tx, { tenantId, inventoryId });
  const { pieces, percent, value } = secondCount ?? {};
  const limits =
    secondCount === undefined && stored !== null
      ? stored
      : {
          secondCountPieces: pieces ?? null,
          secondCountPercent: percent ?? null,
          secondCountValue: value ?? null,
        };
  setRule.run(tx, {
    tenantId,
    inventoryId,
    counterId: counterId === undefined ? (stored?.counterId ?? null) : counterId,
    ...scopeOf(stored, personId),
    secondCountPieces: limits.secondCountPieces,
    secondCountPercent: limits.secondCountPercent,
    secondCountValue: limits.secondCountValue,
  });
  setChange.run(tx, { tenantId, oid: inventoryId, change: tx.change });
}

interface Scope {
  readonly personId: number | null;
  readonly isSelective: Flag;
}

/** Whose articles are counted, and whether the stock is selected, after a change. */
function scopeOf(stored: Scope | null, personId = stored?.personId ?? null): Scope {
  const isOfPlan = stored?.isSelective === 1 && stored.personId === null;
  if (isOfPlan && personId !== null)
    throw Invalid.field(
      "personId",
      msg("must be empty, because a count plan says what this stocktake counts"),
    );
  return { personId, isSelective: isOfPlan || personId !== null ? 1 : 0 };
}

/** Whose articles an inventory counts; null: everybody's. */
export function personOf(db: Db, { tenantId, oid: inventoryId }: InventoryRecord): number | null {
  return ruleOfInventory.first(db, { tenantId, inventoryId })?.personId ?? null;
}

/** From now on the inventory counts only the stock that is selected for it (`selectStock`). */
export function makeSelective(tx: Tx, tenantId: number, inventoryId: number): void {
  const stored = ruleOfInventory.first(tx, { tenantId, inventoryId });
  if (stored === null) saveRule(tx, tenantId, inventoryId, { counterId: null, secondCount: null });
  setSelective.run(tx, { tenantId, inventoryId });
  setChange.run(tx, { tenantId, oid: inventoryId, change: tx.change });
}

/** Whether the inventory counts only the stock that is selected for it. */
export function isSelective(db: Db, { tenantId, oid: inventoryId }: InventoryRecord): boolean {
  return ruleOfInventory.first(db, { tenantId, inventoryId })?.isSelective === 1;
}

/** Whether open second counts prevent the close: the inventory has limits, and nobody has waived them. */
export function demandsSecondCounts(db: Db, { tenantId, oid: inventoryId }: InventoryRecord): boolean {
  const stored = ruleOfInventory.first(db, { tenantId, inventoryId });
  if (stored === null || stored.waivedDT !== null) return false;
  const { secondCountPieces, secondCountPercent, secondCountValue } = stored;
  return [secondCountPieces, secondCountPercent, secondCountValue].some((limit) => limit !== null);
}

/** Lets an inventory be closed without its open second counts. Throws WrongState unless it is counted or processed. */
export function waiveSecondCounts(
  tx: Tx,
  inventory: InventoryRecord,
  { userId }: Principal,
  reason: string,
): void {
  const { tenantId, oid: inventoryId } = inventory;
  assertState(inventory.inventoryStateId, [State.Finished, State.Processing]);
  if (!demandsSecondCounts(tx, inventory))
    throw new WrongState(msg("This stocktake asks for no second counts."));
  setWaived.run(tx, {
    tenantId,
    inventoryId,
    waivedBy: userId,
    waivedFor: reason,
    waivedDT: tx.now,
  });
  setChange.run(tx, { tenantId, oid: inventoryId, change: tx.change });
}

/** Who let an inventory be closed without its open second counts, when and why; null: nobody. */
export function waiverOf(db: Db, { tenantId, oid: inventoryId }: InventoryRecord): Waiver | null {
  const stored = ruleOfInventory.first(db, { tenantId, inventoryId });
  if (stored === null || stored.waivedDT === null) return null;
  return { at: stored.waivedDT, userId: stored.waivedBy, reason: stored.waivedFor ?? "" };
}

/** Takes back that an inventory may be closed without its open second counts: it is counted further. */
export function revokeWaiver(tx: Tx, inventory: InventoryRecord): void {
  if (waiverOf(tx, inventory) === null) return;
  const { tenantId, oid: inventoryId } = inventory;
  clearWaived.run(tx, { tenantId, inventoryId });
  setChange.run(tx, { tenantId, oid: inventoryId, change: tx.change });
}

/** The rules of an inventory. */
const ruleOfInventory = selectFrom("inventoryRule", ["inventoryId", "tenantId"]);

/** Saves who counts, whose articles, and the limits of the second count. */
const setRule = upsertInto("inventoryRule", ["inventoryId"], {
  once: ["tenantId"],
  set: [
    "counterId",
    "personId",
    "isSelective",
    "secondCountPieces",
    "secondCountPercent",
    "secondCountValue",
  ],
});

const setSelective = updateTable("inventoryRule", {
  to: { isSelective: 1 },
  where: ["inventoryId", "tenantId"],
});

const setWaived = updateTable("inventoryRule", {
  set: ["waivedDT", "waivedBy", "waivedFor"],
  where: ["inventoryId", "tenantId"],
});

const clearWaived = updateTable("inventoryRule", {
  to: { waivedDT: null, waivedBy: null, waivedFor: null },
  where: ["inventoryId", "tenantId"],
});

/** Gives the inventory a new version: its rules are shown with it. */
const setChange = updateTable("inventory", { set: ["change"], where: ["oid", "tenantId"] });

/** Who hands the assets over; null: it is no handover. */
const handsOver = statement((p: { tenantId: number; oid: number }) =>
  sqlite
    .selectFrom("inventory")
    .where("tenantId", "=", p.tenantId)
    .where("oid", "=", p.oid)
    .where("handover", "is not", null)
    .select([
      sql<number | null>`handover ->> '$.from.userId'`.as("userId"),
      sql<string>`handover ->> '$.from.name'`.as("name"),
    ]),
);
/** True if the user exists in the tenant and is active. */
const activeUser = selectFrom("user", ["tenantId", "oid"], ["oid"], { is: { isActive: 1 } });
