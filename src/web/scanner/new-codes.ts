// A code counts as new again after this time out of view. Shorter gaps come from shaking and blur.
const AWAY_MS = 1500;

/** Returns a filter for the codes that are new in the picture. */
export function newCodeFilter(): (codes: readonly string[], at: number) => readonly string[] {
  const lastSeen = new Map<string, number>();
  return (codes, at) => {
    const added = [...new Set(codes)].filter((code) => at - (lastSeen.get(code) ?? -AWAY_MS) >= AWAY_MS);
    for (const code of codes) lastSeen.set(code, at);
    return added;
  };
}
