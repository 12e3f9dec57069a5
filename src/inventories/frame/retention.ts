import { State } from "../../domain/inventory-states.ts";
import { keepUntil, LAW_YEARS } from "../../domain/stocktakes/retention.ts";
import { dayAt } from "../../platform/clock.ts";
import { readCompany } from "../../settings/company/company.ts";
import type { Db } from "../../storage/database/statement.ts";
import type { InventoryRecord } from "../inventory.ts";
import { isKnownTime, transitionsTo } from "../store.ts";
import { companyOf, timeZoneOf } from "./frame.ts";

/**
 * The last day on which the record of a closed inventory is kept, by the longest period that its company had at the close or has
 * now, at least what the law of the close asks for. Null: neither, or the time of the close is not known.
 */
export function keptUntil(db: Db, inventory: InventoryRecord, timeZone: string): string | null {
  const { retentionYears } = readCompany(db, inventory.tenantId);
  return lastDay(db, inventory, timeZone, [retentionYears]);
}

/** `keptUntil` as it was at the close, for reports, which never change. */
export function keptUntilAtClose(db: Db, inventory: InventoryRecord, timeZone: string): string | null {
  return lastDay(db, inventory, timeZone, []);
}

function lastDay(
  db: Db,
  inventory: InventoryRecord,
  timeZone: string,
  others: readonly (number | null)[],
): string | null {
  const { tenantId, oid: inventoryId, decisiveDay } = inventory;
  const closed = transitionsTo.all(db, { tenantId, inventoryId, state: State.Closed }).at(-1)?.at;
  if (closed === undefined || !isKnownTime(closed)) return null;
  const { balanceSheetDay, retentionYears, law } = companyOf(db, inventory);
  const chosen = [retentionYears, ...others];
  // The company may have dropped the law since, whose years are the least.
  const isChosen = chosen.some((years) => years !== null);
  return keepUntil({
    closed: dayAt(closed, timeZoneOf(inventory, timeZone)),
    decisiveDay,
    balanceSheetDay,
    years: isChosen && law !== null ? [...chosen, LAW_YEARS[law]] : chosen,
  });
}
