import { type NormalisedCode, normalisedCode } from "../../domain/codes/code-key.ts";
import { checkedGtin, gtinForms } from "../../domain/codes/gtin.ts";
import { type CodeKind, gtinKey } from "../../domain/codes/stored-key.ts";
import { Conflict, Forbidden, Invalid, orNotFound } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { Principal } from "../../domain/principal.ts";
import { may } from "../../domain/roles.ts";
import { fold } from "../../domain/text-folding.ts";
import type { Db, Tx } from "../../storage/database/statement.ts";
import * as store from "./store.ts";

// Rules of additional codes: a code belongs to at most one article of a tenant, own codes included. Triggers guarantee it too.

/** Additional codes of an article at most. */
export const MAX_CODES = 100;

/** Who writes a code. */
type Author = Pick<Principal, "tenantId" | "userName">;

/** An article, as the rules of its codes need it. */
export interface CodedArticle {
  readonly oid: number;
  readonly code: string | null;
}

/** A code to add. */
interface CodeInput {
  readonly code: string;
  /** Absent: what the code looks like. */
  readonly kind?: CodeKind | undefined;
  /** Pieces of a scan. Null or 1: one. */
  readonly packQuantity?: number | null | undefined;
}

/** A stored additional code, as the rules read it. */
type CodeRecord = NonNullable<ReturnType<typeof store.codeById.first>>;

/** The additional code of the tenant with this id. Throws NotFound. */
export function getCode(db: Db, tenantId: number, oid: number): CodeRecord {
  return orNotFound(store.codeById.first(db, { tenantId, oid }), msg("Code not found."));
}

/**
 * Adds a code to an article and returns its oid. A code that the article has already stays as it is. Throws Conflict when it belongs
 * to another article, Invalid when it is the article's own code.
 */
export function attachCode(tx: Tx, caller: Author, article: CodedArticle, input: CodeInput): number {
  const { tenantId, userName } = caller;
  const normalised = normalisedCode(input.code);
  const known = store.codeByKey.first(tx, { tenantId, codeKey: normalised.key });
  if (known?.articleId === article.oid) return known.oid;
  assertAttachable(tx, tenantId, article, normalised);
  const { change, now } = tx;
  const { oid } = store.insert.run(tx, {
    tenantId,
    articleId: article.oid,
    code: normalised.code,
    codeKey: normalised.key,
    kind: input.kind ?? normalised.kind,
    packQuantity: packOf(input.packQuantity),
    createdDT: now,
    createdBy: userName,
    change,
  });
  store.touchArticle.run(tx, { tenantId, oid: article.oid, modifiedDT: now, modifiedBy: userName, change });
  return oid;
}

function assertAttachable(db: Db, tenantId: number, article: CodedArticle, { code, key }: NormalisedCode) {
  const taken = holderOf(db, tenantId, key, article.oid);
  if (taken !== null) throw takenBy(code, taken);
  if (article.code !== null && ownKeys(article.code).includes(key))
    throw Invalid.field("code", msg("is the article's own code"));
  if (store.codesOfArticle.all(db, { tenantId, articleId: article.oid }).length >= MAX_CODES)
    throw new Conflict(
      msg("An article can have at most {max} additional codes. Remove one first.", { max: MAX_CODES }),
    );
}

/** Changes what a code is and how many pieces it means. */
export function changeCode(
  tx: Tx,
  { tenantId, userName }: Author,
  record: CodeRecord,
  { kind, packQuantity }: Omit<CodeInput, "code">,
): void {
  const { oid, articleId } = record;
  const pack = packQuantity === undefined ? record.packQuantity : packOf(packQuantity);
  const { change, now } = tx;
  store.update.run(tx, { oid, kind: kind ?? record.kind, packQuantity: pack, change });
  store.touchArticle.run(tx, { tenantId, oid: articleId, modifiedDT: now, modifiedBy: userName, change });
}

/** Removes a code: it is unknown again. Throws Forbidden where another one added it and the caller is no Manager. */
export function removeCode(tx: Tx, caller: Principal, { oid, articleId, createdBy }: CodeRecord): void {
  const { tenantId, userName } = caller;
  if (createdBy !== userName && !may(caller, "manage")) throw new Forbidden();
  store.remove.run(tx, { oid });
  const { change, now } = tx;
  store.touchArticle.run(tx, { tenantId, oid: articleId, modifiedDT: now, modifiedBy: userName, change });
}

const packOf = (packQuantity: number | null | undefined) =>
  packQuantity === 1 ? null : (packQuantity ?? null);

/** An article that has a code. */
interface Holder {
  readonly code: string | null;
  readonly name: string;
}

/** The other article that has the code with this key, as its own or an additional one; null: none. */
function holderOf(db: Db, tenantId: number, key: string, own: number | null): Holder | null {
  const [other] = store.articlesOfKeys
    .all(db, { tenantId, keys: JSON.stringify([key]) })
    .filter(({ articleId }) => articleId !== own);
  if (other !== undefined) return { code: other.articleCode, name: other.name };
  const gtin = /^\(01\)(\d{14})$/.exec(key)?.[1];
  const codes = JSON.stringify([key, ...(gtin === undefined ? [] : gtinForms(gtin))]);
  return store.ownersOfCodes.all(db, { tenantId, codes }).find(({ oid }) => oid !== own) ?? null;
}

function takenBy(code: string, { code: articleCode, name }: Holder): Conflict {
  const article = [articleCode, name].filter(Boolean).join(" ");
  return new Conflict(
    msg("Code {code} already belongs to {article}. Remove it there first.", { code, article }),
    [{ path: "code", text: msg("already belongs to another article") }],
  );
}

/** The keys that an additional code would have which is the same code as this own code. */
export const ownKeys = (code: string): readonly string[] => {
  const gtin = checkedGtin(code);
  return [fold(code), ...(gtin === null ? [] : [gtinKey(gtin)])];
};

/** Removes all additional codes of an article. */
export function removeCodesOfArticle(tx: Tx, articleId: number): void {
  store.removeOfArticle.run(tx, { articleId });
}

/** The additional codes of an article, in the order in which they were added. */
export function codesOfArticle(db: Db, tenantId: number, articleId: number) {
  return store.keysOfArticle.all(db, { tenantId, articleId });
}

/** True when another article than `own` (null: any) has the code with this key, as its own or an additional one. */
export function isKeyTaken(db: Db, tenantId: number, key: string, own: number | null): boolean {
  return holderOf(db, tenantId, key, own) !== null;
}

/** Throws Conflict when a code is an additional code of another article than `own` (null: of any). */
export function assertNoAdditionalCode(db: Db, tenantId: number, code: string, own: number | null): void {
  const [taken] = takenAsAdditional(db, tenantId, [code]).filter(({ articleId }) => articleId !== own);
  if (taken !== undefined) throw takenBy(code, { code: taken.articleCode, name: taken.name });
}

/** The additional codes of the tenant that are the same as one of these own codes, with their articles. */
export function takenAsAdditional(db: Db, tenantId: number, codes: readonly string[]) {
  return store.articlesOfKeys.all(db, { tenantId, keys: JSON.stringify(codes.flatMap(ownKeys)) });
}

/** The article of an additional code, with the pieces of a scan; null: none. `key`: of `codeKey`. */
export function findByCodeKey(
  db: Db,
  tenantId: number,
  key: string,
): { readonly articleId: number; readonly packQuantity: number | null } | null {
  return store.codeByKey.first(db, { tenantId, codeKey: key });
}
