import { useEffect, useRef, useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import type { Query } from "../../api/call.ts";
import { ServerUnreachable } from "../../api/errors.ts";
import { requestNamedFile } from "../../api/send-request.ts";
import { userToken, withToken } from "../../api/tokens.ts";
import { t } from "../../i18n/translate.ts";
import { saveFile } from "../../ui/save-file.ts";
import { problemText } from "../forms/problem.ts";

/** The formats of a table, with the buttons that download it. */
export const TABLE_FORMATS = [
  { format: "xlsx", label: msg("Export to Excel") },
  { format: "csv", label: msg("Export as CSV") },
] as const;

/** A running download. The server creates the file while it sends it, so the size is not known. */
export interface Loading {
  readonly bytes: number;
}

interface Download {
  /** Null: no download is running. */
  readonly coming: Loading | null;
  readonly problem: string;
  /** The file name of the last completed download. */
  readonly saved: string | null;
  /** `name`: the file name; by default the server's. */
  start(file: Query<unknown>, name?: string): Promise<void>;
  stop(): void;
}

/** Long enough for a million rows. */
const TIMEOUT_MS = 30 * 60_000;

/** Downloads files that need the user's token. A partial file is discarded; leaving the screen cancels the download. */
export function useDownload(): Download {
  const [coming, setComing] = useState<Loading | null>(null);
  const [problem, setProblem] = useState("");
  const [saved, setSaved] = useState<string | null>(null);
  const leaving = useRef(new AbortController());
  useEffect(() => () => leaving.current.abort(), []);
  return {
    coming,
    problem,
    saved,
    async start(wanted, name) {
      leaving.current = new AbortController();
      const { signal } = leaving.current;
      setProblem("");
      setSaved(null);
      setComing({ bytes: 0 });
      try {
        const file = await withToken(userToken, (token) =>
          requestNamedFile(wanted, { token, signal, timeoutMs: TIMEOUT_MS }, (bytes) => setComing({ bytes })),
        );
        const named = name === undefined ? file : new File([file], name, { type: file.type });
        saveFile(named);
        setSaved(named.name);
      } catch (error) {
        if (signal.aborted) setProblem(t(msg("Stopped. No file was saved.")));
        else
          setProblem(
            error instanceof ServerUnreachable
              ? t(msg("The connection was lost, so the file was not saved. Try again."))
              : problemText(error),
          );
      } finally {
        setComing(null);
      }
    },
    stop: () => leaving.current.abort(),
  };
}
