import { NotFound } from "../errors.ts";
import type { Db } from "../storage/statement.ts";
import { type Language, say } from "../words.ts";
import * as store from "./store.ts";

/** The answer with an inventory's detail, its list of items empty. Throws NotFound. */
export function detailOf(db: Db, language: Language, tenantId: number, oid: number) {
  const found = store.detail[language].first(db, { tenantId, oid });
  if (found === null) throw new NotFound(say("There is no such inventory.", "Taková inventura neexistuje."));
  return { body: found.json, version: { change: found.change } };
}
