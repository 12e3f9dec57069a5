import { deleteArticle, getArticle } from "../articles/article.ts";
import { assertNotInCustody } from "../custody/custody.ts";
import { deleteFrom } from "../storage/database/table-statements.ts";
import type { BulkEditInput } from "./bulk-edit.ts";
import { eachArticle } from "./bulk-edit-job.ts";

const removeCodes = deleteFrom("additionalCode", ["articleId"]);
const removeRules = deleteFrom("refillRule", ["articleId"]);

/** Deletes article by article. */
export const run = eachArticle<Omit<BulkEditInput, "changes">>("bulk delete", (tx, { principal }, oid) => {
  const article = getArticle(tx, principal.tenantId, oid);
  assertNotInCustody(tx, principal.tenantId, oid);
  // Before the article, so that undoing restores it first, and these only if it was restored. Removing a code writes the article.
  removeRules.run(tx, { articleId: oid });
  removeCodes.run(tx, { articleId: oid });
  deleteArticle(tx, principal, article);
  return true;
});
