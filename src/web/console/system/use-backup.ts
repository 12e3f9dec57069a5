import { useEffect, useRef, useState } from "preact/hooks";
import { call } from "../../api/call.ts";
import { ApiError, ServerUnreachable } from "../../api/errors.ts";
import { requestAsUser } from "../../api/tokens.ts";
import type { BackupDownload } from "../../api/types/endpoints.d.ts";
import { reportError } from "../../errors/report-error.ts";
import { isTemporary } from "../../query/use-query.ts";
import { problemText } from "../forms/problem.ts";

const POLL_MS = 1000;
/** A download that has not started within this time was blocked. */
const WAITS_MS = 60_000;

/** The state of the backup that this page has started. */
interface SavingBackup {
  readonly download: BackupDownload | null;
  readonly isUnderWay: boolean;
  readonly problem: string;
  /** Encrypted with the passphrase; null: not encrypted. */
  begin(passphrase: string | null): Promise<void>;
  cancel(): Promise<void>;
}

/**
 * Downloads a backup with the browser's own download, because a page could not hold gigabytes. The server reports the
 * progress, and whether it sent the file completely. Otherwise the file is not a valid backup.
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
      const now = await requestAsUser(call("GET /api/backup/downloads/{id}", { id }));
      const isLate = now.state === "waiting" && Date.now() - begunAt.current > WAITS_MS;
      change(() => (isLate ? { ...now, state: "broken" } : now));
      if (now.state === "whole") onWhole();
    } catch (error) {
      // An unreachable server gives no state; a restarted one does not know this download.
      if (error instanceof ServerUnreachable || isTemporary(error)) return;
      if (error instanceof ApiError) change((before) => ({ ...before, state: "broken" }));
      else setProblem(problemText(error));
    }
  }
  const looks = useRef<Poll | null>(null);
  useEffect(() => {
    if (!isUnderWay) return undefined;
    const made = poll(look, POLL_MS);
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
          call("POST /api/backup/downloads", passphrase === null ? {} : { body: { passphrase } }),
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
        if (id !== null) await requestAsUser(call("DELETE /api/backup/downloads/{id}", { id }));
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

/** A repeated call. */
interface Poll {
  /** Calls now, or as soon as the running call has ended. */
  now(): Promise<void>;
  stop(): void;
}

/**
 * Calls `everyMs` after the end of each call, until it is stopped. So two calls never run at the same time, however
 * slow the server is.
 */
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
