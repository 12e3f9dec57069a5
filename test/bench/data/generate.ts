import { type Article, type DataSet, type Item, inventoryId } from "./shape.ts";

const nouns = [
  "Židle",
  "Stůl",
  "Monitor",
  "Notebook",
  "Vrtačka",
  "Skříň",
  "Regál",
  "Tiskárna",
  "Telefon",
  "Lampa",
  "Kabel",
  "Projektor",
  "Vozík",
  "Žebřík",
  "Skener",
  "Bruska",
];
const kinds = ["kancelářská", "skladová", "přenosná", "dílenská", "standard", "compact", "heavy duty", "øst"];
const made = "2026-01-05T08:00:00.000Z";
const countedItems = 50;

/** Replaces the product's own data while it does not run: the same shapes, `count` articles. */
export function generate(count: number): DataSet {
  const articles = Array.from({ length: count }, (_, index) => article(index + 1, count));
  return {
    articles,
    categories: named("IT equipment", "Furniture", "Tools"),
    types: named("Notebook", "Monitor", "Chair", "Drill"),
    states: named("In use", "In stock", "Proposed", "Disposed"),
    items: articles.slice(0, countedItems).map(item),
  };
}

function named(...names: string[]): { oid: number; name: string }[] {
  return names.map((name, index) => ({ oid: index + 1, name }));
}

function article(oid: number, count: number): Article {
  // A multiple of the 128 pairs of noun and kind, so that a whole name occurs three or four times.
  const models = 128 * Math.max(1, Math.floor(count / 384));
  const model = (oid * 7) % models;
  return {
    oid,
    code: `A${String(oid).padStart(6, "0")}`,
    name: `${nouns[oid % nouns.length]} ${kinds[(oid >> 4) % kinds.length]} ${String(model).padStart(6, "0")}`,
    categoryId: 1 + (oid % 3),
    typeId: 1 + (oid % 4),
    stateId: 1 + (oid % 2),
    price: 100 + ((oid * 37) % 500_000) / 100,
    serialNumber: `SN-${100_000 + oid}`,
    rfId: oid % 3 === 0 ? `E2${oid.toString(16).padStart(22, "0")}` : null,
    userId: oid % 5 === 0 ? 3 : null,
    responsibleUserId: oid % 7 === 0 ? 2 : null,
    isDisposal: false,
    disposalDT: null,
    disposalMethodId: null,
    disposalReasonId: null,
    createdDT: made,
    modifiedDT: made,
    createdBy: "admin",
    modifiedBy: "admin",
  };
}

function item(of: Article): Item {
  return {
    oid: of.oid,
    inventoryId,
    articleId: of.oid,
    locationId: 4,
    inventoryLocationId: null,
    quantity: 1 + (of.oid % 5),
    inventoryQuantity: null,
    isFound: false,
    isDisposal: false,
    isApproved: false,
    disposalMethodId: null,
    disposalReasonId: null,
    note: null,
    isUnexpected: false,
    article: { oid: of.oid, code: of.code, name: of.name },
  };
}
