import { useEffect, useState } from "preact/hooks";

/** Delay before a loading state is shown, to avoid a flash. */
export const LOADING_DELAY_MS = 300;

/** True when `isWaiting` has been true for this time. */
export function useDelayed(isWaiting: boolean, ms = LOADING_DELAY_MS): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    setLate(false);
    if (!isWaiting) return undefined;
    const timer = setTimeout(() => setLate(true), ms);
    return () => clearTimeout(timer);
  }, [isWaiting]);
  return isLate;
}
