import { sql } from "kysely";
import { jsonObject } from "../storage/json.ts";
import { sqlite, statement } from "../storage/statement.ts";
import type { Photo } from "./shapes.ts";

const photosOf = (tenantId: number) =>
  sqlite.selectFrom("photo as p").where("p.tenantId", "=", tenantId).where("p.deleted", "=", 0);

function photoJson() {
  const ref = sql.ref;
  return jsonObject<Photo>({
    oid: ref("p.oid"),
    inventoryItemId: ref("p.inventoryItemId"),
    fileName: ref("p.fileName"),
    contentType: ref("p.contentType"),
    width: ref("p.width"),
    height: ref("p.height"),
    size: ref("p.size"),
    createdDT: ref("p.createdDT"),
    createdBy: ref("p.createdBy"),
    url: sql<string>`'/api/photos/' || ${ref("p.oid")}`,
    thumbnailUrl: sql<string>`'/api/photos/' || ${ref("p.oid")} || '/thumbnail'`,
  }).as("json");
}

/** The photos of an item, newest first. */
export const ofItem = statement((p: { tenantId: number; inventoryItemId: number }) =>
  photosOf(p.tenantId)
    .where("p.inventoryItemId", "=", p.inventoryItemId)
    .orderBy("p.oid", "desc")
    .select(photoJson()),
);
export const detail = statement((p: { tenantId: number; oid: number }) =>
  photosOf(p.tenantId).where("p.oid", "=", p.oid).select(["p.change", photoJson()]),
);
export const record = statement((p: { tenantId: number; oid: number }) =>
  photosOf(p.tenantId).where("p.oid", "=", p.oid).selectAll("p"),
);

export interface PhotoColumns {
  readonly tenantId: number;
  readonly inventoryItemId: number;
  readonly userId: number;
  readonly fileName: string;
  readonly contentType: string;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** Bytes. */
  readonly size: number;
  /** Names in the photo folder. */
  readonly file: string;
  readonly thumbnail: string;
  readonly createdDT: string;
  readonly createdBy: string;
  readonly change: number;
}
export const insert = statement((p: PhotoColumns) =>
  sqlite.insertInto("photo").values({
    tenantId: p.tenantId,
    inventoryItemId: p.inventoryItemId,
    userId: p.userId,
    fileName: p.fileName,
    contentType: p.contentType,
    width: p.width,
    height: p.height,
    size: p.size,
    file: p.file,
    thumbnail: p.thumbnail,
    createdDT: p.createdDT,
    createdBy: p.createdBy,
    change: p.change,
  }),
);
/** Photos that were deleted before a time, whose files stand yet; oldest first. */
export const deletedBefore = statement((p: { before: string; most: number }) =>
  sqlite
    .selectFrom("photo")
    .select(["oid", "tenantId", "file", "thumbnail"])
    .where("deleted", "=", 1)
    .where("deletedDT", "<", p.before)
    .orderBy("deletedDT")
    .limit(p.most),
);
/** Another photo with this file, deleted ones included. */
export const otherWithFile = statement((p: { oid: number; file: string }) =>
  sqlite
    .selectFrom("photo")
    .select("oid")
    .where("oid", "!=", p.oid)
    .where((eb) => eb.or([eb("file", "=", p.file), eb("thumbnail", "=", p.file)])),
);
export const remove = statement((p: { oid: number }) =>
  sqlite.deleteFrom("photo").where("oid", "=", p.oid).where("deleted", "=", 1),
);
export const markDeleted = statement((p: { tenantId: number; oid: number; now: string; change: number }) =>
  sqlite
    .updateTable("photo")
    .set({ deleted: 1, deletedDT: p.now, change: p.change })
    .where("oid", "=", p.oid)
    .where("tenantId", "=", p.tenantId),
);
