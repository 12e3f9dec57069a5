import { useEffect, useState } from "preact/hooks";

/** Delay of a request after the last letter, in ms. */
const PAUSE_MS = 200;

/** A typed value, 200 ms after its last change. */
export function useSettledValue(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
