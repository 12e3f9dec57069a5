import type { Gs1Data } from "../domain/codes/gs1.ts";
import { isOtherPiece, type LookUp, type Match, piecesOf, scanSteps } from "../domain/codes/scan-steps.ts";
import type { Db } from "../storage/database/statement.ts";
import { findByCodeKey } from "./codes/codes.ts";
import * as store from "./store.ts";

/** What a scanned text means. */
interface ScanMeaning {
  /** Empty: unknown; two or more: ambiguous. */
  readonly articleIds: readonly number[];
  /** Pieces that the scan means. */
  readonly pieces: number;
  readonly gs1: Gs1Data | null;
}

/** Articles with the same serial number or tag that are looked at. */
const MAX_FOUND = 20;

/**
 * Finds articles by a scanned text (domain/codes/scan-steps.ts): the article with exactly this code, else with this additional code,
 * else those with this serial number, else those with this RFID tag. All but the own code compare without regard to case and accents.
 */
export function findByScan(db: Db, tenantId: number, text: string): ScanMeaning {
  const { steps, gs1 } = scanSteps(text);
  for (const step of steps) {
    const found = step
      .flatMap((lookUp) => lookedUp(db, tenantId, lookUp))
      .filter(({ isProduct, articleId }) => !isProduct || !isOther(db, tenantId, articleId, gs1));
    const articleIds = [...new Set(found.map(({ articleId }) => articleId))];
    if (articleIds.length === 0) continue;
    return { articleIds, pieces: piecesOf(gs1, found), gs1 };
  }
  return { articleIds: [], pieces: piecesOf(gs1, []), gs1 };
}

/** The articles of a scanned text, as oids. Empty: unknown; two: ambiguous. */
export const findByScannedCode = (db: Db, tenantId: number, text: string): readonly number[] =>
  findByScan(db, tenantId, text).articleIds;

/** How long after a change of an article a connected terminal may still lack it. */
const READ_MS = 120_000;

/**
 * True if the article, with its codes, has changed after a terminal can have read it. `at`: when the terminal used it; `seen`: the
 * last transaction that it knew then, null or 0: not known.
 */
export function newsFor(
  db: Db,
  tenantId: number,
  oid: number,
  { at, seen }: { readonly at: string; readonly seen: number | null },
): boolean {
  const article = store.recordById.first(db, { tenantId, oid });
  if (article === null) return false;
  const isLater = seen !== null && seen > 0 && article.change > seen;
  return isLater || Date.parse(article.modifiedDT) > Date.parse(at) - READ_MS;
}

interface Found extends Match {
  readonly isProduct: boolean;
}

function lookedUp(db: Db, tenantId: number, lookUp: LookUp): Found[] {
  const { field, text, isProduct = false, isPart = false, onlyWith } = lookUp;
  if (onlyWith?.every((other) => lookedUp(db, tenantId, other).length === 0) === true) return [];
  if (field === "additional") {
    const found = findByCodeKey(db, tenantId, text);
    return found === null ? [] : [{ ...found, isProduct, ...(isPart && { packQuantity: null }) }];
  }
  return idsOf(db, tenantId, field, text).map(({ oid }) => ({
    articleId: oid,
    packQuantity: null,
    isProduct,
  }));
}

function idsOf(db: Db, tenantId: number, field: Exclude<LookUp["field"], "additional">, text: string) {
  if (field === "code") return store.idByCode.all(db, { tenantId, code: text });
  const query = { tenantId, text, limit: MAX_FOUND };
  return field === "serial" ? store.idsBySerial.all(db, query) : store.idsByRfId.all(db, query);
}

function isOther(db: Db, tenantId: number, oid: number, gs1: Gs1Data | null): boolean {
  if (gs1 === null) return false;
  return isOtherPiece(store.recordById.first(db, { tenantId, oid })?.serialNumber ?? null, gs1);
}
