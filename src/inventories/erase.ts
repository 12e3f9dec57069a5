import { sql } from "kysely";
import { numbersIn } from "../storage/database/json.ts";
import { sqlite, statement, type Tx } from "../storage/database/statement.ts";
import { deleteListed } from "../storage/database/table-statements.ts";

type Inventories = { tenantId: number; oids: string };

/** The tables of an inventory; referring tables come first. */
const PARTS = [
  "countOperation",
  "inventoryItem",
  "deletedInventoryItem",
  "inventoryName",
  "inventoryTransition",
  "inventoryLocation",
  "countingTerminal",
  "inventoryRule",
  "inventorySelection",
  "inventorySample",
  "inventoryPopulation",
  "inventoryAccuracy",
  "inventorySeal",
  "inventorySealPart",
  "inventoryAddendum",
] as const;
const removeParts = PARTS.map((table) =>
  statement((p: Inventories) =>
    sqlite.deleteFrom(table).where(sql.ref<number>("inventoryId"), "in", numbersIn(p.oids)),
  ),
);
const remove = deleteListed("inventory", "oid");

/** Removes the rows of inventories with items, counts and history. Photos and requests may no longer refer to them. */
export function eraseInventories(tx: Tx, tenantId: number, inventoryIds: readonly number[]): void {
  const inventories = { tenantId, oids: JSON.stringify(inventoryIds) };
  for (const part of removeParts) part.run(tx, inventories);
  remove.run(tx, inventories);
}
