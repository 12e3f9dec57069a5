import { Conflict, Invalid, NotFound } from "../domain/errors.ts";
import { type Message, msg } from "../domain/message.ts";
import { fold } from "../domain/text-folding.ts";
import type { Locale } from "../i18n/locales.ts";
import type { Db, Tx } from "../storage/database/statement.ts";
import { reserveSiblingPosition } from "./order.ts";
import * as store from "./store.ts";
import { countUses, MAX_COUNTED } from "./uses.ts";

/** The fields of a location. An absent field of a change keeps its value. */
export interface LocationFields {
  readonly name?: string | undefined;
  readonly code?: string | null | undefined;
  readonly parentLocationId?: number | null | undefined;
}

/** Changes of a location. `position` is its index among its siblings, from 0. */
interface LocationChanges extends LocationFields {
  readonly position?: number | undefined;
}

type LocationRecord = NonNullable<ReturnType<typeof store.record.first>>;

/** The location of the tenant with this id. Throws NotFound. */
export function getLocation(db: Db, tenantId: number, oid: number): LocationRecord {
  const found = store.record.first(db, { tenantId, oid });
  if (found === null) throw new NotFound(msg("Location not found."));
  return found;
}

/** True if the tenant has this location. */
export function hasLocation(db: Db, tenantId: number, oid: number): boolean {
  return store.record.first(db, { tenantId, oid }) !== null;
}

/** All locations of the tenant, by oid. */
export function listLocations(db: Db, tenantId: number) {
  return store.records.all(db, { tenantId });
}

/** Adds a location and returns its oid. Throws Invalid on an unknown parent. */
export function addLocation(
  tx: Tx,
  tenantId: number,
  fields: LocationFields & { readonly name: string },
): number {
  const parentLocationId = fields.parentLocationId ?? null;
  checkParent(tx, tenantId, parentLocationId, null);
  const { name, code = null } = fields;
  return store.insert.run(tx, {
    tenantId,
    name,
    nameFolded: fold(name),
    code,
    parentLocationId,
    position: null,
    change: tx.change,
  }).oid;
}

/**
 * Changes the given fields of a location. Siblings without a position are ordered by name in `language`. Throws Invalid if the
 * parent is unknown, the location itself or below it.
 */
export function changeLocation(
  tx: Tx,
  record: LocationRecord,
  fields: LocationChanges,
  language: Locale = "en",
): void {
  const { oid, tenantId } = record;
  const name = fields.name ?? record.name;
  const code = fields.code === undefined ? record.code : fields.code;
  const parentLocationId =
    fields.parentLocationId === undefined ? record.parentLocationId : fields.parentLocationId;
  const isSameParent = parentLocationId === record.parentLocationId;
  if (!isSameParent) checkParent(tx, tenantId, parentLocationId, oid);
  const position =
    fields.position === undefined
      ? isSameParent
        ? record.position
        : null
      : reserveSiblingPosition(tx, { tenantId, oid, parentLocationId }, fields.position, language);
  store.update.run(tx, {
    oid,
    tenantId,
    name,
    nameFolded: fold(name),
    code,
    parentLocationId,
    position,
    change: tx.change,
  });
}

/**
 * Marks a location as deleted. Records that refer to it stay readable. Throws Conflict that lists its uses, unless the location
 * is empty and no open stocktake or transfer refers to it.
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
] as const;

function countOf(count: number): Message | number {
  return count <= MAX_COUNTED ? count : msg("more than {max}", { max: MAX_COUNTED });
}

function checkParent(tx: Tx, tenantId: number, parent: number | null, own: number | null): void {
  if (parent === null) return;
  if (!hasLocation(tx, tenantId, parent)) {
    throw Invalid.field("parentLocationId", msg("refers to no existing location"));
  }
  if (own !== null && store.isAtOrAbove.first(tx, { tenantId, oid: parent, ancestor: own }) !== null) {
    throw Invalid.field("parentLocationId", msg("must not be the location itself or one below it"));
  }
}
