import { sql } from "kysely";
import { jsonObject, numbersIn } from "../storage/database/json.ts";
import type { Flag } from "../storage/database/schema.ts";
import { sqlite, statement, withoutIndex } from "../storage/database/statement.ts";
import { deleteFrom, insertInto, updateTable } from "../storage/database/table-statements.ts";
import type { ArticlePhoto, Attachment, Photo, UnknownCodePhoto } from "./shapes.ts";

const filesOf = (tenantId: number, isAttachment: Flag) =>
  sqlite
    .selectFrom("photo as p")
    .where("p.tenantId", "=", tenantId)
    .where("p.deleted", "=", 0)
    .where("p.isAttachment", "=", isAttachment);
const photosOf = (tenantId: number) => filesOf(tenantId, 0);

/** The common properties of a photo, without its subject. */
function common() {
  const ref = sql.ref;
  return {
    fileName: ref<string>("p.fileName"),
    contentType: ref<Photo["contentType"]>("p.contentType"),
    width: ref<number>("p.width"),
    height: ref<number>("p.height"),
    size: ref<number>("p.size"),
    createdDT: ref<string>("p.createdDT"),
    createdBy: ref<string>("p.createdBy"),
    url: sql<string>`'/api/photos/' || ${ref("p.oid")}`,
    thumbnailUrl: sql<string>`'/api/photos/' || ${ref("p.oid")} || '/thumbnail'`,
  };
}
const oid = sql.ref<number>("p.oid");
const operationId = sql<string>`(SELECT o.operationId FROM countOperation o WHERE o.oid = p.countOperationId)`;
const json = {
  item: () =>
    jsonObject<Photo>({ oid, inventoryItemId: sql.ref("p.inventoryItemId"), ...common() }).as("json"),
  article: () => jsonObject<ArticlePhoto>({ oid, articleId: sql.ref("p.articleId"), ...common() }).as("json"),
  code: () => jsonObject<UnknownCodePhoto>({ oid, operationId, ...common() }).as("json"),
};

/** The photos of an item, an article or an unknown code, newest first. */
export const ofItem = statement((p: { tenantId: number; inventoryItemId: number }) =>
  photosOf(p.tenantId)
    .where("p.inventoryItemId", "=", p.inventoryItemId)
    .orderBy("p.oid", "desc")
    .select(json.item()),
);
export const ofArticle = statement((p: { tenantId: number; articleId: number }) =>
  photosOf(p.tenantId).where("p.articleId", "=", p.articleId).orderBy("p.oid", "desc").select(json.article()),
);
export const ofCode = statement((p: { tenantId: number; countOperationId: number }) =>
  photosOf(p.tenantId)
    .where("p.countOperationId", "=", p.countOperationId)
    .orderBy("p.oid", "desc")
    .select(json.code()),
);
type One = { tenantId: number; oid: number };
export const itemPhoto = statement((p: One) =>
  photosOf(p.tenantId).where("p.oid", "=", p.oid).select(["p.change", json.item()]),
);
export const articlePhoto = statement((p: One) =>
  photosOf(p.tenantId).where("p.oid", "=", p.oid).select(["p.change", json.article()]),
);
export const codePhoto = statement((p: One) =>
  photosOf(p.tenantId).where("p.oid", "=", p.oid).select(["p.change", json.code()]),
);
export const record = statement((p: { tenantId: number; oid: number }) =>
  photosOf(p.tenantId).where("p.oid", "=", p.oid).selectAll("p"),
);

/** The photo of an article with this file. */
export const articlePhotoWithFile = statement((p: { tenantId: number; articleId: number; file: string }) =>
  photosOf(p.tenantId)
    .where("p.articleId", "=", p.articleId)
    .where("p.file", "=", p.file)
    .select("p.oid")
    .limit(1),
);

const attachmentJson = () =>
  jsonObject<Attachment>({
    oid,
    articleId: sql.ref("p.articleId"),
    fileName: sql.ref("p.fileName"),
    contentType: sql.ref<Attachment["contentType"]>("p.contentType"),
    size: sql.ref("p.size"),
    createdDT: sql.ref("p.createdDT"),
    createdBy: sql.ref("p.createdBy"),
    url: sql<string>`'/api/attachments/' || ${sql.ref("p.oid")}`,
  }).as("json");
/** The attachments of an article, newest first. */
export const attachmentsOf = statement((p: { tenantId: number; articleId: number }) =>
  filesOf(p.tenantId, 1)
    .where("p.articleId", "=", p.articleId)
    .orderBy("p.oid", "desc")
    .select(attachmentJson()),
);
export const attachment = statement((p: One) =>
  filesOf(p.tenantId, 1).where("p.oid", "=", p.oid).select(["p.change", attachmentJson()]),
);
export const attachmentRecord = statement((p: One) =>
  filesOf(p.tenantId, 1).where("p.oid", "=", p.oid).selectAll("p"),
);

type Inventories = { tenantId: number; inventories: string };
// From the few photos to their subjects, not the other way round.
const ofItems = (p: Inventories) =>
  photosOf(p.tenantId)
    .innerJoin("inventoryItem as s", "s.oid", "p.inventoryItemId")
    .where("p.inventoryItemId", "is not", null)
    .where(withoutIndex<number>("s.inventoryId"), "in", numbersIn(p.inventories));
const ofCodes = (p: Inventories) =>
  photosOf(p.tenantId)
    .innerJoin("countOperation as s", "s.oid", "p.countOperationId")
    .where("p.countOperationId", "is not", null)
    .where(withoutIndex<number>("s.inventoryId"), "in", numbersIn(p.inventories));
const FACTS = ["p.oid", "p.file", "p.createdDT", "s.inventoryId"] as const;

/** The photos of all items, and of all unknown codes, of inventories. */
export const itemPhotosOf = statement((p: Inventories) =>
  ofItems(p)
    .orderBy("p.oid")
    .select([...FACTS, "s.oid as itemId"]),
);
export const codePhotosOf = statement((p: Inventories) =>
  ofCodes(p)
    .orderBy("p.oid")
    .select([...FACTS, "s.operationId"]),
);
/** Their bytes by inventory. */
export const itemPhotoSizes = statement((p: Inventories) =>
  ofItems(p)
    .groupBy("s.inventoryId")
    .select(({ fn }) => ["s.inventoryId", fn.sum<number>("p.size").as("bytes")]),
);
export const codePhotoSizes = statement((p: Inventories) =>
  ofCodes(p)
    .groupBy("s.inventoryId")
    .select(({ fn }) => ["s.inventoryId", fn.sum<number>("p.size").as("bytes")]),
);

/** Exactly one of `inventoryItemId`, `articleId` and `countOperationId` is not null. Sizes are in pixels and bytes. */
export const insert = insertInto("photo", [
  "tenantId",
  "inventoryItemId",
  "articleId",
  "countOperationId",
  "userId",
  "isAttachment",
  "fileName",
  "contentType",
  "width",
  "height",
  "size",
  "file",
  "thumbnail",
  "createdDT",
  "createdBy",
  "change",
]);
/** Photos deleted before a time whose files still exist, oldest first. */
export const deletedBefore = statement((p: { before: string; limit: number }) =>
  sqlite
    .selectFrom("photo")
    .select(["oid", "tenantId", "file", "thumbnail"])
    .where("deleted", "=", 1)
    .where("deletedDT", "<", p.before)
    .orderBy("deletedDT")
    .limit(p.limit),
);
/** Another photo with this file, deleted photos included. */
export const otherWithFile = statement((p: { oid: number; file: string }) =>
  sqlite
    .selectFrom("photo")
    .select("oid")
    .where("oid", "!=", p.oid)
    .where((eb) => eb.or([eb("file", "=", p.file), eb("thumbnail", "=", p.file)])),
);
export const remove = deleteFrom("photo", ["oid"], { deleted: 1 });
/** Detaches photos from their subjects and marks them as deleted. */
export const detach = statement(
  (p: { tenantId: number; articles: string; inventories: string; now: string; change: number }) =>
    sqlite
      .updateTable("photo")
      .set({
        inventoryItemId: null,
        articleId: null,
        countOperationId: null,
        deleted: 1,
        deletedDT: sql`ifnull(deletedDT, ${p.now})`,
        change: p.change,
      })
      .where(withoutIndex("tenantId"), "=", p.tenantId)
      .where((eb) =>
        eb.or([
          eb("inventoryItemId", "in", idsOf("inventoryItem", p.inventories)),
          eb("articleId", "in", numbersIn(p.articles)),
          eb("countOperationId", "in", idsOf("countOperation", p.inventories)),
        ]),
      ),
);
const idsOf = (table: "inventoryItem" | "countOperation", inventories: string) =>
  sqlite.selectFrom(table).select("oid").where("inventoryId", "in", numbersIn(inventories));
export const markDeleted = updateTable("photo", {
  set: ["deletedDT", "change"],
  to: { deleted: 1 },
  where: ["oid", "tenantId"],
});
