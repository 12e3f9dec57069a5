import { NotFound } from "../domain/errors.ts";
import { type Locale, msg } from "../domain/message.ts";
import type { Principal } from "../domain/principal.ts";
import type { Db } from "../storage/database/statement.ts";
import type { ItemRecord } from "./counting/count.ts";
import { visibilityOf } from "./inventory.ts";
import * as itemStore from "./items/store.ts";
import * as store from "./store.ts";

/** The answer with an inventory's detail, its list of items empty. Throws NotFound. */
export function detailOf(db: Db, language: Locale, tenantId: number, oid: number) {
  const found = store.detail[language].first(db, { tenantId, oid });
  if (found === null) throw new NotFound(msg("There is no such inventory.", "Taková inventura neexistuje."));
  return { body: found.json, version: { change: found.change } };
}

/** The answer with an item's detail, as the caller may see it. */
export function itemDetailOf(db: Db, caller: Principal, item: ItemRecord) {
  const wanted = { tenantId: caller.tenantId, oid: item.oid };
  const found = itemStore.detail[visibilityOf(caller, item)].first(db, wanted);
  if (found === null) throw new Error("an item without its article or inventory");
  return { body: found.json, version: { change: found.change, shown: found.shown } };
}
