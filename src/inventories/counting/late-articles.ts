import type { Dependencies } from "../../http/dependencies.ts";
import type { TableName } from "../../storage/database/schema.ts";
import { applyKnownCodes } from "./late.ts";

/** A code becomes known with these, or its stocktake goes on after a pause. */
const TABLES: readonly TableName[] = ["article", "additionalCode", "inventory"];

/**
 * From now on a write by which an article gets a code applies the counts of this code in running stocktakes, in its own transaction:
 * they were unknown, and later ones are known. Returns the function that stops it.
 */
export function watchLateArticles({ storage }: Pick<Dependencies, "storage">): () => void {
  return storage.beforeCommit(({ tx, tables, tenantId }) => {
    if (tenantId !== null && TABLES.some((table) => tables.has(table))) applyKnownCodes(tx, tenantId);
  });
}
