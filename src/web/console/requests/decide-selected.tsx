import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { plural, t } from "../../i18n/translate.ts";
import { ProgressBar } from "../batch/progress-bar.tsx";
import type { Ended } from "../batch/run-all.ts";
import { useBatch } from "../batch/use-batch.ts";
import { confirm } from "../dialogs/confirm.tsx";
import { type Decision, decide, whyNot } from "./decide.ts";
import type { Kind, Row } from "./kind.ts";
import { ReasonDialog } from "./reason.tsx";

interface DecidingProps<T> {
  readonly kind: Kind<T>;
  /** Those chosen that still wait. */
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
      title: plural(rows.length, words.deeds),
      text: plural(rows.length, words.warning),
      deed: t(words.deed),
    };
    if (await confirm(question)) await run({ is: "grant" });
  };
  if (long.progress !== null)
    return <ProgressBar words={t(TEXTS.deciding)} progress={long.progress} onCancel={long.cancel} />;
  return (
    <>
      {rows.length > 0 && (
        <div class="row chosen-deeds">
          <button type="button" onClick={grant}>
            {plural(rows.length, words.deeds)}
          </button>
          <button type="button" class="second" onClick={() => setRejecting(true)}>
            {plural(rows.length, TEXTS.reject)}
          </button>
        </div>
      )}
      {outcome !== null && <Told outcome={outcome} done={words.done} />}
      {isRejecting && (
        <ReasonDialog
          title={plural(rows.length, TEXTS.rejecting)}
          onClose={() => setRejecting(false)}
          onReason={(reason) => run({ is: "reject", reason })}
        />
      )}
    </>
  );
}

function Told({ outcome, done }: { readonly outcome: Outcome; readonly done: Kind<never>["words"]["done"] }) {
  const { decision, ended, total } = outcome;
  const { failed, isCancelled } = ended;
  const left = total - ended.done.length - failed.length;
  return (
    <div class="note" role="status">
      <p>
        {plural(ended.done.length, decision === "grant" ? done : TEXTS.rejected)}{" "}
        {isCancelled && plural(left, TEXTS.left)}
      </p>
      {failed.length > 0 && (
        <>
          <p class="fault">{plural(failed.length, TEXTS.failed)}</p>
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
  deciding: msg("Processing requests…", "Vyřizuji žádosti…"),
  reject: msg("Reject {n}…", "Zamítnout {n}…"),
  rejecting: msg(
    "Reject {n} request|Reject {n} requests",
    "Zamítnout {n} žádost|Zamítnout {n} žádosti|Zamítnout {n} žádostí",
  ),
  rejected: msg(
    "{n} request rejected|{n} requests rejected",
    "Zamítnuta {n} žádost|Zamítnuty {n} žádosti|Zamítnuto {n} žádostí",
  ),
  left: msg(
    "Stopped: {n} still pending",
    "Zastaveno: {n} dál čeká|Zastaveno: {n} dál čekají|Zastaveno: {n} dál čeká",
  ),
  failed: msg("{n} failed:", "{n} se nepodařilo vyřídit:"),
};
