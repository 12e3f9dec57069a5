import { useEffect, useState } from "preact/hooks";
import { reportError } from "../errors/report-error.ts";
import { readValue, type Values, writeValue } from "./values.ts";

/** A value that this browser remembers, and what replaces it. Null: not read yet. `without`: where none is stored. */
export function useRemembered<K extends keyof Values, T = Values[K]>(
  name: K,
  without: T,
): [Values[K] | T | null, (next: Values[K]) => void] {
  const [value, setValue] = useState<Values[K] | T | null>(null);
  useEffect(() => {
    readValue(name)
      .then((known) => setValue(known ?? without))
      .catch(reportError);
  }, [name]);
  const remember = (next: Values[K]) => {
    setValue(next);
    writeValue(name, next).catch(reportError);
  };
  return [value, remember];
}
