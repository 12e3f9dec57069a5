import { deleteArticle, getArticle } from "../articles/article.ts";
import { removeCodesOfArticle } from "../articles/codes/codes.ts";
import { assertNotHandedOut } from "../articles/holder.ts";
import { removeRulesOfArticle } from "../refill/rule.ts";
import type { BulkEditInput } from "./bulk-edit.ts";
import { eachArticle } from "./bulk-edit-job.ts";

/** Deletes article by article. */
export const run = eachArticle<Omit<BulkEditInput, "changes">>("bulk delete", (tx, { principal }, oid) => {
  const article = getArticle(tx, principal.tenantId, oid);
  assertNotHandedOut(tx, oid);
  // Before the article, so that undoing restores it first, and these only if it was restored. Removing a code writes the article.
  removeRulesOfArticle(tx, principal.tenantId, oid);
  removeCodesOfArticle(tx, oid);
  deleteArticle(tx, principal, article);
  return true;
});
