import { useEffect, useState } from "preact/hooks";
import { ApiError, ask, ServerUnreachable } from "../api/ask.ts";
import { NotLoggedIn, userToken, withToken } from "../api/tokens.ts";
import type { Condition } from "./conditions.ts";

/** A printer that is away takes its time to be found so, and a browser has six connections to the server. */
const AT_ONCE = 2;
const AGAIN_MS = 8000;

/** How each of these printers is, the first ones asked first; absent: not known (yet). Nothing waits for it. */
export function useStatuses(printerIds: readonly number[]): ReadonlyMap<number, Condition> {
  const [known, setKnown] = useState<ReadonlyMap<number, Condition>>(new Map());
  const key = printerIds.join(",");
  useEffect(() => {
    const leaving = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tell = (oid: number, condition: Condition | null) => {
      if (leaving.signal.aborted) return;
      setKnown((now) => changed(now, oid, condition));
    };
    const look = async (): Promise<void> => {
      // Whom nobody looks at is not asked.
      const waiting = document.hidden ? [] : [...printerIds];
      const lane = async (): Promise<void> => {
        for (let oid = waiting.shift(); oid !== undefined; oid = waiting.shift()) {
          tell(oid, await conditionOf(oid, leaving.signal));
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, lane));
      if (!leaving.signal.aborted) timer = setTimeout(() => void look(), AGAIN_MS);
    };
    void look();
    return () => {
      leaving.abort();
      clearTimeout(timer);
    };
  }, [key]);
  return known;
}

function changed(
  now: ReadonlyMap<number, Condition>,
  oid: number,
  condition: Condition | null,
): ReadonlyMap<number, Condition> {
  const next = new Map(now);
  if (condition === null) next.delete(oid);
  else next.set(oid, condition);
  return next;
}

async function conditionOf(oid: number, signal: AbortSignal): Promise<Condition | null> {
  try {
    const { status } = await withToken(userToken, (token) =>
      ask<{ status: Condition }>(`/api/printingprinters/${oid}/status`, { token, signal }),
    );
    return status;
  } catch (error) {
    // A label can be asked for all the same; then the request says what is wrong.
    if (error instanceof ServerUnreachable || error instanceof ApiError || error instanceof NotLoggedIn)
      return null;
    throw error;
  }
}
