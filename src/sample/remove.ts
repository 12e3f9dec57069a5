import { eraseArticles } from "../articles/erase.ts";
import { eraseAudit } from "../audit/erase.ts";
import { eraseRecords } from "../catalogue/catalogue.ts";
import { eraseCustodies } from "../custody/erase.ts";
import { NotFound } from "../domain/errors.ts";
import { msg } from "../domain/message.ts";
import { eraseInventories } from "../inventories/erase.ts";
import { eraseLocations } from "../locations/location.ts";
import { detachPhotos } from "../photos/photo.ts";
import { eraseLabels } from "../printing/erase.ts";
import { eraseRequests } from "../requests/erase.ts";
import { eraseStock } from "../stock/stock.ts";
import type { SampleTable } from "../storage/database/schema.ts";
import type { Tx } from "../storage/database/statement.ts";
import { assertNoBlockers } from "./blockers.ts";
import { markDependents } from "./dependents.ts";
import { hasSample, listSampleOids, removeMarks, type TenantKey } from "./records.ts";

/**
 * Removes the tenant's sample data with its dependents and their audit. Throws NotFound if there is none, Conflict that names
 * the tenant's own records that use it.
 */
export function removeSample(tx: Tx, { tenantId }: TenantKey): void {
  if (!hasSample(tx, tenantId)) {
    throw new NotFound(msg("Sample data not found."));
  }
  tx.setCause("sample");
  markDependents(tx, { tenantId });
  assertNoBlockers(tx, { tenantId });
  eraseMarked(tx, tenantId);
  removeMarks(tx, tenantId);
}

/** The tables of audited sample records, by their name in the audit. */
const AUDITED: Readonly<Record<string, SampleTable>> = {
  inventory: "inventory",
  article: "article",
  location: "location",
  articleCategory: "articleCategory",
  articleType: "articleType",
  format: "printFormat",
};

/** Removes all marked records. Each feature removes its own rows; referring rows come first. */
function eraseMarked(tx: Tx, tenantId: number): void {
  const oidsOf = (table: SampleTable) => listSampleOids(tx, tenantId, table);
  const inventoryIds = oidsOf("inventory");
  const articleIds = oidsOf("article");
  const locationIds = oidsOf("location");
  detachPhotos(tx, tenantId, { articleIds, inventoryIds });
  eraseLabels(tx, tenantId, { articleIds, locationIds, formatIds: oidsOf("printFormat") });
  eraseCustodies(tx, tenantId, articleIds);
  eraseRequests(tx, tenantId, { articleIds, locationIds, inventoryIds });
  eraseInventories(tx, tenantId, inventoryIds);
  // Deleted own articles at sample locations have stock there too.
  eraseStock(tx, tenantId, { articleIds, locationIds });
  eraseArticles(tx, tenantId, articleIds);
  eraseLocations(tx, tenantId, locationIds);
  for (const catalogue of ["articleCategory", "articleType"] as const)
    eraseRecords(tx, catalogue, tenantId, oidsOf(catalogue));
  for (const [entity, table] of Object.entries(AUDITED)) eraseAudit(tx, tenantId, entity, oidsOf(table));
}
