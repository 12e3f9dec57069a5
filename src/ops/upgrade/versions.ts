const VERSION = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})([-+.0-9A-Za-z]*)$/;

/** Whether a text is a version: three numbers, and what may follow. */
export function isVersion(text: string): boolean {
  return VERSION.test(text);
}

/** Whether version `one` is older than `other`. */
export function isOlder(one: string, other: string): boolean {
  const [a, b] = [VERSION.exec(one), VERSION.exec(other)];
  if (a === null || b === null) return one < other;
  for (const index of [1, 2, 3]) {
    const difference = Number(a[index]) - Number(b[index]);
    if (difference !== 0) return difference < 0;
  }
  return (a[4] ?? "") < (b[4] ?? "");
}
