import { useEffect, useRef, useState } from "preact/hooks";
import { cancelBackupDownload, createBackupDownload, getBackupDownload } from "../../api/console/system.ts";
import { ApiError, ServerUnreachable } from "../../api/errors.ts";
import { requestAsUser } from "../../api/tokens.ts";
import type { BackupDownload } from "../../api/types/endpoints.d.ts";
import { reportError } from "../../errors/report-error.ts";
import { isTemporary } from "../../query/use-query.ts";
import { problemText } from "../forms/problem.ts";

const LOOK_MS = 1000;
/** A download that has not started by then was blocked. */
const WAITS_MS = 60_000;

/** How the backup goes that this page has begun. */
interface SavingBackup {
  readonly download: BackupDownload | null;
  readonly isUnderWay: boolean;
  readonly problem: string;
  /** Encrypted with the passphrase; null: not encrypted. */
  begin(passphrase: string | null): Promise<void>;
  cancel(): Promise<void>;
}

/**
 * Saves a backup by the browser itself: it writes gigabytes to the disk, which no page could hold. The server says how far it
 * is and whether it was taken whole; what it does not call whole is no backup.
 */
export function useBackup(onWhole: () => void): SavingBackup {
  const [download, setDownload] = useState<BackupDownload | null>(null);
  const [problem, setProblem] = useState("");
  const begunAt = useRef(0);
  const isUnderWay = download?.state === "waiting" || download?.state === "sending";
  const id = download?.id ?? null;

  async function look(): Promise<void> {
    if (id === null) return;
    const change = (make: (before: BackupDownload) => BackupDownload) =>
      setDownload((before) => (before?.id === id ? make(before) : before));
    try {
      const now = await requestAsUser(getBackupDownload({ id }));
      const isLate = now.state === "waiting" && Date.now() - begunAt.current > WAITS_MS;
      change(() => (isLate ? { ...now, state: "broken" } : now));
      if (now.state === "whole") onWhole();
    } catch (error) {
      // Of a server that is away nothing is known; one that has started anew knows nothing of this download.
      if (error instanceof ServerUnreachable || isTemporary(error)) return;
      if (error instanceof ApiError) change((before) => ({ ...before, state: "broken" }));
      else setProblem(problemText(error));
    }
  }
  const looks = useRef<Poll | null>(null);
  useEffect(() => {
    if (!isUnderWay) return undefined;
    const made = poll(look, LOOK_MS);
    looks.current = made;
    return made.stop;
  }, [id, isUnderWay]);

  return {
    download,
    isUnderWay,
    problem,
    async begin(passphrase) {
      setProblem("");
      try {
        const { url, ...offered } = await requestAsUser(
          createBackupDownload(passphrase === null ? {} : { body: { passphrase } }),
        );
        begunAt.current = Date.now();
        setDownload(offered);
        saveFrom(url);
      } catch (error) {
        setProblem(problemText(error));
      }
    },
    async cancel() {
      try {
        if (id !== null) await requestAsUser(cancelBackupDownload({ id }));
        await looks.current?.now();
      } catch (error) {
        setProblem(problemText(error));
      }
    },
  };
}

function saveFrom(url: string): void {
  const link = document.createElement("a");
  link.href = url;
  link.download = "";
  link.click();
}

/** A look that is taken again and again. */
interface Poll {
  /** Looks now, or as soon as the look under way has ended. */
  now(): Promise<void>;
  stop(): void;
}

/** Looks again `everyMs` after each look has ended, until it is stopped: however slow the server is, never two at once. */
export function poll(look: () => Promise<void>, everyMs: number): Poll {
  let last = Promise.resolve();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  const now = () => {
    last = last.then(look, look);
    return last;
  };
  const later = () => {
    if (!isStopped) timer = setTimeout(() => now().catch(reportError).finally(later), everyMs);
  };
  later();
  return {
    now,
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
