import { orNotFound } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { Principal } from "../../domain/principal.ts";
import { recordResponse } from "../../http/endpoint/response.ts";
import type { Db, Tx } from "../../storage/database/statement.ts";
import { visibilityOf } from "../inventory.ts";
import * as store from "./store.ts";

/** A stored item, as the rules read it. */
export type ItemRecord = NonNullable<ReturnType<typeof store.record.first>>;

/** The item of this id in the tenant, or null. */
export function findItem(db: Db, tenantId: number, oid: number): ItemRecord | null {
  return store.record.first(db, { tenantId, oid });
}

/** The item of this id in the tenant. Throws NotFound. */
export function getItem(db: Db, tenantId: number, oid: number): ItemRecord {
  return orNotFound(findItem(db, tenantId, oid), msg("Item not found."));
}

/** The response with the detail of an item, as the principal may see it. */
export function itemDetailOf(db: Db, principal: Principal, item: ItemRecord) {
  const key = { tenantId: principal.tenantId, oid: item.oid };
  return recordResponse(
    store.detail[visibilityOf(principal, item)].first(db, key),
    () => new Error("an item without its article or inventory"),
  );
}

/** Adds an expected item; returns its oid. */
export function addExpectedItem(
  tx: Tx,
  item: Omit<store.NewItem, "foundAtLocationId"> & { readonly locationId: number },
): number {
  return store.insert.run(tx, { ...item, foundAtLocationId: null, isUnexpected: 0, change: tx.change }).oid;
}

/** Adds an item of an article found at a location where it was not expected; returns its oid. */
export function addUnexpectedItem(
  tx: Tx,
  item: Omit<store.NewItem, "locationId" | "quantity"> & { readonly foundAtLocationId: number },
): number {
  return store.insert.run(tx, { ...item, locationId: null, quantity: 0, isUnexpected: 1, change: tx.change })
    .oid;
}
