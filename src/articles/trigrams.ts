import { sql } from "kysely";
import { type Db, sqlite, statement } from "../storage/statement.ts";

/** The searched columns of an article. */
export type SearchColumn = "nameFolded" | "codeFolded" | "serialFolded" | "rfIdFolded";

const SAMPLE = 1000;
const REFRESH_MS = 10 * 60_000;

const newest = statement((p: { one: number }) =>
  sqlite.selectFrom("article").select("oid").orderBy("oid", "desc").limit(p.one),
);
const nearest = statement((p: { oid: number }) =>
  sqlite
    .selectFrom("article")
    .select(["nameFolded", "codeFolded", "serialFolded", "rfIdFolded"])
    .where("oid", ">=", p.oid)
    .orderBy("oid")
    .limit(sql.lit(1)),
);

/** How common trigrams are, by a sample of the articles: only to choose the cheaper way, never what is found. */
export interface Trigrams {
  /** The three rarest trigrams of the text, and about how many articles have the rarest; null below three letters. */
  rarest(column: SearchColumn, text: string): { trigrams: readonly string[]; articles: number } | null;
}

export function sampleTrigrams(db: Db, now: () => number): Trigrams {
  let counts = new Map<string, number>();
  let articles = 0;
  let readAt = Number.NEGATIVE_INFINITY;

  function read(): void {
    readAt = now();
    articles = newest.first(db, { one: 1 })?.oid ?? 0;
    counts = new Map();
    const step = Math.max(1, Math.floor(articles / SAMPLE));
    for (let oid = 1; oid <= articles; oid += step) {
      const row = nearest.first(db, { oid });
      if (row === null) break;
      for (const [column, text] of Object.entries(row)) {
        for (const trigram of trigramsOf(text ?? "")) {
          const key = column + trigram;
          counts.set(key, (counts.get(key) ?? 0) + 1);
        }
      }
    }
  }

  return {
    rarest(column, text) {
      const trigrams = trigramsOf(text);
      if (trigrams.length === 0) return null;
      if (now() - readAt > REFRESH_MS) read();
      const sampled = (trigram: string) => counts.get(column + trigram) ?? 0;
      const sorted = trigrams.sort((a, b) => sampled(a) - sampled(b));
      const share = sampled(sorted[0] ?? "") / Math.min(SAMPLE, Math.max(articles, 1));
      return { trigrams: sorted.slice(0, 3), articles: Math.ceil(share * articles) };
    },
  };
}

/** The different runs of three code points, as FTS5's trigram tokenizer makes them. */
function trigramsOf(text: string): string[] {
  const letters = Array.from(text);
  const found = new Set<string>();
  for (let i = 0; i + 3 <= letters.length; i++) found.add(letters.slice(i, i + 3).join(""));
  return [...found];
}
