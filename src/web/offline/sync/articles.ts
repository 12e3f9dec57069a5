import { fold } from "../../../domain/text-folding.ts";
import { hasWords, searchRank, searchWords } from "../../../domain/word-search.ts";
import { localDb } from "../../db/database.ts";
import type { StoredArticle } from "../../db/reference-shapes.ts";
import { articlesIn, keysOf, segmentOf } from "../../db/segment.ts";
import { eachLines, segmentsWith } from "./article-index.ts";

/** The maximum number of articles to choose from. */
const MAX_MATCHES = 20;

/** The articles with this search key. */
export async function articlesWithKey(key: string): Promise<readonly StoredArticle[]> {
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
