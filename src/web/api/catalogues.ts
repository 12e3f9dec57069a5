import { CATALOGUES, type CatalogueName } from "../../records/catalogues.ts";
import { call, type InputOf } from "./call.ts";

type CatalogueBody = InputOf<`PUT ${(typeof CATALOGUES)[CatalogueName]["path"]}/{id}`>["body"];

/** The records of a catalogue. */
export const listCatalogueItems = (name: CatalogueName) => call(`GET ${CATALOGUES[name].path}`);
/** One record of a catalogue. */
export const getCatalogueItem = (name: CatalogueName, id: number) =>
  call(`GET ${CATALOGUES[name].path}/{id}`, { id });
/** Adds a record to a catalogue. */
export const createCatalogueItem = (catalogue: CatalogueName, name: string) =>
  call(`POST ${CATALOGUES[catalogue].path}`, { body: { name } });
/** Changes a record of a catalogue. */
export const updateCatalogueItem = (name: CatalogueName, id: number, body: CatalogueBody) =>
  call(`PUT ${CATALOGUES[name].path}/{id}`, { id, body });
/** Deletes a record of a catalogue. */
export const deleteCatalogueItem = (name: CatalogueName, id: number) =>
  call(`DELETE ${CATALOGUES[name].path}/{id}`, { id });
/** Replaces a record of a catalogue by another one. */
export const mergeCatalogueItem = (name: CatalogueName, id: number, into: number) =>
  call(`PUT ${CATALOGUES[name].path}/{id}/merge`, { id, body: { into } });
/** Number of records that use each record of a catalogue. */
export const listCatalogueUses = (name: CatalogueName) => call(`GET ${CATALOGUES[name].path}/uses`);
