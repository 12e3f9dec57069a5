import { codeKey } from "../domain/codes/code-key.ts";
import { NotFound } from "../domain/errors.ts";
import { msg } from "../domain/message.ts";
import { recordResponse } from "../http/endpoint/response.ts";
import type { Locale } from "../i18n/locales.ts";
import type { Db } from "../storage/database/statement.ts";
import { findByCodeKey } from "./codes/codes.ts";
import { fieldsById, fullById } from "./full-store.ts";
import * as store from "./store.ts";

// The details of an article as responses.

/** The error where there is no such article. */
export const articleNotFound = () => new NotFound(msg("Article not found."));

/** The detail of an article with its version. Throws NotFound. */
export function getArticleDetail(db: Db, tenantId: number, oid: number, language: Locale) {
  return recordResponse(store.detailById[language].first(db, { tenantId, oid }), articleNotFound);
}

/** The detail of the article with exactly this code, else with this additional code, with its version. Throws NotFound. */
export function getArticleDetailByCode(db: Db, tenantId: number, code: string, language: Locale) {
  const found = store.detailByCode[language].first(db, { tenantId, code });
  const additional = found === null ? findByCodeKey(db, tenantId, codeKey(code)) : null;
  if (additional !== null) return getArticleDetail(db, tenantId, additional.articleId, language);
  return recordResponse(found, msg("No article has this code."));
}

/** The detail of an article with note, purchase data and version. Throws NotFound. */
export function getFullArticle(db: Db, tenantId: number, oid: number, language: Locale) {
  return recordResponse(fullById[language].first(db, { tenantId, oid }), articleNotFound);
}

/** Warranty, supplier and custom values of an article, with its version. Throws NotFound. */
export function getArticleFields(db: Db, tenantId: number, oid: number) {
  return recordResponse(fieldsById.first(db, { tenantId, oid }), articleNotFound);
}
