import { sql } from "kysely";
import { State } from "../../domain/inventory-states.ts";
import { readTree } from "../../locations/tree.ts";
import { numbersIn } from "../../storage/database/json.ts";
import { type Db, sqlite, statement, type Tx, withoutIndex } from "../../storage/database/statement.ts";
import { replaceInto, selectFrom } from "../../storage/database/table-statements.ts";
import type { InventoryRecord } from "../inventory.ts";
import { recordNames } from "../record-names.ts";

/** Names of locations that are saved at once. */
const MAX_NAMES = 50;

// Names of the locations, users and devices of an inventory. A closed inventory keeps the names of its close, so that its
// report never changes. The queries of the report (store.ts) join the saved names of articles.

const insertName = replaceInto("inventoryName", ["inventoryId", "kind", "oid", "name", "responsibleUserId"]);
const insertArticleNames = statement((p: { tenantId: number; inventoryId: number; articles: string }) =>
  sqlite
    .insertInto("inventoryName")
    .orReplace()
    .columns([
      ...(["inventoryId", "kind", "oid", "code", "name", "serialNumber", "unit", "category"] as const),
      "responsibleUserId",
    ])
    .expression((eb) =>
      eb
        .selectFrom("article as a")
        .innerJoin("articleCategory as c", "c.oid", "a.categoryId")
        .where("a.oid", "in", numbersIn(p.articles))
        .where(withoutIndex("a.tenantId"), "=", p.tenantId)
        .select((of) => [
          of.val(p.inventoryId).as("inventoryId"),
          of.val("article").as("kind"),
          "a.oid",
          "a.code",
          "a.name",
          "a.serialNumber",
          "a.unit",
          "c.name as category",
          "a.responsibleUserId",
        ]),
    ),
);

/** The locations of its selection, late counts and unknown codes, and those that pieces were taken from. */
const otherLocations = statement((p: { inventoryId: number }) =>
  sqlite
    .selectFrom("countOperation")
    .where("inventoryId", "=", p.inventoryId)
    .where("state", "in", ["late", "unknown"])
    .where("locationId", "is not", null)
    .select(sql.ref<number>("locationId").as("oid"))
    .union(
      sqlite
        .selectFrom("inventoryLocation")
        .where("inventoryId", "=", p.inventoryId)
        .select("locationId as oid"),
    )
    .union(
      sqlite
        .selectFrom("inventoryItem")
        .where("inventoryId", "=", p.inventoryId)
        .where("takenFromLocationId", "is not", null)
        .select(sql.ref<number>("takenFromLocationId").as("oid")),
    ),
);
const users = statement((p: { tenantId: number }) => recordNames(p.tenantId));
const devices = statement((p: { tenantId: number }) =>
  sqlite.selectFrom("deviceToken").where("tenantId", "=", p.tenantId).select(["oid", "deviceName as name"]),
);
const saved = statement((p: { inventoryId: number }) =>
  sqlite
    .selectFrom("inventoryName")
    .where("inventoryId", "=", p.inventoryId)
    .where("kind", "in", ["location", "user", "device"])
    .select(["kind", "oid", "name", "responsibleUserId"]),
);

const savedLocations = selectFrom("inventoryName", ["inventoryId"], ["oid"], { is: { kind: "location" } });

/** Names by id. The name of a location is its whole path. */
export interface Names {
  location(oid: number): string;
  user(oid: number): string;
  device(oid: number): string;
  /** Who is responsible for a location: the person of the nearest one that has one, from itself upward; null: nobody. */
  responsibleFor(locationId: number): number | null;
}

/** Saves the current names of articles, and who is responsible for them, for the report of the inventory. By id: each writes beside the one before. */
export function saveArticleNames(
  tx: Tx,
  { tenantId, oid: inventoryId }: InventoryRecord,
  articleIds: readonly number[],
): void {
  insertArticleNames.run(tx, { tenantId, inventoryId, articles: JSON.stringify(articleIds) });
}

/** Saves the current names of locations, and who is responsible for them; yields from time to time. */
export function* saveLocationNames(
  tx: Tx,
  { tenantId, oid: inventoryId }: InventoryRecord,
  locations: Iterable<number>,
): Generator<void, void> {
  const tree = readTree(tx, tenantId);
  let saved = 0;
  for (const oid of locations) {
    insertName.run(tx, {
      inventoryId,
      kind: "location",
      oid,
      name: tree.pathOf(oid),
      responsibleUserId: tree.responsibleOf(oid),
    });
    if (++saved % MAX_NAMES === 0) yield;
  }
}

/**
 * Saves the current names of users and devices, and of the locations of late counts and of pieces that were taken. Call it in the transaction of the close: they
 * may be new.
 */
export function saveLastNames(tx: Tx, inventory: InventoryRecord): void {
  const { tenantId, oid: inventoryId } = inventory;
  const known = new Set(savedLocations.all(tx, { inventoryId }).map(({ oid }) => oid));
  const missing = otherLocations.all(tx, { inventoryId }).filter(({ oid }) => !known.has(oid));
  const locations = missing.map(({ oid }) => oid);
  if (locations.length > 0) for (const _ of saveLocationNames(tx, inventory, locations));
  for (const { oid, name } of users.all(tx, { tenantId }))
    insertName.run(tx, { inventoryId, kind: "user", oid, name, responsibleUserId: null });
  for (const { oid, name } of devices.all(tx, { tenantId }))
    insertName.run(tx, { inventoryId, kind: "device", oid, name, responsibleUserId: null });
}

/** The names at the close of the inventory; the current names while it is open. */
export function readNames(db: Db, inventory: InventoryRecord): Names {
  const { tenantId, oid: inventoryId, inventoryStateId } = inventory;
  // A close that is under way or was cancelled has saved some.
  const ofClose = inventoryStateId === State.Closed ? saved.all(db, { inventoryId }) : [];
  const names = Map.groupBy(ofClose, ({ kind }) => kind);
  if (names.size > 0) {
    const responsible = new Map(
      names.get("location")?.map(({ oid, responsibleUserId }) => [oid, responsibleUserId]),
    );
    return {
      location: lookup(names.get("location")),
      user: lookup(names.get("user")),
      device: lookup(names.get("device")),
      responsibleFor: (locationId) => responsible.get(locationId) ?? null,
    };
  }
  const tree = readTree(db, tenantId);
  return {
    location: tree.pathOf,
    user: lookup(users.all(db, { tenantId })),
    device: lookup(devices.all(db, { tenantId })),
    responsibleFor: tree.responsibleOf,
  };
}

function lookup(
  rows: readonly { readonly oid: number; readonly name: string }[] = [],
): (oid: number) => string {
  const names = new Map(rows.map(({ oid, name }) => [oid, name]));
  return (oid) => names.get(oid) ?? "";
}
