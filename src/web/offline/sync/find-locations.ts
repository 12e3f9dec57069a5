import { fold } from "../../../domain/text-folding.ts";
import { hasWords, searchRank, searchWords } from "../../../domain/word-search.ts";

/** The searched fields of a location. */
interface SearchableLocation {
  readonly name: string;
  readonly code: string | null;
}

interface Folded {
  readonly name: string;
  readonly code: string | null;
  readonly all: string;
}

const known = new WeakMap<SearchableLocation, Folded>();

/** Cached, because folding ten thousand names at each keystroke is slow. */
function foldedOf(location: SearchableLocation): Folded {
  const before = known.get(location);
  if (before !== undefined) return before;
  const name = fold(location.name);
  const code = location.code === null ? null : fold(location.code);
  const folded = { name, code, all: `${name}\n${code ?? ""}` };
  known.set(location, folded);
  return folded;
}

/**
 * The locations whose name or code contains every word of the text, with their total. Exact codes come first,
 * then codes and names that start with a word; otherwise the order stays. A text without words matches all.
 */
export function findLocations<T extends SearchableLocation>(
  all: Iterable<T>,
  text: string,
  limit: number,
  filter: (location: T) => boolean = () => true,
): { readonly hits: readonly T[]; readonly total: number } {
  const words = searchWords(text);
  const found: { readonly location: T; readonly rank: number }[] = [];
  for (const location of all) {
    const folded = foldedOf(location);
    if (!hasWords(folded.all, words) || !filter(location)) continue;
    found.push({ location, rank: searchRank(folded, words) });
  }
  // The sort is stable in Chromium since 70.
  found.sort((one, other) => one.rank - other.rank);
  return { hits: found.slice(0, limit).map(({ location }) => location), total: found.length };
}
