import { fold } from "./text-folding.ts";

// Word search, shared by the server, offline terminals and list filters.

/** Maximum number of words in one search. */
export const MAX_SEARCH_WORDS = 16;

/** The words of a search text, folded, each once. */
export function searchWords(text: string): readonly string[] {
  return [...new Set(fold(text).split(/\s+/))].filter((word) => word !== "");
}

/** Whether folded text contains every word, in any order. */
export function hasWords(folded: string, words: readonly string[]): boolean {
  return words.every((word) => folded.includes(word));
}

/** The values of custom fields, by field, that searches find: all but yes and no. */
export function searchedValues(values: Readonly<Record<string, string>>): readonly string[] {
  return Object.values(values).filter((value) => value !== "true" && value !== "false");
}

/** Folded texts for ranking an article. */
interface RankedTexts {
  readonly code: string | null;
  readonly name: string;
}

/**
 * Rank of an article, 0 first: the code is one of the words; the code begins with the first word, the second …; the name begins
 * with the first word, the second …; all others.
 */
export function searchRank({ code, name }: RankedTexts, words: readonly string[]): number {
  const begins = (text: string) => words.findIndex((word) => text.startsWith(word));
  if (code !== null) {
    if (words.includes(code)) return 0;
    const at = begins(code);
    if (at >= 0) return 1 + at;
  }
  const at = begins(name);
  return at >= 0 ? 1 + words.length + at : restRank(words.length);
}

/** The last rank: neither the code nor the name begins with a word. */
export function restRank(words: number): number {
  return 1 + 2 * words;
}
