import { addArticle } from "../articles/article.ts";
import { ArticleState, addToCatalogue, findInCatalogue } from "../catalogue/catalogue.ts";
import { Conflict } from "../domain/errors.ts";
import { type Message, msg } from "../domain/message.ts";
import type { Principal } from "../domain/principal.ts";
import { createInventory } from "../inventories/create.ts";
import { addLocation } from "../locations/location.ts";
import { addFormat, hasFormats } from "../printing/formats/format.ts";
import { typeIdOf } from "../printing/languages/printer-types.ts";
import { readSettings } from "../settings/settings.ts";
import { addStock } from "../stock/stock.ts";
import type { Tx } from "../storage/database/statement.ts";
import { hasOwnArticle, hasSample, markAsSample } from "./records.ts";
import {
  ARTICLES,
  CATEGORIES,
  COUNTED_LOCATION,
  FORMAT,
  LABEL_ZPL,
  LOCATIONS,
  STOCKTAKE,
  TYPE,
} from "./warehouse.ts";

/** Ten-thousandths in a whole unit. */
const PRICE_SCALE = 10_000;
/** Every eighth article is assigned to the caller. */
const ASSIGN_EVERY = 8;

/**
 * Adds a small warehouse to the caller's tenant, in the site's language, and marks each of its records. Throws Conflict if the
 * tenant has sample data or articles of its own.
 */
export function addSample(tx: Tx, caller: Principal): void {
  assertNoOwnData(tx, caller.tenantId);
  tx.setCause("sample");
  const { language } = readSettings(tx).settings;
  const named = (message: Message) => message[language];
  const locations = addLocations(tx, caller.tenantId, named);
  addArticles(tx, caller, locations, named);
  addOnlyFormat(tx, caller.tenantId, named);
  const counted = { name: named(STOCKTAKE), locationIds: [at(locations, COUNTED_LOCATION)] };
  markAsSample(tx, caller.tenantId, "inventory", createInventory(tx, caller, counted));
}

function assertNoOwnData(tx: Tx, tenantId: number): void {
  if (hasSample(tx, tenantId)) {
    throw new Conflict(msg("The sample data already exist.", "Ukázková data už existují."));
  }
  if (!hasOwnArticle(tx, tenantId)) return;
  throw new Conflict(
    msg(
      "Sample data can't be added: the tenant already has articles.",
      "Ukázková data nelze přidat: nájemce už má artikly.",
    ),
  );
}

/** Returns the oids of the locations, in order. */
function addLocations(tx: Tx, tenantId: number, named: (message: Message) => string): readonly number[] {
  const oids: number[] = [];
  for (const { code, name, inside } of LOCATIONS) {
    const parentLocationId = inside === null ? null : at(oids, inside);
    const oid = addLocation(tx, tenantId, { name: named(name), code, parentLocationId });
    oids.push(markAsSample(tx, tenantId, "location", oid));
  }
  return oids;
}

function addArticles(
  tx: Tx,
  caller: Principal,
  locations: readonly number[],
  named: (message: Message) => string,
): void {
  const { tenantId } = caller;
  const categories = CATEGORIES.map((name) => inCatalogue(tx, "articleCategory", tenantId, named(name)));
  const typeId = inCatalogue(tx, "articleType", tenantId, named(TYPE));
  for (const [index, [name, category, location, quantity, price]] of ARTICLES.entries()) {
    const number = String(index + 1).padStart(4, "0");
    const isAssigned = index % ASSIGN_EVERY === ASSIGN_EVERY - 1;
    const oid = addArticle(tx, caller, {
      // Outside the usual pattern, so that the numbering of the tenant's own articles is not affected.
      code: `SAMPLE-${number}`,
      name,
      categoryId: at(categories, category),
      typeId,
      stateId: isAssigned ? ArticleState.InUse : ArticleState.InStock,
      price: price * PRICE_SCALE,
      serialNumber: `SN-SAMPLE-${number}`,
      userId: isAssigned ? caller.userId : null,
    });
    const articleId = markAsSample(tx, tenantId, "article", oid);
    addStock(tx, { tenantId, articleId, locationId: at(locations, location), quantity });
  }
}

/** The tenant's own record with this name, else a new sample record. */
function inCatalogue(
  tx: Tx,
  catalogue: "articleCategory" | "articleType",
  tenantId: number,
  name: string,
): number {
  const existing = findInCatalogue(tx, catalogue, tenantId, name);
  return existing ?? markAsSample(tx, tenantId, catalogue, addToCatalogue(tx, catalogue, tenantId, name));
}

/** Adds a label format if the tenant has none. */
function addOnlyFormat(tx: Tx, tenantId: number, named: (message: Message) => string): void {
  if (hasFormats(tx, tenantId)) return;
  const format = { name: named(FORMAT), template: LABEL_ZPL, printerTypeId: typeIdOf("zpl") };
  markAsSample(tx, tenantId, "printFormat", addFormat(tx, tenantId, format));
}

function at(oids: readonly number[], index: number): number {
  const oid = oids[index];
  if (oid === undefined) throw new RangeError(`the sample data have no record ${index}`);
  return oid;
}
