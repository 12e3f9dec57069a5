import { Conflict } from "../domain/errors.ts";
import { msg } from "../domain/message.ts";
import type { Principal } from "../domain/principal.ts";
import type { Locale } from "../i18n/locales.ts";
import type { Tx } from "../storage/database/statement.ts";
import type { JobKind } from "../storage/jobs/job-kind.ts";
import { hasOwnArticle, hasSample } from "./records.ts";
import { ARTICLES, CATEGORIES, LOCATIONS } from "./warehouse.ts";

/** Input of the job that adds sample data. */
export interface SampleInput {
  readonly principal: Principal;
  /** The language of the records. */
  readonly language: Locale;
}

/** Adds sample data. The marks of removed records stay without effect (records.ts). */
export const ADD_SAMPLE: JobKind<SampleInput, null> = {
  name: "sample",
  module: new URL("./add-job.ts", import.meta.url),
  journaled: [
    ...(["location", "articleCategory", "articleType", "article", "articleLocation"] as const),
    ...(["printFormat", "inventory"] as const),
  ],
  isUndoable: true,
};

/** Records of the sample: with one type, one label format and one stocktake. */
export const SAMPLE_RECORDS = LOCATIONS.length + CATEGORIES.length + ARTICLES + 3;

/** Throws Conflict if the tenant has sample data or articles of its own. */
export function assertNoOwnData(tx: Tx, tenantId: number): void {
  if (hasSample(tx, tenantId)) {
    throw new Conflict(msg("The sample data already exist."));
  }
  if (!hasOwnArticle(tx, tenantId)) return;
  throw new Conflict(msg("Sample data can't be added: the tenant already has articles."));
}
