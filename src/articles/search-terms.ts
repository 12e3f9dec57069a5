import { type RawBuilder, sql } from "kysely";
import { restRank } from "../domain/word-search.ts";
import type { Tx } from "../storage/database/statement.ts";
import { matchAll, SEARCH_COLUMNS, type TrigramStats } from "./trigram-index.ts";

// The terms of a search as SQL on `article as a`: conditions and order. A statement is built per number of terms.

/** The parameters of a search by terms. */
export interface TermParameters {
  readonly wordCount: number;
  readonly [word: `word${number}`]: string;
  /** The locations whose name or code contains the term, as a JSON array of oids; null: none. */
  readonly [locations: `locations${number}`]: string | null;
  /** FTS5 expression for all terms that no location contains; null: the index can't be used. */
  readonly trigrams: string | null;
  /** FTS5 expression for one term that locations contain too, and those locations. */
  readonly eitherTrigrams: string | null;
  readonly eitherLocations: string | null;
}

/** The parameters for these terms. `locations`: the locations that contain each term. */
export function termParameters(
  sample: TrigramStats,
  words: readonly string[],
  locations: readonly (readonly number[])[],
): TermParameters {
  const rarest = (texts: readonly string[]) => sample.rarest(SEARCH_COLUMNS, texts);
  const each = words.map((word, at) => ({ word, locations: locations[at] ?? [] }));
  const own = rarest(each.filter((one) => one.locations.length === 0).map(({ word }) => word));
  // The term with the fewest locations. A term without a trigram can't use the index.
  const either = each
    .filter((one) => one.locations.length > 0 && rarest([one.word]).length > 0)
    .sort((one, other) => one.locations.length - other.locations.length)[0];
  const parameters = each.flatMap(({ word, locations: found }, at) => [
    [`word${at}`, word],
    [`locations${at}`, found.length === 0 ? null : JSON.stringify(found)],
  ]);
  return {
    ...Object.fromEntries(parameters),
    wordCount: words.length,
    trigrams: own.length === 0 ? null : matchAll(own),
    eitherTrigrams: either === undefined ? null : matchAll(rarest([either.word])),
    eitherLocations: either === undefined ? null : JSON.stringify(either.locations),
  };
}

/** The conditions that the article, or a location of its stock, contains every term. */
export function termConditions(p: TermParameters, wordCount: number): RawBuilder<unknown>[] {
  return Array.from({ length: wordCount }, (_, at) => {
    const [word, locations] = [p[`word${at}`], p[`locations${at}`]];
    const contained = SEARCH_COLUMNS.map((column) => sql`instr(${sql.ref(`a.${column}`)}, ${word}) > 0`);
    const stockMatches = sql`EXISTS (SELECT 1 FROM articleLocation p WHERE p.articleId = a.oid AND p.quantity > 0
      AND +p.locationId IN (SELECT value FROM json_each(${locations})))`;
    return sql`(${sql.join(contained, sql` OR `)} OR (${locations} IS NOT NULL AND ${stockMatches}))`;
  });
}

/** A rank as a key prefix, so that keys compare by rank first. */
export const rankText = (rank: number): string => String(rank).padStart(2, "0");
/** The length of this prefix. */
export const RANK_LENGTH = 2;

/** The column that orders the articles of a rank and is searched for its term. */
export function rankColumn(rank: number, wordCount: number): "codeFolded" | "nameFolded" {
  return rank <= wordCount ? "codeFolded" : "nameFolded";
}

/** The sort key: the rank (`searchRank`), then the code or the name. */
export function relevanceKey(p: TermParameters, wordCount: number): RawBuilder<unknown> {
  const rest = restRank(wordCount);
  const cases = Array.from({ length: rest }, (_, rank) => {
    const key = sql`${sql.lit(rankText(rank))} || ${sql.ref(`a.${rankColumn(rank, wordCount)}`)}`;
    return sql`WHEN ${rankRange(p, rank, wordCount)} THEN ${key}`;
  });
  return sql`CASE ${sql.join(cases, sql` `)} ELSE ${sql.lit(rankText(rest))} || a.nameFolded END`;
}

/** The column range of a rank, except the last rank. `isAfter`: without the lower bound, for rows after a key. */
export function rankRange(
  p: TermParameters,
  rank: number,
  wordCount: number,
  isAfter = false,
): RawBuilder<unknown> {
  const column = sql.ref(`a.${rankColumn(rank, wordCount)}`);
  if (rank === 0) {
    const words = Array.from({ length: wordCount }, (_, at) => sql`${p[`word${at}`]}`);
    return sql`${column} IN (${sql.join(words)})`;
  }
  const word = p[`word${(rank - 1) % wordCount}`];
  // No UTF-8 text contains the byte ff.
  const end = sql`${column} < ${word} || CAST(x'ff' AS TEXT)`;
  // The lower bound would compete with the key for the index.
  return isAfter ? end : sql`${column} >= ${word} AND ${end}`;
}

/** Builds the FTS5 index from the articles, in one segment: searches would read dozens of them. */
export function rebuildSearchIndex(tx: Tx): void {
  for (const command of ["rebuild", "optimize"])
    tx.query({ sql: `INSERT INTO articleSearch (articleSearch) VALUES ('${command}')`, reads: [] }, []).run();
}
