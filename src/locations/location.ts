import { findPerson } from "../access/users/users.ts";
import { Conflict, Invalid, orNotFound } from "../domain/errors.ts";
import { type Message, msg } from "../domain/message.ts";
import { fold } from "../domain/text-folding.ts";
import type { Locale } from "../i18n/locales.ts";
import { LOCATION } from "../records/location.ts";
import { changedColumns, type GivenFields, newColumns } from "../storage/database/schema.ts";
import type { Db, Tx } from "../storage/database/statement.ts";
import { reserveSiblingPosition } from "./order.ts";
import * as store from "./store.ts";
import { countUses, MAX_COUNTED } from "./uses.ts";

/** The fields of a location. An absent field of a change keeps its value. */
export type LocationFields = Omit<GivenFields<typeof LOCATION>, "position">;

/** Changes of a location. `position` is its index among its siblings, from 0. */
type LocationChanges = LocationFields & { readonly position?: number | undefined };

type LocationRecord = NonNullable<ReturnType<typeof store.record.first>>;

/** The location of the tenant with this id. Throws NotFound. */
export function getLocation(db: Db, tenantId: number, oid: number): LocationRecord {
  return orNotFound(store.record.first(db, { tenantId, oid }), msg("Location not found."));
}

/** True if the tenant has this location. */
export function hasLocation(db: Db, tenantId: number, oid: number): boolean {
  return store.record.first(db, { tenantId, oid }) !== null;
}

/** All locations of the tenant, by oid. */
export function listLocations(db: Db, tenantId: number) {
  return store.records.all(db, { tenantId });
}

/** Adds a location and returns its oid. Throws Invalid on an unknown parent or responsible person. */
export function addLocation(
  tx: Tx,
  tenantId: number,
  fields: LocationFields & { readonly name: string },
): number {
  assertParent(tx, tenantId, fields.parentLocationId ?? null, null);
  assertPerson(tx, tenantId, fields.responsibleUserId ?? null);
  const columns = newColumns(LOCATION, fields);
  const nameFolded = fold(columns.name);
  return store.insert.run(tx, { ...columns, tenantId, nameFolded, deleted: 0, change: tx.change }).oid;
}

/**
 * Changes the given fields of a location. Siblings without a position are ordered by name in `language`. Throws Invalid if the
 * responsible person is unknown, and if the parent is unknown, the location itself or below it.
 */
export function changeLocation(
  tx: Tx,
  record: LocationRecord,
  { position: index, ...fields }: LocationChanges,
  language: Locale = "en",
): void {
  const { oid, tenantId } = record;
  const columns = { ...record, ...changedColumns(LOCATION, fields) };
  const { parentLocationId } = columns;
  const isSameParent = parentLocationId === record.parentLocationId;
  if (!isSameParent) assertParent(tx, tenantId, parentLocationId, oid);
  assertPerson(tx, tenantId, fields.responsibleUserId ?? null);
  const position =
    index === undefined
      ? isSameParent
        ? record.position
        : null
      : reserveSiblingPosition(tx, { tenantId, oid, parentLocationId }, index, language);
  store.update.run(tx, { ...columns, nameFolded: fold(columns.name), position, change: tx.change });
}

/**
 * Marks a location as deleted. Records that refer to it stay readable. Throws Conflict that lists its uses, unless the location
 * is empty and no minimum stock, open stocktake or transfer refers to it.
 */
export function deleteLocation(tx: Tx, { tenantId, oid }: LocationRecord): void {
  const uses = countUses.first(tx, { tenantId, oid });
  if (uses === null) throw new Error("the query for uses returned no row");
  const found = USES.filter(({ name }) => uses[name] > 0);
  if (found.length > 0) {
    const listed = found.map(({ name, label }) =>
      msg("{records}: {count}", { records: label, count: countOf(uses[name]) }),
    );
    throw new Conflict(msg("The location is not empty: {uses}.", { uses: listed }));
  }
  store.markDeleted.run(tx, { tenantId, oid, change: tx.change });
}

/** Removes the rows of locations. Deleted locations inside them become root locations. Nothing else may refer to them. */
export function eraseLocations(tx: Tx, tenantId: number, locationIds: readonly number[]): void {
  const locations = { tenantId, oids: JSON.stringify(locationIds) };
  store.detachChildren.run(tx, { ...locations, change: tx.change });
  store.remove.run(tx, locations);
}

const USES = [
  { name: "children", label: msg("child locations") },
  { name: "articles", label: msg("articles") },
  {
    name: "inventories",
    label: msg("open stocktakes"),
  },
  { name: "transfers", label: msg("pending transfers") },
  { name: "refillRules", label: msg("minimum stock rules") },
] as const;

function countOf(count: number): Message | number {
  return count <= MAX_COUNTED ? count : msg("more than {max}", { max: MAX_COUNTED });
}

function assertParent(tx: Tx, tenantId: number, parent: number | null, own: number | null): void {
  if (parent === null) return;
  if (!hasLocation(tx, tenantId, parent)) {
    throw Invalid.field("parentLocationId", msg("refers to no existing location"));
  }
  if (own !== null && store.isAtOrAbove.first(tx, { tenantId, oid: parent, ancestor: own }) !== null) {
    throw Invalid.field("parentLocationId", msg("must not be the location itself or one below it"));
  }
}

function assertPerson(tx: Tx, tenantId: number, oid: number | null): void {
  if (oid !== null && findPerson(tx, tenantId, oid) === null)
    throw Invalid.field("responsibleUserId", msg("refers to no user of this company"));
}
