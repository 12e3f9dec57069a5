import { call, type InputOf } from "./call.ts";

const PATHS = {
  category: "articlecategories",
  type: "articletypes",
  state: "articlestates",
  currency: "currencytypes",
  disposalMethod: "articledisposalmethods",
  disposalReason: "articledisposalreasons",
} as const;
export type CatalogueName = keyof typeof PATHS;
type CatalogueBody = InputOf<`PUT /api/${(typeof PATHS)[CatalogueName]}/{id}`>["body"];

/** The records of a catalogue. */
export const listCatalogueItems = (name: CatalogueName) => call(`GET /api/${PATHS[name]}`);
/** One record of a catalogue. */
export const getCatalogueItem = (name: CatalogueName, id: number) =>
  call(`GET /api/${PATHS[name]}/{id}`, { id });
/** Adds a record to a catalogue. */
export const createCatalogueItem = (catalogue: CatalogueName, name: string) =>
  call(`POST /api/${PATHS[catalogue]}`, { body: { name } });
/** Changes a record of a catalogue. */
export const updateCatalogueItem = (name: CatalogueName, id: number, body: CatalogueBody) =>
  call(`PUT /api/${PATHS[name]}/{id}`, { id, body });
/** Deletes a record of a catalogue. */
export const deleteCatalogueItem = (name: CatalogueName, id: number) =>
  call(`DELETE /api/${PATHS[name]}/{id}`, { id });
/** Replaces a record of a catalogue by another one. */
export const mergeCatalogueItem = (name: CatalogueName, id: number, into: number) =>
  call(`PUT /api/${PATHS[name]}/{id}/merge`, { id, body: { into } });
/** Number of records that use each record of a catalogue. */
export const listCatalogueUses = (name: CatalogueName) => call(`GET /api/${PATHS[name]}/uses`);
