import { findPerson } from "../access/users/users.ts";
import { isInCatalogue, ReferenceChecks } from "../catalogue/catalogue.ts";
import { ArticleState } from "../domain/article-state.ts";
import { Conflict, Invalid } from "../domain/errors.ts";
import { msg } from "../domain/message.ts";
import type { Pack } from "../domain/packs.ts";
import type { Principal } from "../domain/principal.ts";
import { fold, foldOrNull } from "../domain/text-folding.ts";
import { storedUnit } from "../domain/units.ts";
import { ARTICLE } from "../records/article.ts";
import { LISTED_FIELDS } from "../records/article-lists.ts";
import type { NamesIn } from "../records/record.ts";
import { changedColumns, type GivenFields, newColumns } from "../storage/database/schema.ts";
import type { Db, Tx } from "../storage/database/statement.ts";
import { assertNoAdditionalCode } from "./codes/codes.ts";
import { type GivenValues, textsOf, valuesAfter } from "./custom-values.ts";
import { articleNotFound } from "./detail.ts";
import { assertState } from "./holder.ts";
import { assertNotOwned } from "./owned.ts";
import { storedPacks } from "./packs.ts";
import * as store from "./store.ts";

type Given = GivenFields<typeof ARTICLE>;

/** Fields of an article. An absent property keeps the stored value. `price` is in ten-thousandths. */
export type ArticleFields = Pick<Given, NamesIn<typeof ARTICLE, "full">> & {
  /** Replaces all packs. */
  readonly packs?: readonly Pack[] | undefined;
  /** Values of custom fields by their oid; absent ones keep their value, null removes one. */
  readonly customFields?: GivenValues | undefined;
};

/** The fields of an article to insert, with the required ones. */
export type NewArticle = ArticleFields & {
  readonly name: string;
  readonly categoryId: number;
  readonly typeId: number;
  readonly stateId: number;
};

/** Who writes an article. */
type Author = Pick<Principal, "tenantId" | "userName">;

/** A stored article, as the rules read it. */
export type ArticleRecord = NonNullable<ReturnType<typeof store.recordById.first>>;

/** The article of the tenant with this id, unless deleted; null: none. */
export function findArticle(db: Db, tenantId: number, oid: number): ArticleRecord | null {
  return store.recordById.first(db, { tenantId, oid });
}

/** The article of the tenant with exactly this code, unless deleted; null: none. */
export function findArticleByCode(db: Db, tenantId: number, code: string): ArticleRecord | null {
  return store.recordByCode.first(db, { tenantId, code });
}

/** The article of the tenant with this id, unless deleted. Throws NotFound. */
export function getArticle(db: Db, tenantId: number, oid: number): ArticleRecord {
  const found = findArticle(db, tenantId, oid);
  if (found === null) throw articleNotFound();
  return found;
}

/** True if the tenant has this article and it is not deleted. */
export function hasArticle(db: Db, tenantId: number, oid: number): boolean {
  return store.listedArticle.first(db, { tenantId, oid }) !== null;
}

/**
 * Adds an article and returns its oid. Throws Invalid on references to another tenant and on other values than those that the head
 * office owns, Conflict on a used code.
 */
export function addArticle(tx: Tx, caller: Author, fields: NewArticle): number {
  assertReferences(tx, caller.tenantId, fields);
  assertNotOwned(tx, caller.tenantId, null, fields);
  if (fields.code) assertCodeIsFree(tx, caller.tenantId, fields.code, null);
  return store.insert.run(tx, columnsOf(tx, caller, fields)).oid;
}

/**
 * Adds articles and returns their oids in the same order. The caller has found that the codes are free and differ, the records that
 * the articles refer to, and that the head office owns no other values.
 */
export function insertArticles(tx: Tx, caller: Author, articles: readonly NewArticle[]): number[] {
  return store.insertMany(
    tx,
    articles.map((fields) => columnsOf(tx, caller, fields)),
  );
}

/** The columns of a new article. */
function columnsOf(
  tx: Tx,
  caller: Author,
  { customFields, packs, ...fields }: NewArticle,
): store.ArticleColumns {
  const { now } = tx;
  const { userName } = caller;
  const columns = newColumns(ARTICLE, {
    ...fields,
    unit: storedUnit(fields.unit),
    customValues: valuesAfter(tx, caller.tenantId, null, fields.categoryId, customFields),
    packs: storedPacks(packs ?? []),
    createdDT: now,
    createdBy: userName,
    modifiedDT: now,
    modifiedBy: userName,
  });
  return { ...columns, deleted: 0, ...derivedColumns(tx, caller, columns) };
}

/**
 * Changes the given fields of an article. Throws as `addArticle`, Invalid when a code is removed or an owned field changes, and
 * WrongState when an article that a person has would become Disposed.
 */
export function changeArticle(tx: Tx, caller: Author, record: ArticleRecord, fields: ArticleFields): void {
  assertReferences(tx, caller.tenantId, fields);
  if (fields.code === null && record.code !== null) {
    throw Invalid.field("code", msg("must not be null: a code can't be removed"));
  }
  assertNotOwned(tx, caller.tenantId, record, fields);
  assertState(tx, record, fields.stateId);
  if (fields.code && fields.code !== record.code)
    assertCodeIsFree(tx, caller.tenantId, fields.code, record.oid);
  const { customFields, packs, ...others } = fields;
  const categoryId = fields.categoryId ?? record.categoryId;
  const columns = {
    ...record,
    ...changedColumns(ARTICLE, { ...others, unit: storedUnit(others.unit) }),
    customValues: valuesAfter(tx, caller.tenantId, record.customValues, categoryId, customFields),
    packs: packs === undefined ? record.packs : storedPacks(packs),
  } as const;
  store.update.run(tx, { ...columns, ...derivedColumns(tx, caller, columns) });
}

/** Marks an article as deleted. Its code is free again; records that refer to it stay. */
export function deleteArticle(tx: Tx, caller: Author, record: ArticleRecord): void {
  store.update.run(tx, { ...record, ...derivedColumns(tx, caller, record), deleted: 1 });
}

/** Deletes a rejected proposal and stores the reason. */
export function rejectArticle(tx: Tx, caller: Author, { oid }: ArticleRecord, rejectReason: string): void {
  const { tenantId, userName: modifiedBy } = caller;
  store.reject.run(tx, { tenantId, oid, rejectReason, modifiedDT: tx.now, modifiedBy, change: tx.change });
}

/** Marks an article as disposed. `disposalDT` is ISO 8601 in UTC. The caller has checked the catalogue references. */
export function disposeArticle(
  tx: Tx,
  caller: Author,
  record: ArticleRecord,
  how: Pick<ArticleRecord, "disposalDT" | "disposalMethodId" | "disposalReasonId">,
): void {
  const columns = { ...record, ...how, isDisposal: 1, stateId: ArticleState.Disposed } as const;
  store.update.run(tx, { ...columns, ...derivedColumns(tx, caller, columns) });
}

type SearchTexts = Pick<
  store.ArticleColumns,
  "name" | "code" | "serialNumber" | "rfId" | "supplier" | "invoiceNo" | "customValues"
>;

/** Columns derived from the other columns, the transaction and the principal. */
function derivedColumns(tx: Tx, caller: Author, { name, code, serialNumber, rfId, ...more }: SearchTexts) {
  const texts = [more.supplier, more.invoiceNo, ...textsOf(more.customValues)].filter(
    (text) => text !== null,
  );
  return {
    tenantId: caller.tenantId,
    nameFolded: fold(name),
    codeFolded: foldOrNull(code),
    serialFolded: foldOrNull(serialNumber),
    rfIdFolded: foldOrNull(rfId),
    moreFolded: texts.length === 0 ? null : texts.map(fold).join("\n"),
    modifiedDT: tx.now,
    modifiedBy: caller.userName,
    change: tx.change,
  };
}

function assertReferences(db: Db, tenantId: number, fields: ArticleFields): void {
  addReferenceChecks(new ReferenceChecks(), db, tenantId, fields).assertValid();
}

/** Adds the checks of the records that the fields refer to. `prefix`: of the fields' paths. */
export function addReferenceChecks(
  checks: ReferenceChecks,
  db: Db,
  tenantId: number,
  fields: ArticleFields,
  prefix = "",
): ReferenceChecks {
  for (const { name, catalogue } of LISTED_FIELDS)
    checks.check(`${prefix}${name}`, fields[name], (oid) => isInCatalogue(db, catalogue, oid, tenantId));
  const isUser = (oid: number) => findPerson(db, tenantId, oid) !== null;
  return checks
    .check(`${prefix}userId`, fields.userId, isUser)
    .check(`${prefix}responsibleUserId`, fields.responsibleUserId, isUser);
}

function assertCodeIsFree(db: Db, tenantId: number, code: string, own: number | null): void {
  const holder = store.idByCode.first(db, { tenantId, code });
  if (holder === null || holder.oid === own) {
    assertNoAdditionalCode(db, tenantId, code, own);
    return;
  }
  throw new Conflict(
    msg("Code {code} is already used by another article. Enter a different one.", { code }),
    [{ path: "code", text: msg("is already used by another article") }],
  );
}
