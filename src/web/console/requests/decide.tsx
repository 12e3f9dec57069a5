import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { ApiError } from "../../api/errors.ts";
import { requestAsUser } from "../../api/tokens.ts";
import { t } from "../../i18n/translate.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { confirm } from "../../ui/confirm.tsx";
import { NoteField } from "../../ui/field.tsx";
import { type Selection, SelectionBar } from "../../ui/table/selection.tsx";
import { type Ended, ProgressBar, toTryAgain, useBatch } from "../batch/batch.tsx";
import { FormDialog, useForm } from "../forms/form.tsx";
import { problemText } from "../forms/problem.ts";
import type { Grant, Kind, Row } from "./kinds.ts";

/** A decision: approved with a body, or rejected for a reason. */
type Decision =
  | { readonly is: "grant"; readonly body?: Grant }
  | { readonly is: "reject"; readonly reason: string };

/** Decides on a request and returns the response. Throws ServerUnreachable, ApiError or NotLoggedIn. */
export function decide<T, Granted>(
  { grant, reject }: Pick<Kind<T, Granted>, "grant" | "reject">,
  oid: number,
  decision: Decision,
): Promise<Granted | T> {
  return decision.is === "grant"
    ? requestAsUser(grant(oid, decision.body ?? {}))
    : requestAsUser(reject(oid, decision.reason));
}

/** The error of the decision, with the errors of fields. */
export function whyNot(error: unknown): string {
  const faults = error instanceof ApiError ? error.errors.map(({ message }) => message) : [];
  const sentence = problemText(error);
  return [sentence, ...faults.filter((fault) => !sentence.includes(fault))].join(" – ");
}

interface ReasonProps {
  readonly title: string;
  /** The reason at first. */
  readonly start?: string;
  /** Rejects for the reason. */
  readonly reject: (reason: string) => Promise<unknown>;
  readonly onRejected?: () => void;
  readonly onFailed?: () => void;
  readonly onClose: () => void;
}

/** Asks for the reason of a rejection, which is required: the requester sees it. An error keeps the dialog open. */
export function ReasonDialog({ title, start = "", reject, onRejected, onFailed, onClose }: ReasonProps) {
  const form = useForm({
    start: { reason: start },
    labels: { reason: msg("Reason (shown to the requester)") },
    save: ({ reason }) => reject(reason.trim()),
    onSaved: () => onRejected?.(),
    onFailed: () => onFailed?.(),
    describeError: whyNot,
  });
  return (
    <FormDialog
      form={form}
      title={title}
      action={t(msg("Reject"))}
      kind="danger"
      isReady={form.values.reason.trim() !== ""}
      onClose={onClose}
    >
      <NoteField {...form.field("reason")} />
    </FormDialog>
  );
}

interface DecidingProps<T> {
  readonly kind: Kind<T>;
  readonly selection: Selection;
  /** The selected requests that are still pending. */
  readonly rows: readonly Row[];
  readonly onDecided: () => void;
}

interface Kept {
  readonly ids: readonly number[];
  readonly reason: string;
}

interface Outcome {
  readonly decision: Decision["is"];
  readonly ended: Ended<Row>;
}

/** Decides on the selected requests one by one. Rejected decisions are listed with the reason. */
export function DecideSelected<T>({ kind, selection, rows, onDecided }: DecidingProps<T>) {
  const long = useBatch<Row>();
  const [isRejecting, setRejecting] = useState(false);
  /** What the last rejection has left, and its reason. */
  const [kept, setKept] = useState<Kept>({ ids: [], reason: "" });
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const { messages } = kind;

  async function run(decision: Decision): Promise<void> {
    setRejecting(false);
    setOutcome(null);
    const ended = await long.run(rows, async ({ oid }) => {
      await decide(kind, oid, decision);
    });
    setOutcome({ decision: decision.is, ended });
    const ids = toTryAgain(ended).map(({ oid }) => oid);
    selection.keep(ids);
    setKept({ ids, reason: decision.is === "reject" ? decision.reason : "" });
    onDecided();
  }
  const grant = async () => {
    const question = {
      title: t(messages.actions, { n: rows.length }),
      text: t(messages.warning, { n: rows.length }),
      action: t(messages.action),
    };
    if (await confirm(question)) await run({ is: "grant" });
  };
  return (
    <>
      {(rows.length > 0 || long.progress !== null) && (
        <SelectionBar selection={selection}>
          {long.progress !== null ? (
            <ProgressBar
              label={t(msg("Processing requests…"))}
              progress={long.progress}
              onCancel={long.cancel}
            />
          ) : (
            <>
              <Button kind="primary" onClick={grant}>
                {t(messages.actions, { n: rows.length })}
              </Button>
              <Button onClick={() => setRejecting(true)}>{t(msg("Reject {n}…"), { n: rows.length })}</Button>
            </>
          )}
        </SelectionBar>
      )}
      {outcome !== null && <DecisionResult outcome={outcome} done={messages.done} />}
      {isRejecting && (
        <ReasonDialog
          title={t(msg("Reject {n, plural, one {# request} other {# requests}}"), { n: rows.length })}
          start={rows.every(({ oid }) => kept.ids.includes(oid)) ? kept.reason : ""}
          reject={(reason) => run({ is: "reject", reason })}
          onClose={() => setRejecting(false)}
        />
      )}
    </>
  );
}

function DecisionResult({
  outcome,
  done,
}: {
  readonly outcome: Outcome;
  readonly done: Kind<never>["messages"]["done"];
}) {
  const { decision, ended } = outcome;
  const { failed, untried } = ended;
  return (
    <Banner role="status">
      <p>
        {t(decision === "grant" ? done : msg("{n, plural, one {# request} other {# requests}} rejected"), {
          n: ended.done.length,
        })}{" "}
        {untried.length > 0 && t(msg("Stopped: {n} still pending"), { n: untried.length })}
      </p>
      {failed.length > 0 && (
        <>
          <p class="error-text">{t(msg("{n} failed:"), { n: failed.length })}</p>
          <ul>
            {failed.map(({ item, error }) => (
              <li key={item.oid}>
                {item.name}: {whyNot(error)}
              </li>
            ))}
          </ul>
        </>
      )}
    </Banner>
  );
}
