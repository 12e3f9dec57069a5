import { useRef, useState } from "preact/hooks";
import { msg } from "../../../../domain/message.ts";
import { call, withTag } from "../../../api/call.ts";
import { ApiError, ServerUnreachable } from "../../../api/errors.ts";
import { t } from "../../../i18n/translate.ts";
import { QueryBoundary } from "../../../query/query-boundary.tsx";
import { go } from "../../../router/router.ts";
import { Banner } from "../../../ui/banner.tsx";
import { ProgressBar } from "../../batch/batch.tsx";
import { problemText } from "../../forms/problem.ts";
import { cancelQuestion } from "../../jobs/end-job.tsx";
import { runJob } from "../../jobs/run-job.ts";
import { Screen } from "../../layout/screen.tsx";
import { endOf, useImport } from "../follow-import.ts";
import { ImportOutcome, Result } from "../import-outcome.tsx";
import { isRunningImport, KIND_NAMES, stateName } from "../kinds.ts";
import { ImportProgress, useImportJob } from "../open-imports.tsx";
import { firstStep, type Step } from "./steps.tsx";
import { Wizard } from "./wizard.tsx";
import "../exchange.css";
import { requestTagged, type Tagged } from "../../forms/guarded-requests.ts";
import { type Change, useMutation } from "../../forms/mutation.tsx";
import type { LiveQuery } from "../../realtime/use-live-query.ts";
import type { ImportDetail, ImportHead, ImportOptions } from "../shapes.ts";
import { wantsMine } from "./conflict.tsx";
import { fullOptions } from "./options.ts";

/** A large list with secrets takes long, because each is hashed. */
const TIMEOUT_MS = 6 * 3600_000;

/** One import: the wizard, then its progress, then its result. */
export function ImportScreen({ id = "" }: Readonly<Record<string, string>>) {
  const [isApplying, setApplying] = useState(false);
  const [problem, setProblem] = useState("");
  const { query, one, now } = useImport(id, isApplying);
  const check = useCheck(one, query);
  const job = useImportJob(id);
  const begin = useRef<{ readonly id: string; readonly step: Step } | null>(null);
  if (begin.current?.id !== id) begin.current = one && { id, step: firstStep(one) };

  async function apply(isValidRows: boolean, isCorrection: boolean): Promise<void> {
    setProblem("");
    setApplying(true);
    try {
      const request = call("PUT /api/imports/{id}/apply", {
        id: Number(id),
        validRows: isValidRows || undefined,
        isCorrection: isCorrection || undefined,
      });
      const { state, error } = await runJob(withTag(request, query.tag), { timeoutMs: TIMEOUT_MS }, () => {});
      if (state === "failed") setProblem(error?.message ?? t(msg("Something went wrong on the server.")));
      query.refetch();
    } catch (error) {
      // The outcome is shown after the server is reachable again.
      if (!(error instanceof ServerUnreachable)) setProblem(problemText(error));
      query.refetch();
    } finally {
      setApplying(false);
    }
  }

  const { run } = useMutation();
  const cancellationOf = (head: ImportHead): Change => ({
    ...endOf(head),
    done: t(msg("Import cancelled. Nothing was changed.")),
    onDone: () => go("/exchange", { replace: true }),
  });
  const cancel = async (head: ImportHead) => {
    if (!(await run(cancellationOf(head)))) query.refetch();
  };

  const title = one?.fileName ?? t(msg("Import", "noun"));
  const above = <a href="#/exchange">{t(msg("Import and export"))}</a>;
  if (query.state === "absent") {
    return (
      <Screen title={title} above={above}>
        <ImportOutcome id={id} job={job} />
      </Screen>
    );
  }
  const isRunning = isApplying || now?.state === "applying" || (one !== null && isRunningImport(one.state));
  return (
    <Screen title={title} above={above}>
      {problem !== "" && (
        <Banner role="alert" tone="danger">
          {problem}
        </Banner>
      )}
      {query.state === "away" && (
        <Banner tone="warning">
          {t(
            msg(
              "The server is not responding. The outcome of the import will be shown here when it is back.",
            ),
          )}
        </Banner>
      )}
      <QueryBoundary query={query}>
        {() =>
          check !== null && (
            <>
              <p class="muted">
                {t(KIND_NAMES[check.one.kind])} · {stateName(now ?? check.one)}
              </p>
              {job.unfinished !== null ? (
                <ImportProgress
                  job={job.unfinished}
                  cancellation={{ ...cancellationOf(check.one), question: cancelQuestion("import") }}
                />
              ) : isRunning ? (
                <ProgressBar
                  label={t(now?.state === "checking" ? msg("Checking: rows") : msg("Importing: rows"))}
                  progress={{
                    done: now?.progress.done ?? 0,
                    total: now?.progress.total ?? now?.progress.done ?? check.one.rows,
                  }}
                  onCancel={() => cancel(check.one)}
                />
              ) : check.one.state === "applied" ? (
                <Result one={check.one} job={job} />
              ) : (
                <Wizard
                  check={check}
                  begin={begin.current?.step ?? "file"}
                  now={now}
                  onImport={apply}
                  onCancel={() => cancel(check.one)}
                />
              )}
            </>
          )
        }
      </QueryBoundary>
    </Screen>
  );
}

/** The options of an import, and how they are changed. */
export interface Check {
  readonly one: ImportDetail;
  /** The options that the user has chosen. While a check runs they are newer than those of `one`. */
  readonly options: ImportOptions;
  readonly isChecking: boolean;
  /** The import can't be changed: a newer state is unknown, or it is being applied. */
  readonly isLocked: boolean;
  /** The error of the last change; `at`: the control that made it. */
  readonly problem: { readonly at: string; readonly text: string } | null;
  /**
   * Checks the file with other options; a check under way is given up.
   * @param at The control that asks for it.
   * @param update Makes the options from the newest ones, which may be newer than those on screen.
   * @returns Whether the options are not refused.
   */
  readonly change: (at: string, update: Update) => Promise<boolean>;
}

type Update = (options: ImportOptions) => ImportOptions;

/** The newest options, which may be sent and not saved yet. */
interface Newest {
  readonly options: ImportOptions;
  /** The tag of the version that this tab has seen last. */
  readonly tag: string | null;
  /** Makes the options from those of that version. */
  readonly update: Update;
  /** The tag of the version with these options, once they are saved; null: another one was saved, or the tab has seen them. */
  readonly saved: Promise<string | null>;
}

const NOT_SAVED = Promise.resolve(null);
const seen = ({ body, tag }: Tagged<ImportDetail>): Newest => ({
  options: fullOptions(body),
  tag,
  update: (options) => options,
  saved: NOT_SAVED,
});

/** A large file is read as a whole. */
const CHECK_TIMEOUT_MS = 30 * 60_000;

/** Checks the file with other options; null: somebody else has saved some. Throws as `requestTagged`. */
async function send(
  id: number,
  options: ImportOptions,
  { tag, saved }: Pick<Newest, "tag" | "saved">,
): Promise<Tagged<ImportDetail> | null> {
  const request = call("PUT /api/imports/{id}", { id, body: options });
  try {
    return await requestTagged(withTag(request, tag), { timeoutMs: CHECK_TIMEOUT_MS });
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 412)) throw error;
    // The change before this one may have been saved just before it came.
    const own = await saved;
    return own === null ? null : send(id, options, { tag: own, saved: NOT_SAVED });
  }
}

/** Checks the file of an import again when its options change. Asks before they replace those that somebody else has saved. */
function useCheck(one: ImportDetail | null, query: LiveQuery<ImportDetail>): Check | null {
  const [wanted, setWanted] = useState<ImportOptions | null>(null);
  const [problem, setProblem] = useState<Check["problem"]>(null);
  const turn = useRef(0);
  const newest = useRef<Newest | null>(null);
  if (one === null) return null;
  const { id } = one;
  const shown = seen({ body: one, tag: query.tag });
  // No change is pending, so the rendered options are the newest.
  if (wanted === null) newest.current = null;

  async function change(
    at: string,
    update: Update,
    { update: earlier, ...from }: Newest = newest.current ?? shown,
  ): Promise<boolean> {
    const options = update(from.options);
    const whole: Update = (others) => update(earlier(others));
    const sending = send(id, options, from);
    const saved = sending.then(
      (response) => response?.tag ?? null,
      () => null,
    );
    newest.current = { options, tag: from.tag, update: whole, saved };
    turn.current++;
    const { current: mine } = turn;
    const isLast = () => mine === turn.current;
    setWanted(options);
    setProblem(null);
    try {
      const response = await sending;
      if (!isLast()) return true;
      const now = response ?? (await requestTagged(call("GET /api/imports/{id}", { id })));
      if (!isLast()) return true;
      const base = seen(now);
      // Kept until it is rendered, so that a change at this moment is based on it.
      newest.current = base;
      query.setResponse(now.body, now.tag);
      if (response !== null) return true;
      setWanted(null);
      const isMine = await wantsMine(now.body, base.options, whole(base.options));
      return isMine === true ? await change(at, whole, base) : isMine === null;
    } catch (error) {
      if (!isLast()) return true;
      newest.current = null;
      setProblem({ at, text: problemText(error) });
      query.refetch();
      return false;
    } finally {
      if (isLast()) setWanted(null);
    }
  }

  return {
    one,
    options: wanted ?? shown.options,
    isChecking: wanted !== null || one.state === "checking",
    isLocked: query.state !== "fresh" && wanted === null,
    problem,
    change,
  };
}
