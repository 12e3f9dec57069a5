/** A record of `GET /api/articles` (the list shape of the contract). */
export interface Article {
  oid: number;
  code: string | null;
  name: string;
  categoryId: number;
  typeId: number;
  stateId: number;
  price: number;
  serialNumber: string | null;
  rfId: string | null;
  userId: number | null;
  responsibleUserId: number | null;
  isDisposal: boolean;
  disposalDT: string | null;
  disposalMethodId: number | null;
  disposalReasonId: number | null;
  createdDT: string;
  modifiedDT: string | null;
  createdBy: string;
  modifiedBy: string | null;
}

/** A record of a catalogue (category, type, state). */
export interface Named {
  oid: number;
  name: string;
}

/** An item as `PUT /api/inventories/items/update` returns it. */
export interface Item {
  oid: number;
  inventoryId: number;
  articleId: number;
  locationId: number | null;
  inventoryLocationId: number | null;
  quantity: number;
  inventoryQuantity: number | null;
  isFound: boolean;
  isDisposal: boolean;
  isApproved: boolean;
  disposalMethodId: number | null;
  disposalReasonId: number | null;
  note: string | null;
  isUnexpected: boolean;
  article: { oid: number; code: string | null; name: string };
}

/** Everything that raw and bare Koa are loaded with. */
export interface DataSet {
  articles: Article[];
  categories: Named[];
  types: Named[];
  states: Named[];
  items: Item[];
}

/** The parameters of the jobs, the same for every target. */
export interface Sample {
  /** Codes spread over the whole stock. */
  codes: string[];
  /** The article that `listAfterWrite` changes. */
  changed: number;
  /** Items of the running inventory. */
  items: number[];
  /** Whole names typed without accents, with few hits. */
  names: string[];
  /** A word that many names hold. */
  word: string;
  wordHits: number;
}

/** The inventory that the terminals count in. */
export const inventoryId = 3;

/** Where the prepared things are in the bench's folder. */
export const files = { raw: "raw", koa: "koa", product: "product", database: "bench.db", photo: "photo.jpg" };
