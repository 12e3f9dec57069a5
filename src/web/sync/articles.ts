import { fold } from "../../storage/fold.ts";
import { kept } from "../kept/database.ts";
import type { KeptArticle } from "../kept/reference-shapes.ts";
import { eachLines, segmentsWith } from "./article-keys.ts";
import { articlesIn, keysOf, keysSought, segmentOf } from "./segment.ts";

/**
 * What a scanned text may mean, by the box's own rule (src/articles/scan.ts): the article with exactly this code; else those
 * with this serial number; else those with this RFID text. None: nobody knows it; several: somebody must choose.
 */
export async function articlesByScan(text: string): Promise<readonly KeptArticle[]> {
  for (const key of keysSought(text)) {
    const found = await withKey(key);
    if (found.length > 0) return found;
  }
  return [];
}

/** So many are shown to choose from. */
const MOST = 20;

async function withKey(key: string): Promise<readonly KeptArticle[]> {
  const found: KeptArticle[] = [];
  for (const segment of await segmentsWith(key)) {
    for (const article of await inSegment(segment)) if (keysOf(article).includes(key)) found.push(article);
    if (found.length >= MOST) break;
  }
  return found;
}

/** An article by its oid; null: it is not kept here. */
export async function articleOf(oid: number): Promise<KeptArticle | null> {
  return (await inSegment(segmentOf(oid))).find((article) => article.oid === oid) ?? null;
}

/** Articles whose name or code holds all the words, letter case and accents aside; at most so many. */
export async function articlesNamed(text: string, most: number): Promise<readonly KeptArticle[]> {
  const words = fold(text)
    .split(/\s+/)
    .filter((word) => word !== "");
  const [longest] = [...words].sort((a, b) => b.length - a.length);
  if (longest === undefined) return [];
  const hits: { segment: number; lines: readonly number[] }[] = [];
  let count = 0;
  await eachLines((segment, lines) => {
    if (!lines.includes(longest)) return false;
    const fitting = lines
      .split("\n")
      .flatMap((line, at) => (words.every((word) => line.includes(word)) ? [at] : []));
    if (fitting.length > 0) hits.push({ segment, lines: fitting });
    count += fitting.length;
    return count >= most;
  });
  const found: KeptArticle[] = [];
  for (const { segment, lines } of hits) {
    const articles = await inSegment(segment);
    for (const at of lines) {
      const article = articles[at];
      if (article !== undefined) found.push(article);
    }
  }
  return found.slice(0, most);
}

async function inSegment(segment: number): Promise<readonly KeptArticle[]> {
  const db = await kept();
  return articlesIn(await db.get("articles", segment));
}
