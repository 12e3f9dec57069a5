/** What decides where a location stands among its siblings. */
export interface Sibling {
  readonly oid: number;
  readonly name: string;
  /** Null: nobody has moved it. */
  readonly position: number | null;
}

/**
 * Compares siblings: by position, then those without one by name, numbers in names by their value (`A-2` before `A-10`).
 * Server and clients sort by this alone.
 */
export function siblingOrder(language: string): (one: Sibling, other: Sibling) => number {
  const names = new Intl.Collator(language, { numeric: true });
  return (one, other) =>
    (one.position ?? Number.POSITIVE_INFINITY) === (other.position ?? Number.POSITIVE_INFINITY)
      ? names.compare(one.name, other.name) || one.oid - other.oid
      : (one.position ?? Number.POSITIVE_INFINITY) - (other.position ?? Number.POSITIVE_INFINITY);
}
