import { useEffect, useRef, useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import type { TableKind } from "../../../domain/table-kinds.ts";
import { call } from "../../api/call.ts";
import { requestAsUser, userToken } from "../../api/tokens.ts";
import { readValue } from "../../db/values.ts";
import { reportError } from "../../errors/report-error.ts";
import { t } from "../../i18n/translate.ts";
import type { Change } from "../forms/mutation.tsx";
import { readEvents } from "../realtime/stream.ts";
import { type LiveQuery, useLiveQuery } from "../realtime/use-live-query.ts";
import { isRunningImport } from "./kinds.ts";
import type { ImportDetail, ImportHead } from "./shapes.ts";

/** An import and its progress. */
interface Followed {
  readonly query: LiveQuery<ImportDetail>;
  /** The result of the last check or apply; the earlier one while another check runs. */
  readonly one: ImportDetail | null;
  readonly now: ImportHead | null;
}

/** Follows an import that any tab may have started. `isApplying`: this tab has just requested to apply it. */
export function useImport(id: string, isApplying: boolean): Followed {
  const query = useLiveQuery(call("GET /api/imports/{id}", { id: Number(id) }));
  const heads = useLiveQuery(call("GET /api/imports"), { everySeconds: 2 });
  const [latest, setLatest] = useState<ImportHead | null>(null);
  const settled = useRef<ImportDetail | null>(null);
  const known = query.body;
  const listed = heads.body?.find((head) => String(head.id) === id) ?? null;
  const state = listed?.state ?? known?.state ?? null;

  // Changes by other tabs appear here too.
  const version = listed === null ? null : versionOf(listed);
  useEffect(() => {
    if (known !== null && heads.state === "fresh" && version !== versionOf(known)) query.refetch();
  }, [version, heads.state]);

  const isMoving = isApplying || (state !== null && isRunningImport(state));
  useEffect(() => {
    if (!isMoving) return undefined;
    const stop = new AbortController();
    listen(Number(id), stop.signal, setLatest).catch(reportError);
    return () => {
      stop.abort();
      setLatest(null);
    };
  }, [isMoving, id, query.at]);

  if (known !== null && known.state !== "checking") settled.current = known;
  const { current: last } = settled;
  const one = known?.state === "checking" && last?.id === known.id ? last : known;
  return { query, one, now: latest ?? listed };
}

const versionOf = ({ state, revision }: ImportHead) => `${state} ${revision}`;

/** Follows the progress until it is aborted or the connection ends. Then the list of imports has the state. */
async function listen(id: number, stop: AbortSignal, tell: (head: ImportHead) => void): Promise<void> {
  try {
    const token = await userToken(false);
    const headers = { Authorization: `Bearer ${token}`, Accept: "text/event-stream" };
    const response = await fetch(call("GET /api/imports/{id}/progress", { id }).path, {
      headers,
      cache: "no-store",
      credentials: "omit",
      signal: stop,
    });
    if (!response.ok || response.body === null) return;
    await readEvents(
      response.body,
      () => {},
      ({ name, data }) => {
        if (name === "progress" && !stop.aborted) tell(JSON.parse(data) as ImportHead);
      },
    );
  } catch {
    // A broken connection does not end the import.
  }
}

/** 64 MB over a slow network, and the check. */
const TIMEOUT_MS = 30 * 60_000;

/** Uploads a file for its dry run, with the column choices of this browser. Throws the errors of `requestAsUser`. */
export async function sendFile(kind: TableKind, file: File, signal: AbortSignal): Promise<ImportDetail> {
  const remembered = await readValue(`import ${kind}`);
  const form = new FormData();
  form.append("kind", kind);
  if (remembered !== undefined) form.append("columns", JSON.stringify(remembered));
  form.append("file", file, file.name);
  return requestAsUser(call("POST /api/imports", { body: form }), { timeoutMs: TIMEOUT_MS, signal });
}

/** Cancels an import after a question, or removes a completed one from the list. */
export const endOf = ({ id, fileName, state }: ImportHead): Change => ({
  question:
    state === "applied"
      ? null
      : {
          title: t(msg("Cancel {name}?"), { name: fileName }),
          text: t(msg("Nothing is imported. What was chosen for the columns and errors is lost.")),
          action: t(msg("Cancel import")),
          isDangerous: true,
        },
  send: call("DELETE /api/imports/{id}", { id }),
});
