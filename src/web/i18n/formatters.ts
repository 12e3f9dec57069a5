// Making a formatter takes an old browser on a slow device a millisecond, and the rows of one screen ask for hundreds.

const made = new Map<string, object>();

/** The language's form of numbers. Made once for each locale and options. */
export function numberFormat(locale: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  return once("number", locale, options, () => new Intl.NumberFormat(locale, options));
}

/** The locale's form of days and times. Made once for each locale and options. */
export function timeFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return once("time", locale, options, () => new Intl.DateTimeFormat(locale, options));
}

function once<T extends object>(kind: string, locale: string, options: object, make: () => T): T {
  const key = `${kind} ${locale} ${JSON.stringify(options)}`;
  // The kind decides the type.
  const found = made.get(key) as T | undefined;
  if (found !== undefined) return found;
  const formatter = make();
  made.set(key, formatter);
  return formatter;
}
