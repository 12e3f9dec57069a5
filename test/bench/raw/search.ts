import type { Database } from "better-sqlite3";
import { listRecord } from "./articles.ts";

/** How many names hold each trigram, as last counted. */
export type TrigramCounts = ReadonlyMap<string, number>;

const rarest = 3;

/** Reads the counts of all trigrams (33 ms at 100 000 articles: for a thread that blocks no request). */
export function countTrigrams(db: Database): TrigramCounts {
  return new Map(db.prepare("SELECT term, doc FROM nameTrigrams").raw().all() as [string, number][]);
}

/** The rarest trigrams of a folded text, and how many names hold the rarest: none for under three letters. */
export function rareTrigrams(text: string, counts: TrigramCounts): { trigrams: string[]; hits: number } {
  const letters = [...text];
  const all = new Set(letters.slice(2).map((_, index) => letters.slice(index, index + 3).join("")));
  const counted = [...all].map((trigram) => ({ trigram, hits: counts.get(trigram) ?? 0 }));
  const chosen = counted.sort((a, b) => a.hits - b.hits).slice(0, rarest);
  return {
    trigrams: chosen.map(({ trigram }) => `"${trigram.replaceAll('"', '""')}"`),
    hits: chosen[0]?.hits ?? Number.POSITIVE_INFINITY,
  };
}

/**
 * `findByName` (Contains) by the index for a few rare trigrams and a check of each candidate; by a scan for a text
 * without one. The JSON is made inside SQLite and returned as bytes.
 */
export function nameSearch(db: Database): (tenantId: number, text: string, counts: TrigramCounts) => Buffer {
  const sorted = (from: string) =>
    db
      .prepare(`SELECT CAST('[' || coalesce(group_concat(record, ','), '') || ']' AS BLOB)
        FROM (SELECT ${listRecord} AS record FROM article ${from}
        tenantId = ? AND deleted = 0 AND instr(folded, ?) > 0 ORDER BY folded, oid)`)
      .pluck();
  const indexed = sorted("WHERE oid IN (SELECT rowid FROM names WHERE names MATCH ?) AND");
  const scan = sorted("WHERE");
  return (tenantId, text, counts) => {
    const { trigrams } = rareTrigrams(text, counts);
    const found =
      trigrams.length === 0 ? scan.get(tenantId, text) : indexed.get(trigrams.join(" AND "), tenantId, text);
    return found as Buffer;
  };
}
