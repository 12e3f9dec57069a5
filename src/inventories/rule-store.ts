import { sqlite, statement } from "../storage/database/statement.ts";
import { selectFrom, updateTable } from "../storage/database/table-statements.ts";

type OfInventory = { tenantId: number; inventoryId: number };

/** The rules of an inventory. */
export const rule = selectFrom("inventoryRule", ["inventoryId", "tenantId"]);

/** The values of rules that a user sets. */
interface RuleValues {
  readonly counterId: number | null;
  readonly secondCountPieces: number | null;
  readonly secondCountPercent: number | null;
  readonly secondCountValue: number | null;
}

/** Saves who counts, and the limits of the second count. */
export const saveRule = statement((p: OfInventory & RuleValues) =>
  sqlite
    .insertInto("inventoryRule")
    .values({
      inventoryId: p.inventoryId,
      tenantId: p.tenantId,
      counterId: p.counterId,
      secondCountPieces: p.secondCountPieces,
      secondCountPercent: p.secondCountPercent,
      secondCountValue: p.secondCountValue,
    })
    .onConflict((conflict) =>
      conflict.column("inventoryId").doUpdateSet({
        counterId: p.counterId,
        secondCountPieces: p.secondCountPieces,
        secondCountPercent: p.secondCountPercent,
        secondCountValue: p.secondCountValue,
      }),
    ),
);

export const setSelective = updateTable("inventoryRule", {
  to: { isSelective: 1 },
  where: ["inventoryId", "tenantId"],
});

export const setWaived = updateTable("inventoryRule", {
  set: ["waivedDT", "waivedBy", "waivedFor"],
  where: ["inventoryId", "tenantId"],
});

export const clearWaived = updateTable("inventoryRule", {
  to: { waivedDT: null, waivedBy: null, waivedFor: null },
  where: ["inventoryId", "tenantId"],
});

/** Gives the inventory a new version: its rules are shown with it. */
export const touch = updateTable("inventory", { set: ["change"], where: ["oid", "tenantId"] });

/** True if the user exists in the tenant and is active. */
export const activeUser = statement((p: { tenantId: number; oid: number }) =>
  sqlite
    .selectFrom("user")
    .where("tenantId", "=", p.tenantId)
    .where("oid", "=", p.oid)
    .where("isActive", "=", 1)
    .select("oid"),
);
