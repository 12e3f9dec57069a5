/**
 * The first thing in which `actual` falls short of `expected`, as a line to read; undefined when nothing does.
 * What `actual` has in addition is its own cost and no difference. Both are parsed JSON.
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
