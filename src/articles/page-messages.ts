import { type RawBuilder, sql } from "kysely";
import { restRank } from "../domain/word-search.ts";
import { allOf } from "./search.ts";
import { SEARCH_COLUMNS, type TrigramStats } from "./trigram-stats.ts";

// The words of a search as SQL on `article as a`: what contains them, and in which order it is listed. A statement is built for
// a number of words.

/** The parameters of a search by words. */
export interface WordParameters {
  readonly wordCount: number;
  readonly [word: `word${number}`]: string;
  /** The locations whose name or code contains the word, as a JSON array of their oids; null where none does. */
  readonly [locations: `locations${number}`]: string | null;
  /** FTS5's expression for all the words that no location has; null where it can't help. */
  readonly trigrams: string | null;
  /** One word that locations have too: the expression for the articles that contain it, and those locations. */
  readonly eitherTrigrams: string | null;
  readonly eitherLocations: string | null;
}

/** The parameters for these words; `locations` are those that each word is found in. */
export function wordParameters(
  sample: TrigramStats,
  words: readonly string[],
  locations: readonly (readonly number[])[],
): WordParameters {
  const rarest = (texts: readonly string[]) => sample.rarest(SEARCH_COLUMNS, texts);
  const each = words.map((word, at) => ({ word, locations: locations[at] ?? [] }));
  const own = rarest(each.filter((one) => one.locations.length === 0).map(({ word }) => word));
  // The word of the fewest locations; without a trigram the index can't find the articles that contain it.
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
    trigrams: own.length === 0 ? null : allOf(own),
    eitherTrigrams: either === undefined ? null : allOf(rarest([either.word])),
    eitherLocations: either === undefined ? null : JSON.stringify(either.locations),
  };
}

/** The condition that the article, or the location of some of its pieces, contains every word. */
export function wordConditions(p: WordParameters, wordCount: number): RawBuilder<unknown>[] {
  return Array.from({ length: wordCount }, (_, at) => {
    const [word, locations] = [p[`word${at}`], p[`locations${at}`]];
    const contained = SEARCH_COLUMNS.map((column) => sql`instr(${sql.ref(`a.${column}`)}, ${word}) > 0`);
    const lies = sql`EXISTS (SELECT 1 FROM articleLocation p WHERE p.articleId = a.oid AND p.quantity > 0
      AND +p.locationId IN (SELECT value FROM json_each(${locations})))`;
    return sql`(${sql.join(contained, sql` OR `)} OR (${locations} IS NOT NULL AND ${lies}))`;
  });
}

/** A rank as the beginning of a key, so that keys compare by their ranks first. */
export const rankText = (rank: number): string => String(rank).padStart(2, "0");
/** The length of such a beginning. */
export const RANK_LENGTH = 2;

/** The column that orders the articles of a rank, and is searched for its word. */
export function rankColumn(rank: number, wordCount: number): "codeFolded" | "nameFolded" {
  return rank <= wordCount ? "codeFolded" : "nameFolded";
}

/** What the articles are ordered by: the rank (`searchRank`), then the code or the name. */
export function relevanceKey(p: WordParameters, wordCount: number): RawBuilder<unknown> {
  const rest = restRank(wordCount);
  const cases = Array.from({ length: rest }, (_, rank) => {
    const key = sql`${sql.lit(rankText(rank))} || ${sql.ref(`a.${rankColumn(rank, wordCount)}`)}`;
    return sql`WHEN ${rankRange(p, rank, wordCount)} THEN ${key}`;
  });
  return sql`CASE ${sql.join(cases, sql` `)} ELSE ${sql.lit(rankText(rest))} || a.nameFolded END`;
}

/** The range of the column of a rank below the last; `isAfter`: of what comes after a key in it. */
export function rankRange(
  p: WordParameters,
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
  // No UTF-8 text begins with the byte ff.
  const end = sql`${column} < ${word} || CAST(x'ff' AS TEXT)`;
  // The lower bound would compete with the key for the index.
  return isAfter ? end : sql`${column} >= ${word} AND ${end}`;
}
