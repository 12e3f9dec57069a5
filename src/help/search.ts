import { fold } from "../domain/text-folding.ts";
import { hasWords, searchWords } from "../domain/word-search.ts";
import type { ManualPage, ManualSection } from "./manual.ts";

/** A section of the manual that has all words of a search. */
export interface FoundSection {
  readonly page: ManualPage;
  readonly section: ManualSection;
  /** The text around the first word. */
  readonly excerpt: string;
}

/** Most results of a search. */
const MAX_FOUND = 40;
const EXCERPT = 200;

/** Finds the sections with all words of a text: those first whose heading has them, then in the order of the pages. */
export function searchManual(pages: readonly ManualPage[], text: string): readonly FoundSection[] {
  const words = searchWords(text);
  if (words.length === 0) return [];
  const found = pages.flatMap((page) =>
    page.sections
      .filter((section) => hasWords(section.folded, words))
      .map((section) => ({
        page,
        section,
        excerpt: excerptOf(section.text, words),
        isInHeading: hasWords(section.foldedHeading, words),
      })),
  );
  return found
    .toSorted((one, other) => Number(other.isInHeading) - Number(one.isInHeading))
    .slice(0, MAX_FOUND);
}

/** Folding may change the length of a text, so the place is about right. */
function excerptOf(text: string, words: readonly string[]): string {
  const folded = fold(text);
  const first = Math.min(...words.map((word) => folded.indexOf(word)).filter((at) => at >= 0));
  const middle = Number.isFinite(first) ? first : 0;
  const begin = middle < EXCERPT / 2 ? 0 : text.indexOf(" ", middle - EXCERPT / 2) + 1;
  const end = begin + EXCERPT >= text.length ? text.length : text.lastIndexOf(" ", begin + EXCERPT);
  return `${begin > 0 ? "… " : ""}${text.slice(begin, end)}${end < text.length ? " …" : ""}`;
}
