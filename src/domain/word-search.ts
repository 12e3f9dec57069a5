import { fold } from "./text-folding.ts";

// The search by words: the same on the server, on the terminal without a connection, and in every field that filters a list.

/** Words of one search at most. */
export const MAX_SEARCH_WORDS = 16;

/** The words of a search text, folded, each once. */
export function searchWords(text: string): readonly string[] {
  return [...new Set(fold(text).split(/\s+/))].filter((word) => word !== "");
}

/** True if folded text contains every word, in any order. */
export function hasWords(folded: string, words: readonly string[]): boolean {
  return words.every((word) => folded.includes(word));
}

/** The folded texts that an article is ranked by. */
export interface RankedTexts {
  readonly code: string | null;
  readonly name: string;
}

/**
 * How early an article is listed, 0 first: its code is one of the words; its code begins with the first word, the second …;
 * its name begins with the first word, the second …; the rest. Codes and names are folded.
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
