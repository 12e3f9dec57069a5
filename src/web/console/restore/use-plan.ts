import { useEffect, useState } from "preact/hooks";
import { ApiError, ServerUnreachable } from "../../api/errors.ts";
import { NotLoggedIn } from "../../api/tokens.ts";
import type { RestorePlan } from "../../api/types/endpoints.d.ts";
import { reportError } from "../../errors/report-error.ts";
import { isTemporary } from "../../query/query-state.ts";
import { poll } from "../realtime/poll.ts";

const POLL_MS = 1000;

/** The calls of a restore: with a login, or with the set-up code of an empty server. */
export interface RestoreCalls {
  current(): Promise<RestorePlan>;
  cancel(): Promise<unknown>;
  confirm(id: string, withoutMissingPhotos: boolean, password: string): Promise<RestorePlan>;
  /** Begins again with a file that is on the server. Null: the user has not confirmed it. */
  again(source: RestorePlan["source"], passphrase: string | null): Promise<RestorePlan | null>;
  /** Whether the server has started again with the restored data. */
  isRestored(): Promise<boolean>;
}

/** The restore that has begun; null: none is known. */
interface ShownPlan {
  readonly plan: RestorePlan | null;
  readonly setPlan: (plan: RestorePlan | null) => void;
}

/**
 * Follows the restore while the server reads the backup, and after its confirmation until the server has the restored
 * data: then calls `onRestored`. `calls` null: not known yet.
 */
export function usePlan(calls: RestoreCalls | null, onRestored: () => void): ShownPlan {
  const [plan, setPlan] = useState<RestorePlan | null>(null);
  const isMoving = plan?.state === "reading" || plan?.state === "confirmed";
  useEffect(() => {
    if (calls === null || plan !== null) return;
    calls
      .current()
      .then(setPlan)
      .catch((error: unknown) => {
        // No restore has begun.
        if (!(error instanceof ApiError || error instanceof ServerUnreachable)) reportError(error);
      });
  }, [calls]);
  useEffect(() => {
    if (calls === null || !isMoving) return undefined;
    let isStopped = false;
    const look = async () => {
      try {
        if (plan?.state === "confirmed") {
          if (await calls.isRestored()) onRestored();
          return;
        }
        const now = await calls.current();
        if (!isStopped) setPlan(now);
      } catch (error) {
        // It has ended: by another Admin, or with the server's process.
        if (error instanceof ApiError && error.status === 404) return setPlan(null);
        const isPassing = error instanceof ServerUnreachable || isTemporary(error);
        if (!isPassing && !(error instanceof NotLoggedIn)) throw error;
      }
    };
    const looks = poll(look, POLL_MS);
    return () => {
      isStopped = true;
      looks.stop();
    };
  }, [calls, isMoving, plan?.state]);
  return { plan, setPlan };
}
