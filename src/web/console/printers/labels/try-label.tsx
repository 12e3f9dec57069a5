import { useState } from "preact/hooks";
import { msg } from "../../../../domain/message.ts";
import { listPrinters } from "../../../api/printing.ts";
import { t } from "../../../i18n/translate.ts";
import { useStatuses } from "../../../printing/use-statuses.ts";
import { Problem } from "../../../ui/use-action.tsx";
import { useLiveQuery } from "../../realtime/use-live-query.ts";
import { Outcome } from "../outcome.tsx";
import { nameWithFault, readyFirst } from "../ready-first.ts";
import { useTestPrint } from "../use-test-print.ts";

interface TryProps {
  readonly template: string;
  readonly printerTypeId: number;
  readonly articleId: number | null;
}

/** Prints the template as it stands, saved or not, on a printer of its language. */
export function TryLabel({ template, printerTypeId, articleId }: TryProps) {
  const printers = useLiveQuery(listPrinters(), { follows: ["printRequests"] });
  const [wanted, setWanted] = useState<number | null>(null);
  const test = useTestPrint();
  const fitting = (printers.body ?? []).filter((one) => one.printerTypeId === printerTypeId && one.isActive);
  const conditions = useStatuses(fitting.map(({ oid }) => oid));
  const chosen = fitting.find(({ oid }) => oid === wanted) ?? readyFirst(fitting, conditions)[0];
  if (chosen === undefined) return printers.body === null ? null : <p class="quiet">{t(TEXTS.none)}</p>;
  return (
    <div class="try-label">
      <div class="row">
        <label>
          {t(TEXTS.printer)}
          <select
            value={String(chosen.oid)}
            onChange={({ currentTarget }) => setWanted(Number(currentTarget.value))}
          >
            {fitting.map(({ oid, name }) => (
              <option key={oid} value={String(oid)}>
                {nameWithFault(name, conditions.get(oid))}
              </option>
            ))}
          </select>
        </label>
        <button
          type="button"
          class="second"
          disabled={test.isBusy}
          onClick={() => test.print(chosen.oid, { template, ...(articleId !== null && { articleId }) })}
        >
          {t(TEXTS.print)}
        </button>
      </div>
      <Problem text={test.problem} />
      {test.oid !== null && <Outcome oid={test.oid} />}
    </div>
  );
}

const TEXTS = {
  printer: msg("Printer"),
  print: msg("Print now"),
  none: msg("No enabled printer uses this language."),
};
