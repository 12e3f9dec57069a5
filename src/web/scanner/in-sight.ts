// A hand trembles, a picture blurs: only what was away for longer has left.
const AWAY_MS = 1500;

/** Tells the codes that come into sight from those that stay there. */
export function newSight(): (codes: readonly string[], at: number) => readonly string[] {
  const lastSeen = new Map<string, number>();
  return (codes, at) => {
    const fresh = [...new Set(codes)].filter((code) => at - (lastSeen.get(code) ?? -AWAY_MS) >= AWAY_MS);
    for (const code of codes) lastSeen.set(code, at);
    return fresh;
  };
}
