import { addArticle } from "../articles/article.ts";
import { addToCatalogue, findInCatalogue } from "../catalogue/catalogue.ts";
import { ArticleState } from "../domain/article-state.ts";
import type { Message } from "../domain/message.ts";
import { textIn } from "../i18n/text.ts";
import { createInventory } from "../inventories/create.ts";
import { addLocation } from "../locations/location.ts";
import { addFormat, hasFormats } from "../printing/formats/format.ts";
import { typeIdOf } from "../printing/languages/printer-types.ts";
import { addStock } from "../stock/stock.ts";
import type { Tx } from "../storage/database/statement.ts";
import type { JobProgram } from "../storage/jobs/job-program.ts";
import { assertNoOwnData, SAMPLE_RECORDS, type SampleInput } from "./add-kind.ts";
import { modelAt, pick, piecesOf } from "./models.ts";
import { markAsSample, removeMarks } from "./records.ts";
import {
  ARTICLES,
  CATEGORIES,
  COUNTED_LOCATION,
  FORMAT,
  LABEL_ZPL,
  LOCATIONS,
  PLACES,
  STOCKTAKE,
  TYPE,
} from "./warehouse.ts";

/** Every eighth article is assigned to the caller. */
const ASSIGN_EVERY = 8;

/** The oids of the records so far, in the order of `STEPS`; null: not added. */
type Oids = readonly (number | null)[];
type Step = (tx: Tx, input: SampleInput, oids: Oids) => number | null;

const STEPS: readonly Step[] = [
  ...LOCATIONS.map(locationStep),
  ...CATEGORIES.map((name) => catalogueStep("articleCategory", name)),
  catalogueStep("articleType", TYPE),
  ...Array.from({ length: ARTICLES }, (_, index) => articleStep(index)),
  addOnlyFormat,
];
const FIRST_CATEGORY = LOCATIONS.length;
const TYPE_INDEX = FIRST_CATEGORY + CATEGORIES.length;

/**
 * Adds a small warehouse to the tenant, record by record, and marks each. Throws Conflict if the tenant has sample data or
 * articles of its own.
 */
export const run: JobProgram<SampleInput, Oids, null> = function* ({ tx, input, position }) {
  const { principal, language } = input;
  const { tenantId } = principal;
  tx.setCause("sample");
  if (position === null) {
    assertNoOwnData(tx, tenantId);
    removeMarks(tx, tenantId);
  }
  const oids = [...(position ?? [])];
  for (const step of STEPS.slice(oids.length)) {
    oids.push(step(tx, input, oids));
    yield { position: oids, done: oids.length, total: SAMPLE_RECORDS };
  }
  if (oids.length === SAMPLE_RECORDS) return null;
  const counted = { name: textIn(STOCKTAKE, language), locationIds: [at(oids, COUNTED_LOCATION)] };
  oids.push(markAsSample(tx, tenantId, "inventory", createInventory(tx, principal, counted)));
  // From now on the stocktake can be prepared: a cancellation would leave it.
  yield { position: oids, done: oids.length, total: SAMPLE_RECORDS, isFinal: true };
  return null;
};

function locationStep({ code, name, inside }: (typeof LOCATIONS)[number]): Step {
  return (tx, { principal: { tenantId }, language }, oids) => {
    const parentLocationId = inside === null ? null : at(oids, inside);
    const oid = addLocation(tx, tenantId, { name: textIn(name, language), code, parentLocationId });
    return markAsSample(tx, tenantId, "location", oid);
  };
}

/** The tenant's own record with this name, else a new sample record. */
function catalogueStep(catalogue: "articleCategory" | "articleType", text: Message): Step {
  return (tx, { principal: { tenantId }, language }) => {
    const name = textIn(text, language);
    const existing = findInCatalogue(tx, catalogue, tenantId, name);
    return existing ?? markAsSample(tx, tenantId, catalogue, addToCatalogue(tx, catalogue, tenantId, name));
  };
}

function articleStep(index: number): Step {
  const { name, kind, price } = modelAt(index);
  const { category, locations } = PLACES[kind];
  const location = pick(locations, Math.floor(index / Object.keys(PLACES).length));
  const number = String(index + 1).padStart(4, "0");
  const isAssigned = index % ASSIGN_EVERY === ASSIGN_EVERY - 1;
  return (tx, { principal }, oids) => {
    const { tenantId, userId } = principal;
    const articleId = addArticle(tx, principal, {
      // Outside the usual pattern, so that the numbering of the tenant's own articles is not affected.
      code: `SAMPLE-${number}`,
      name,
      categoryId: at(oids, FIRST_CATEGORY + category),
      typeId: at(oids, TYPE_INDEX),
      stateId: isAssigned ? ArticleState.InUse : ArticleState.InStock,
      price,
      serialNumber: `SN-SAMPLE-${number}`,
      userId: isAssigned ? userId : null,
    });
    addStock(tx, { tenantId, articleId, locationId: at(oids, location), quantity: piecesOf(index + 1) });
    return markAsSample(tx, tenantId, "article", articleId);
  };
}

/** Adds a label format if the tenant has none. */
function addOnlyFormat(tx: Tx, { principal: { tenantId }, language }: SampleInput): number | null {
  if (hasFormats(tx, tenantId)) return null;
  const format = { name: textIn(FORMAT, language), template: LABEL_ZPL, printerTypeId: typeIdOf("zpl") };
  return markAsSample(tx, tenantId, "printFormat", addFormat(tx, tenantId, format));
}

function at(oids: Oids, index: number): number {
  const oid = oids[index];
  if (typeof oid !== "number") throw new RangeError(`the sample data have no record ${index}`);
  return oid;
}
