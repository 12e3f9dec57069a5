import { useEffect, useState } from "preact/hooks";
import { surface } from "../../box/surface.ts";
import { userToken } from "../../box/tokens.ts";
import { readEvents } from "../live/read-events.ts";
import { type LiveAnswer, useLive } from "../live/use-live.ts";
import { isUnderWay } from "./import-states.ts";
import type { ImportDetail, ImportHead } from "./shapes.ts";

/** An import, and how far it is at this moment where something is being done with it. */
export interface Followed {
  readonly answer: LiveAnswer<ImportDetail>;
  readonly now: ImportHead | null;
}

/** Follows an import, whoever works on it; `isApplying`: this tab has just told the box to. */
export function useImport(id: string, isApplying: boolean): Followed {
  const path = `/api/imports/${encodeURIComponent(id)}`;
  const answer = useLive<ImportDetail>(path);
  // What another tab does with it is seen here as well.
  const heads = useLive<readonly ImportHead[]>("/api/imports", { everySeconds: 2 });
  const [told, setTold] = useState<ImportHead | null>(null);
  const known = answer.body;
  const listed = heads.body?.find((one) => String(one.id) === id) ?? null;
  const state = listed?.state ?? known?.state ?? null;

  useEffect(() => {
    if (known !== null && heads.state === "fresh" && listed?.state !== known.state) answer.again();
  }, [listed?.state, heads.state]);

  const isMoving = isApplying || (state !== null && isUnderWay(state));
  useEffect(() => {
    if (!isMoving) return undefined;
    const stop = new AbortController();
    listen(`${path}/progress`, stop.signal, setTold).catch(surface);
    return () => {
      stop.abort();
      setTold(null);
    };
  }, [isMoving, path, answer.at]);

  return { answer, now: told ?? listed };
}

/** Hears how far the import is until it is told to stop, or the connection ends: the list of imports tells then. */
async function listen(path: string, stop: AbortSignal, tell: (head: ImportHead) => void): Promise<void> {
  try {
    const token = await userToken(false);
    const headers = { Authorization: `Bearer ${token}`, Accept: "text/event-stream" };
    const response = await fetch(path, { headers, cache: "no-store", credentials: "omit", signal: stop });
    if (!response.ok || response.body === null) return;
    await readEvents(
      response.body,
      () => {},
      ({ name, data }) => {
        if (name === "progress" && !stop.aborted) tell(JSON.parse(data) as ImportHead);
      },
    );
  } catch {
    // A connection that breaks, or was never made, says nothing of the import.
  }
}
