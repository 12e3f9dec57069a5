import { call } from "./call.ts";

const PATHS = {
  category: "articlecategories",
  type: "articletypes",
  state: "articlestates",
  currency: "currencytypes",
  disposalMethod: "articledisposalmethods",
  disposalReason: "articledisposalreasons",
} as const;
export type CatalogueName = keyof typeof PATHS;

/** The records of a catalogue. */
export const listCatalogueItems = (name: CatalogueName) => call(`GET /api/${PATHS[name]}`)();
/** One record of a catalogue. */
export const getCatalogueItem = (name: CatalogueName, id: number) =>
  call(`GET /api/${PATHS[name]}/{id}`)({ id });
/** Adds a record to a catalogue. */
export const createCatalogueItem = (name: CatalogueName) => call(`POST /api/${PATHS[name]}`);
/** Changes a record of a catalogue. */
export const updateCatalogueItem = (name: CatalogueName) => call(`PUT /api/${PATHS[name]}/{id}`);
/** Deletes a record of a catalogue. */
export const deleteCatalogueItem = (name: CatalogueName, id: number) =>
  call(`DELETE /api/${PATHS[name]}/{id}`)({ id });
/** Replaces a record of a catalogue by another one. */
export const mergeCatalogueItem = (name: CatalogueName) => call(`PUT /api/${PATHS[name]}/{id}/merge`);
/** Number of records that use each record of a catalogue. */
export const listCatalogueUses = (name: CatalogueName) => call(`GET /api/${PATHS[name]}/uses`)();
