import { sql } from "kysely";
import { readTree } from "../../locations/tree.ts";
import { type Db, sqlite, statement, type Tx } from "../../storage/database/statement.ts";
import type { InventoryRecord } from "../inventory.ts";
import type { ItemRange } from "../items/item-ranges.ts";

// Names of the locations, users and devices of an inventory. A closed inventory keeps the names of its close, so that its
// report never changes. The queries of the report (store.ts) join the saved names of articles.

const insertName = statement(
  (p: { inventoryId: number; kind: "location" | "user" | "device"; oid: number; name: string }) =>
    sqlite
      .insertInto("inventoryName")
      .orIgnore()
      .values({ inventoryId: p.inventoryId, kind: p.kind, oid: p.oid, code: null, name: p.name }),
);
const insertArticleNames = statement((p: { tenantId: number } & ItemRange) =>
  sqlite
    .insertInto("inventoryName")
    .orIgnore()
    .columns(["inventoryId", "kind", "oid", "code", "name"])
    .expression((eb) =>
      eb
        .selectFrom("inventoryItem as i")
        .innerJoin("article as a", "a.oid", "i.articleId")
        .where("i.tenantId", "=", p.tenantId)
        .where("i.inventoryId", "=", p.inventoryId)
        .where("i.oid", ">", p.after)
        .where("i.oid", "<=", p.end)
        .groupBy("a.oid")
        .orderBy("a.oid")
        .select((of) => ["i.inventoryId", of.val("article").as("kind"), "a.oid", "a.code", "a.name"]),
    ),
);

/** The locations of its items, selection and counts. */
const usedLocations = statement((p: { inventoryId: number }) => {
  const named = (table: "inventoryItem" | "countOperation" | "inventoryLocation", column: string) =>
    sqlite
      .selectFrom(table)
      .where("inventoryId", "=", p.inventoryId)
      .where(sql.ref(column), "is not", null)
      .select(sql.ref<number>(column).as("oid"));
  return named("inventoryItem", "locationId")
    .union(named("inventoryItem", "inventoryLocationId"))
    .union(named("countOperation", "locationId"))
    .union(named("inventoryLocation", "locationId"));
});
const users = statement((p: { tenantId: number }) =>
  sqlite.selectFrom("user").where("tenantId", "=", p.tenantId).select(["oid", "fullName as name"]),
);
const devices = statement((p: { tenantId: number }) =>
  sqlite.selectFrom("deviceToken").where("tenantId", "=", p.tenantId).select(["oid", "deviceName as name"]),
);
const saved = statement((p: { inventoryId: number }) =>
  sqlite
    .selectFrom("inventoryName")
    .where("inventoryId", "=", p.inventoryId)
    .where("kind", "in", ["location", "user", "device"])
    .select(["kind", "oid", "name"]),
);

/** Names by id. The name of a location is its whole path. */
export interface Names {
  location(oid: number): string;
  user(oid: number): string;
  device(oid: number): string;
}

/** Saves the current names of the articles of some items, for the report of the inventory. */
export function saveArticleNames(tx: Tx, tenantId: number, range: ItemRange): void {
  insertArticleNames.run(tx, { ...range, tenantId });
}

/** Saves the current names of locations, users and devices, for the report of the inventory. */
export function saveOtherNames(tx: Tx, { tenantId, oid: inventoryId }: InventoryRecord): void {
  const tree = readTree(tx, tenantId);
  for (const { oid } of usedLocations.all(tx, { inventoryId })) {
    insertName.run(tx, { inventoryId, kind: "location", oid, name: tree.pathOf(oid) });
  }
  for (const { oid, name } of users.all(tx, { tenantId })) {
    insertName.run(tx, { inventoryId, kind: "user", oid, name });
  }
  for (const { oid, name } of devices.all(tx, { tenantId })) {
    insertName.run(tx, { inventoryId, kind: "device", oid, name });
  }
}

/** The names at the close of the inventory; the current names while it is open. */
export function readNames(db: Db, { tenantId, oid: inventoryId }: InventoryRecord): Names {
  const names = Map.groupBy(saved.all(db, { inventoryId }), ({ kind }) => kind);
  if (names.size > 0) {
    return {
      location: lookup(names.get("location")),
      user: lookup(names.get("user")),
      device: lookup(names.get("device")),
    };
  }
  const tree = readTree(db, tenantId);
  return {
    location: tree.pathOf,
    user: lookup(users.all(db, { tenantId })),
    device: lookup(devices.all(db, { tenantId })),
  };
}

function lookup(
  rows: readonly { readonly oid: number; readonly name: string }[] = [],
): (oid: number) => string {
  const names = new Map(rows.map(({ oid, name }) => [oid, name]));
  return (oid) => names.get(oid) ?? "";
}
