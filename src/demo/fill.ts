import { addOpeningStock } from "../audit/opening-stock.ts";
import type { PhotoDependencies } from "../photos/files.ts";
import { addArticles, addRefill } from "./articles.ts";
import { bulkLoad } from "./bulk-load.ts";
import { addCatalogues } from "./catalogues.ts";
import { addCountPlan } from "./count-plan.ts";
import { addCustody } from "./custody.ts";
import { addFields, storeDemoManual } from "./fields.ts";
import { addInventories } from "./inventories.ts";
import { addFormats } from "./labels.ts";
import { addLocations } from "./locations.ts";
import { addPeople, hashPeople } from "./people.ts";
import { storeDemoPicture } from "./picture.ts";
import { addPrinters, type VirtualPrinters } from "./printers.ts";
import { addRequests } from "./requests.ts";

/** What the demo data have. */
export interface Contents {
  /** Articles of tenant 1. */
  readonly articles: number;
  /** With custom fields, suppliers, warranties, an attachment, handed-out articles, a count plan and the opening stock of the ledger. */
  readonly hasFields: boolean;
}

/**
 * Fills an empty data folder with the demo data. Uses one transaction: an interrupted fill leaves nothing, and the next
 * start begins again. Throws Unavailable when the disk is full.
 */
export async function fill(
  { storage, photos }: PhotoDependencies,
  { articles, hasFields }: Contents,
  printers: VirtualPrinters,
): Promise<void> {
  const users = await hashPeople();
  const picture = await storeDemoPicture(photos);
  const manual = hasFields ? await storeDemoManual(photos) : null;
  await storage.write(
    null,
    (tx) => {
      addPeople(tx, users);
      addCatalogues(tx);
      addLocations(tx);
      bulkLoad(tx, ["article", "articleLocation"], () => addArticles(tx, articles));
      addRefill(tx, articles);
      addRequests(tx, articles);
      addInventories(tx, articles, picture);
      addPrinters(tx, printers);
      addFormats(tx);
      if (manual === null) return;
      addFields(tx, articles, manual);
      addCustody(tx, articles);
      addCountPlan(tx);
      addOpeningStock(tx);
    },
    { isSilent: true },
  );
  await storage.durable();
}
