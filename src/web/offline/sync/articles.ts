import type { Gs1Data } from "../../../domain/codes/gs1.ts";
import type { LookUp, Match } from "../../../domain/codes/scan-steps.ts";
import { storedKey } from "../../../domain/codes/stored-key.ts";
import { fold } from "../../../domain/text-folding.ts";
import { hasWords, searchRank, searchWords } from "../../../domain/word-search.ts";
import { localDb } from "../../db/database.ts";
import type { StoredArticle } from "../../db/outbox-shapes.ts";
import { articlesIn, keyOf, keysOf, segmentOf } from "../../db/segment.ts";
import { articleOfWaitingCode } from "../outbox/waiting-codes.ts";
import { eachLines, segmentsWith } from "./article-index.ts";

/** The maximum number of articles to choose from. */
const MAX_MATCHES = 20;

/** The articles with this search key. */
async function articlesWithKey(key: string): Promise<readonly StoredArticle[]> {
  const found: StoredArticle[] = [];
  for (const segment of await segmentsWith(key)) {
    for (const article of await inSegment(segment)) if (keysOf(article).includes(key)) found.push(article);
    if (found.length >= MAX_MATCHES) break;
  }
  return found;
}

/** Reads an article; null: not stored. */
export async function articleOf(oid: number): Promise<StoredArticle | null> {
  return (await inSegment(segmentOf(oid))).find((article) => article.oid === oid) ?? null;
}

const MAX_SIMILAR = 3;
/** A short code is part of many names. */
const MAX_READ = 200;

/** The articles whose code differs only in letter case. */
export async function articlesInOtherCase(text: string): Promise<readonly StoredArticle[]> {
  const found = await articlesNamed(text, MAX_READ);
  return found.filter(({ code }) => code !== null && fold(code) === fold(text)).slice(0, MAX_SIMILAR);
}

/** The maximum number of ranked articles, so that a short text does not block a slow phone. */
const MAX_RANKED = 10_000;

interface Hit {
  readonly segment: number;
  readonly at: number;
  /** The sort key. */
  readonly rank: number;
  readonly text: string;
}

/**
 * The articles whose texts contain every word, found and ordered like on the server. Their locations and invoice numbers are not
 * stored.
 */
export async function articlesNamed(text: string, limit: number): Promise<readonly StoredArticle[]> {
  const words = searchWords(text);
  const [longest] = [...words].sort((a, b) => b.length - a.length);
  if (longest === undefined) return [];
  const hits: Hit[] = [];
  await eachLines((segment, lines) => {
    if (!lines.includes(longest)) return false;
    lines.split("\n").forEach((line, at) => {
      if (hasWords(line, words)) hits.push({ segment, at, ...rankedLine(line, words) });
    });
    return hits.length >= MAX_RANKED;
  });
  hits.sort((a, b) => a.rank - b.rank || compare(a.text, b.text) || a.segment - b.segment || a.at - b.at);
  const found: StoredArticle[] = [];
  for (const { segment, at } of hits.slice(0, limit)) {
    const article = (await inSegment(segment))[at];
    if (article !== undefined) found.push(article);
  }
  return found;
}

function rankedLine(line: string, words: readonly string[]): Pick<Hit, "rank" | "text"> {
  const [code = "", name = ""] = line.split("\t");
  const rank = searchRank({ code: code === "" ? null : code, name }, words);
  return { rank, text: rank <= words.length ? code : name };
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

async function inSegment(segment: number): Promise<readonly StoredArticle[]> {
  const db = await localDb();
  return articlesIn(await db.get("articles", segment));
}

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
