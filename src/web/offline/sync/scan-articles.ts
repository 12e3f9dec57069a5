import type { Gs1Data } from "../../../domain/codes/gs1.ts";
import type { LookUp, Match } from "../../../domain/codes/scan-steps.ts";
import { storedKey } from "../../../domain/codes/stored-key.ts";
import type { StoredArticle } from "../../db/reference-shapes.ts";
import { keyOf } from "../../db/segment.ts";
import { articleOfWaitingCode } from "../outbox/waiting-codes.ts";
import { articleOf, articlesWithKey } from "./articles.ts";

/** What a scanned text means. */
export interface ScanFound {
  /** Empty: unknown; several: the code does not tell which. */
  readonly articles: readonly StoredArticle[];
  /** Pieces that the scan means, by the code's own quantity and its pack. */
  readonly pieces: number;
  /** The quantity is in the code: another scan of it may be of the same box. */
  readonly hasQuantity: boolean;
  /** Null: the code has neither lot nor expiry. */
  readonly batch: Batch | null;
}

/** The lot and the expiry of a GS1 code (YYYY-MM-DD). */
export type Batch = Pick<Gs1Data, "lot" | "expiry">;

/** Finds the articles of a scanned text, by the server's rule (src/domain/codes/scan-steps.ts). */
export async function findByScan(text: string): Promise<ScanFound> {
  const { scanSteps, piecesOf } = await scanRules();
  const { steps, gs1 } = scanSteps(text);
  const hasQuantity = (gs1?.quantity ?? null) !== null;
  for (const step of steps) {
    const found = (await Promise.all(step.map((lookUp) => lookedUp(lookUp, gs1)))).flat();
    const articles = [...new Map(found.map(({ article }) => [article.oid, article])).values()];
    if (articles.length === 0) continue;
    return { articles, pieces: piecesOf(gs1, found), hasQuantity, batch: batchOf(gs1) };
  }
  return { articles: [], pieces: piecesOf(gs1, []), hasQuantity, batch: batchOf(gs1) };
}

function batchOf(gs1: Gs1Data | null): Batch | null {
  if (gs1 === null || (gs1.lot === null && gs1.expiry === null)) return null;
  return { lot: gs1.lot, expiry: gs1.expiry };
}

/** The articles of a scanned text. */
export async function articlesByScan(text: string): Promise<readonly StoredArticle[]> {
  return (await findByScan(text)).articles;
}

type ScanRules = typeof import("../../../domain/codes/scan-steps.ts");
let rules: Promise<ScanRules> | null = null;

/** With the parser of GS1 data, which the first screens do not need. */
function scanRules(): Promise<ScanRules> {
  rules ??= import("../../../domain/codes/scan-steps.ts").catch((error: unknown) => {
    rules = null;
    throw error;
  });
  return rules;
}

interface FoundArticle extends Match {
  readonly article: StoredArticle;
}

async function lookedUp(lookUp: LookUp, gs1: Gs1Data | null): Promise<readonly FoundArticle[]> {
  const { field, text, isProduct, isPart, onlyWith } = lookUp;
  if (onlyWith !== undefined && !(await findsAny(onlyWith))) return [];
  const { isOtherPiece } = await scanRules();
  const stored = await articlesWithKey(keyOf(lookUp));
  const waiting = field === "additional" && stored.length === 0 ? await withWaitingCode(text) : [];
  return [...stored, ...waiting]
    .filter(({ serialNumber }) => !isProduct || gs1 === null || !isOtherPiece(serialNumber, gs1))
    .map((article) => ({
      article,
      articleId: article.oid,
      packQuantity: field === "additional" && isPart !== true ? packOf(article, text) : null,
    }));
}

async function findsAny(lookUps: readonly LookUp[]): Promise<boolean> {
  const found = await Promise.all(lookUps.map((lookUp) => lookedUp(lookUp, null)));
  return found.some((matches) => matches.length > 0);
}

const packOf = ({ codes = [] }: StoredArticle, key: string) =>
  codes.find(({ code }) => storedKey(code) === key)?.packQuantity ?? null;

/** The article to which this device has added the code, before the server has it. */
async function withWaitingCode(key: string): Promise<readonly StoredArticle[]> {
  const oid = await articleOfWaitingCode(key);
  const article = oid === undefined ? null : await articleOf(oid);
  return article === null ? [] : [article];
}
