/** The translations of a locale by short key. */
export type ShortCatalogue = Readonly<Record<string, string>>;

const known = new Map<string, string>();

/**
 * A short name for a message's key, so that the catalogues of the client do not repeat the English texts: FNV-1a with 32 bits,
 * in base 36. The build fails where two keys have the same.
 */
export function shortKeyOf(key: string): string {
  const found = known.get(key);
  if (found !== undefined) return found;
  let hash = 0x811c9dc5;
  for (let index = 0; index < key.length; index++) {
    hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193);
  }
  const short = (hash >>> 0).toString(36);
  known.set(key, short);
  return short;
}
