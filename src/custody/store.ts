import { type RawBuilder, sql } from "kysely";
import { CUSTODY } from "../records/custody.ts";
import { bool, jsonObject, listProperties, object, objectOrNull } from "../storage/database/json.ts";
import { writtenColumns } from "../storage/database/schema.ts";
import { sqlite, statement, withoutIndex } from "../storage/database/statement.ts";
import { insertInto, selectFrom, updateTable } from "../storage/database/table-statements.ts";
import type { Custody, CustodyDetail } from "./shapes.ts";

// Custody: rows, lists and writes.

type Key = { tenantId: number; oid: number };
type ArticleKey = { tenantId: number; articleId: number };

/** The filter of a list; null: no filter. `before`: only rows with a smaller oid. `dueBefore`: YYYY-MM-DD. */
export interface CustodyFilter {
  readonly tenantId: number;
  readonly articleId: number | null;
  readonly userId: number | null;
  /** The article has stock at this location or below it. */
  readonly locationId: number | null;
  /** Folded; part of the article's name or code, or of the person's name. */
  readonly folded: string | null;
  readonly dueBefore: string | null;
  readonly before: number;
  readonly limit: number;
}

const custodies = (tenantId: number) =>
  sqlite
    .selectFrom("custody as c")
    .innerJoin("article as a", "a.oid", "c.articleId")
    .innerJoin("user as u", "u.oid", "c.userId")
    .innerJoin("user as s", "s.oid", "c.startedBy")
    .leftJoin("user as e", "e.oid", "c.endedBy")
    .where("c.tenantId", "=", tenantId);

const person = (alias: string) => ({
  id: sql.ref<number>(`${alias}.oid`),
  fullName: sql.ref<string>(`${alias}.fullName`),
});
/** The photo, unless it was deleted. */
const photo = (column: string) =>
  sql<number | null>`(SELECT p.oid FROM photo p WHERE p.oid = ${sql.ref(column)} AND p.deleted = 0)`;

const properties = () => {
  const ref = sql.ref;
  return {
    oid: ref<number>("c.oid"),
    ...listProperties(CUSTODY, "c"),
    article: object<Custody["article"]>({ oid: ref("a.oid"), code: ref("a.code"), name: ref("a.name") }),
    user: object<Custody["user"]>({ ...person("u"), isActive: bool(ref("u.isActive")) }),
    startedBy: object<Custody["startedBy"]>(person("s")),
    startPhotoId: photo("c.startPhotoId"),
    isStartSigned: bool(sql`c.startSignature IS NOT NULL`),
    endedBy: objectOrNull<NonNullable<Custody["endedBy"]>>(ref("e.oid"), person("e")),
    endPhotoId: photo("c.endPhotoId"),
    isEndSigned: bool(sql`c.endSignature IS NOT NULL`),
  };
};

const listing = (p: CustodyFilter) =>
  custodies(p.tenantId)
    .where("c.oid", "<", p.before)
    .where(sql<boolean>`(${p.dueBefore} IS NULL OR c.dueDate < ${p.dueBefore})`)
    .where(
      sql<boolean>`(${p.folded} IS NULL OR instr(a.nameFolded, ${p.folded}) > 0 OR instr(ifnull(a.codeFolded, ''), ${p.folded}) > 0
        OR instr(u.fullNameFolded, ${p.folded}) > 0)`,
    )
    .where(
      sql<boolean>`(${p.locationId} IS NULL OR EXISTS (WITH RECURSIVE up (oid) AS (
          SELECT p.locationId FROM ${sql.table("articleLocation")} p WHERE p.articleId = c.articleId AND p.quantity > 0
          UNION SELECT l.parentLocationId FROM ${sql.table("location")} l JOIN up ON l.oid = up.oid)
        SELECT 1 FROM up WHERE up.oid = ${p.locationId}))`,
    )
    .orderBy("c.oid", "desc")
    .limit(p.limit)
    .select(jsonObject<Custody>(properties()).as("json"));

const ofPerson = (p: CustodyFilter) => sql<boolean>`ifnull(${p.userId}, c.userId) = c.userId`;
type Listing = ReturnType<typeof listing>;
/** Lists of all articles, of one, and of a person, each by its own index. */
const byStart = (inState: (listing: Listing) => Listing) => ({
  tenant: statement((p: CustodyFilter) => inState(listing(p))),
  article: statement((p: CustodyFilter) =>
    inState(listing(p).where(sql.ref("c.articleId"), "=", p.articleId).where(ofPerson(p))),
  ),
  person: statement((p: CustodyFilter) => inState(listing(p).where(sql.ref("c.userId"), "=", p.userId))),
});
const lists = {
  open: byStart((all) => all.where("c.endedDT", "is", null)),
  ended: byStart((all) => all.where("c.endedDT", "is not", null)),
  all: byStart((all) => all),
};

/** The list of a state (absent: all) for a filter, newest first. */
export function listFor(
  state: keyof typeof lists | undefined,
  { articleId, userId }: Pick<CustodyFilter, "articleId" | "userId">,
) {
  const start = articleId !== null ? "article" : userId !== null ? "person" : "tenant";
  return lists[state ?? "all"][start];
}

const detailed = (p: Key, signature: (column: string) => RawBuilder<string | null>) =>
  custodies(p.tenantId)
    .where("c.oid", "=", p.oid)
    .select([
      "c.change",
      sql<number>`max(c.change, a.change, u.change, s.change, ifnull(e.change, 0))`.as("shown"),
      jsonObject<CustodyDetail>({
        ...properties(),
        startSignature: signature("c.startSignature"),
        endSignature: signature("c.endSignature"),
      }).as("json"),
    ]);

/** One custody, with or without its signatures. */
export const detail = {
  signed: statement((p: Key) => detailed(p, (column) => sql.ref<string | null>(column))),
  unsigned: statement((p: Key) => detailed(p, () => sql<string | null>`NULL`)),
};

export const record = selectFrom("custody", ["tenantId", "oid"]);
export const openOfArticle = selectFrom("custody", ["tenantId", "articleId"], undefined, {
  is: { endedDT: null },
});
/** The last return of the article. */
export const lastEnd = statement((p: ArticleKey) =>
  sqlite
    .selectFrom("custody")
    .select(({ fn }) => fn.max("endedDT").as("endedDT"))
    .where("tenantId", "=", p.tenantId)
    .where("articleId", "=", p.articleId),
);

/** The newest articles that a person has. */
export const openOids = statement((p: { tenantId: number; userId: number; limit: number }) =>
  sqlite
    .selectFrom("custody")
    .select("oid")
    .where("tenantId", "=", p.tenantId)
    .where("userId", "=", p.userId)
    .where("endedDT", "is", null)
    .orderBy("oid", "desc")
    .limit(p.limit),
);

/** The number of articles that a person has. */
export const openCount = statement((p: { tenantId: number; userId: number }) =>
  sqlite
    .selectFrom("custody")
    .select(({ fn }) => fn.countAll<number>().as("articles"))
    .where("tenantId", "=", p.tenantId)
    .where("userId", "=", p.userId)
    .where("endedDT", "is", null),
);
export const insert = insertInto("custody", writtenColumns(CUSTODY));
export const end = updateTable("custody", {
  set: ["endedDT", "endedBy", "endDeviceId", "endNote", "endSignature", "change"],
  where: ["oid"],
  is: { endedDT: null },
});
/** A new due date has an overdue event of its own. */
export const setDueDate = updateTable("custody", {
  set: ["dueDate", "change"],
  to: { overdueDT: null },
  where: ["oid"],
});
/** The custodies whose condition this photo shows. */
export const ofPhoto = statement((p: { tenantId: number; photoId: number }) =>
  sqlite
    .selectFrom("custody")
    .select(["oid", "startPhotoId", "endPhotoId"])
    .where(withoutIndex("tenantId"), "=", p.tenantId)
    .where((eb) => eb.or([eb("startPhotoId", "=", p.photoId), eb("endPhotoId", "=", p.photoId)])),
);
export const setPhoto = {
  start: statement((p: { oid: number; photoId: number | null; change: number }) =>
    sqlite.updateTable("custody").set({ startPhotoId: p.photoId, change: p.change }).where("oid", "=", p.oid),
  ),
  end: statement((p: { oid: number; photoId: number | null; change: number }) =>
    sqlite.updateTable("custody").set({ endPhotoId: p.photoId, change: p.change }).where("oid", "=", p.oid),
  ),
};
