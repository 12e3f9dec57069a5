import { fold } from "../../../domain/text-folding.ts";
import { hasWords, searchRank, searchWords } from "../../../domain/word-search.ts";

/** What a location is searched by. */
interface Named {
  readonly name: string;
  readonly code: string | null;
}

interface Folded {
  readonly name: string;
  readonly code: string | null;
  readonly all: string;
}

const known = new WeakMap<Named, Folded>();

/** Folding ten thousand names at each letter would be felt. */
function foldedOf(location: Named): Folded {
  const before = known.get(location);
  if (before !== undefined) return before;
  const name = fold(location.name);
  const code = location.code === null ? null : fold(location.code);
  const made = { name, code, all: `${name}\n${code ?? ""}` };
  known.set(location, made);
  return made;
}

/**
 * The locations whose name or code contains every word of the text: the first of them, and how many there are. Exact codes come
 * first, then codes and names that begin with a word; otherwise they stay in their order. A text without a word finds all.
 */
export function findLocations<T extends Named>(
  all: Iterable<T>,
  text: string,
  most: number,
  isWanted: (location: T) => boolean = () => true,
): { readonly hits: readonly T[]; readonly total: number } {
  const words = searchWords(text);
  const found: { readonly location: T; readonly rank: number }[] = [];
  for (const location of all) {
    const folded = foldedOf(location);
    if (!hasWords(folded.all, words) || !isWanted(location)) continue;
    found.push({ location, rank: searchRank(folded, words) });
  }
  // Stable in Chromium since 70.
  found.sort((one, other) => one.rank - other.rank);
  return { hits: found.slice(0, most).map(({ location }) => location), total: found.length };
}
