import { sql } from "kysely";
import { type Db, sqlite, statement } from "../storage/database/statement.ts";

/** The searched columns of an article. */
export const SEARCH_COLUMNS = [
  "nameFolded",
  "codeFolded",
  "serialFolded",
  "rfIdFolded",
  "moreFolded",
  "codesFolded",
] as const;
/** A searched column of an article. */
export type SearchColumn = (typeof SEARCH_COLUMNS)[number];

const SAMPLE_SIZE = 500;
const REFRESH_MS = 10 * 60_000;

const newest = statement((p: { limit: number }) =>
  sqlite.selectFrom("article").select("oid").orderBy("oid", "desc").limit(p.limit),
);
const nearest = statement((p: { oid: number }) =>
  sqlite
    .selectFrom("article")
    .select(SEARCH_COLUMNS)
    .where("oid", ">=", p.oid)
    .orderBy("oid")
    .limit(sql.lit(1)),
);

/** Statistics of a sample of articles. They only choose the cheaper query plan and never affect results. */
export type TrigramStats = ReturnType<typeof createTrigramStats>;

type SearchTexts = Readonly<Record<SearchColumn, string | null>>;

/** Creates the statistics. They are read at first use and again after ten minutes. `now`: milliseconds. */
export function createTrigramStats(db: Db, now: () => number) {
  let rows: SearchTexts[] = [];
  let counts = new Map<string, number>();
  let articles = 0;
  let readAt = Number.NEGATIVE_INFINITY;

  function refresh(): void {
    if (now() - readAt <= REFRESH_MS) return;
    readAt = now();
    articles = newest.first(db, { limit: 1 })?.oid ?? 0;
    rows = [];
    counts = new Map();
    for (let i = 0; i < Math.min(SAMPLE_SIZE, articles); i++) {
      // Golden ratio steps: evenly spread, without a period that the data could share.
      const oid = 1 + Math.floor(((i * 0.618_033_988_75) % 1) * articles);
      const row = nearest.first(db, { oid });
      if (row === null) continue;
      rows.push(row);
      for (const [column, text] of Object.entries(row)) {
        for (const trigram of trigramsOf(text ?? "")) {
          counts.set(column + trigram, (counts.get(column + trigram) ?? 0) + 1);
        }
      }
    }
  }

  return {
    /** The three trigrams of the texts that are rarest in these columns. Texts under three letters have none. */
    rarest(columns: readonly SearchColumn[], texts: readonly string[]) {
      refresh();
      const found = [...new Set(texts.flatMap(trigramsOf))].map((trigram) => ({
        trigram,
        sampled: columns.reduce((sum, column) => sum + (counts.get(column + trigram) ?? 0), 0),
      }));
      found.sort((one, other) => one.sampled - other.sampled);
      return found.slice(0, 3).map(({ trigram }) => trigram);
    },
    /** Estimated number of articles whose column contains the text. */
    estimate(column: SearchColumn, text: string) {
      refresh();
      const having = rows.filter((row) => row[column]?.includes(text)).length;
      return Math.ceil((having / Math.max(rows.length, 1)) * articles);
    },
  };
}

/** The distinct runs of three code points, as FTS5's trigram tokenizer makes them. */
function trigramsOf(text: string): string[] {
  const letters = Array.from(text);
  const found = new Set<string>();
  for (let i = 0; i + 3 <= letters.length; i++) found.add(letters.slice(i, i + 3).join(""));
  return [...found];
}

/** An FTS5 query that requires all trigrams, each quoted. */
export function matchAll(trigrams: readonly string[]): string {
  return trigrams.map((trigram) => `"${trigram.replaceAll('"', '""')}"`).join(" AND ");
}
