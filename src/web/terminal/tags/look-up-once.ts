/** Looks each tag up once. A failed look-up is tried again with the next report of the tag. */
export function lookUpOnce<T>(lookUp: (epc: string) => Promise<T>): (epc: string) => Promise<T> {
  const known = new Map<string, Promise<T>>();
  return (epc) => {
    const before = known.get(epc);
    if (before !== undefined) return before;
    const found = lookUp(epc).catch((error: unknown) => {
      known.delete(epc);
      throw error;
    });
    known.set(epc, found);
    return found;
  };
}
