import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { t } from "../../i18n/translate.ts";
import { ProgressBar } from "../batch/progress-bar.tsx";
import type { Ended } from "../batch/run-all.ts";
import { useBatch } from "../batch/use-batch.ts";
import { confirm } from "../dialogs/confirm.tsx";
import { type Decision, decide, whyNot } from "./decide.ts";
import type { Kind, Row } from "./kind.ts";
import { ReasonDialog } from "./reason.tsx";

interface DecidingProps<T> {
  readonly kind: Kind<T>;
  /** The selected requests that are still pending. */
  readonly rows: readonly Row[];
  readonly onDecided: () => void;
}

interface Outcome {
  readonly decision: Decision["is"];
  readonly ended: Ended<Row>;
  readonly total: number;
}

/** Decides on all selected requests one by one; refused ones are listed with the reason. */
export function DecideSelected<T>({ kind, rows, onDecided }: DecidingProps<T>) {
  const long = useBatch<Row>();
  const [isRejecting, setRejecting] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const { words } = kind;

  async function run(decision: Decision): Promise<void> {
    setRejecting(false);
    setOutcome(null);
    const ended = await long.run(rows, async ({ oid }) => {
      await decide(kind, oid, decision);
    });
    setOutcome({ decision: decision.is, ended, total: rows.length });
    onDecided();
  }
  const grant = async () => {
    const question = {
      title: t(words.actions, { n: rows.length }),
      text: t(words.warning, { n: rows.length }),
      action: t(words.action),
    };
    if (await confirm(question)) await run({ is: "grant" });
  };
  if (long.progress !== null)
    return <ProgressBar words={t(TEXTS.deciding)} progress={long.progress} onCancel={long.cancel} />;
  return (
    <>
      {rows.length > 0 && (
        <div class="row chosen-actions">
          <button type="button" onClick={grant}>
            {t(words.actions, { n: rows.length })}
          </button>
          <button type="button" class="second" onClick={() => setRejecting(true)}>
            {t(TEXTS.reject, { n: rows.length })}
          </button>
        </div>
      )}
      {outcome !== null && <DecisionResult outcome={outcome} done={words.done} />}
      {isRejecting && (
        <ReasonDialog
          title={t(TEXTS.rejecting, { n: rows.length })}
          onClose={() => setRejecting(false)}
          onReason={(reason) => run({ is: "reject", reason })}
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
  readonly done: Kind<never>["words"]["done"];
}) {
  const { decision, ended, total } = outcome;
  const { failed, isCancelled } = ended;
  const left = total - ended.done.length - failed.length;
  return (
    <div class="note" role="status">
      <p>
        {t(decision === "grant" ? done : TEXTS.rejected, { n: ended.done.length })}{" "}
        {isCancelled && t(TEXTS.left, { n: left })}
      </p>
      {failed.length > 0 && (
        <>
          <p class="fault">{t(TEXTS.failed, { n: failed.length })}</p>
          <ul>
            {failed.map(({ item, error }) => (
              <li key={item.oid}>
                {item.name}: {whyNot(error)}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

const TEXTS = {
  deciding: msg("Processing requests…"),
  reject: msg("Reject {n}…"),
  rejecting: msg("Reject {n, plural, one {# request} other {# requests}}"),
  rejected: msg("{n, plural, one {# request} other {# requests}} rejected"),
  left: msg("Stopped: {n} still pending"),
  failed: msg("{n} failed:"),
};
