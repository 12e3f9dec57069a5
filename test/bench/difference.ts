/**
 * The first part of `expected` that `actual` lacks, as a readable line; undefined without a difference. Additional parts
 * of `actual` do not count. Both are parsed JSON.
 */
export function difference(expected: unknown, actual: unknown, path = "$"): string | undefined {
  if (Object.is(expected, actual)) return undefined;
  if (Array.isArray(expected) && Array.isArray(actual)) {
    if (expected.length !== actual.length)
      return `${path}: ${expected.length} entries against ${actual.length}`;
    return firstOf(expected.keys(), (index) =>
      difference(expected[index], actual[index], `${path}[${index}]`),
    );
  }
  if (isRecord(expected) && isRecord(actual)) {
    return firstOf(Object.keys(expected), (key) => difference(expected[key], actual[key], `${path}.${key}`));
  }
  return `${path}: ${JSON.stringify(expected)} against ${JSON.stringify(actual)}`;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function firstOf<T>(keys: Iterable<T>, find: (key: T) => string | undefined): string | undefined {
  for (const key of keys) {
    const found = find(key);
    if (found !== undefined) return found;
  }
  return undefined;
}
