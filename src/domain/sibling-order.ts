/** The sort fields of a location among its siblings. */
export interface Sibling {
  readonly oid: number;
  readonly name: string;
  /** Position set by a user; null: none. */
  readonly position: number | null;
}

/**
 * Creates the comparison of siblings: by position, then without one by name. Numbers in names compare by value (`A-2` before
 * `A-10`). The server and the clients use it.
 */
export function siblingOrder(language: string): (one: Sibling, other: Sibling) => number {
  const names = new Intl.Collator(language, { numeric: true });
  return (one, other) =>
    (one.position ?? Number.POSITIVE_INFINITY) === (other.position ?? Number.POSITIVE_INFINITY)
      ? names.compare(one.name, other.name) || one.oid - other.oid
      : (one.position ?? Number.POSITIVE_INFINITY) - (other.position ?? Number.POSITIVE_INFINITY);
}
