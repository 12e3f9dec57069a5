import { say } from "../../words.ts";
import { t } from "../app/words.ts";
import { isAway } from "../box/connection.ts";
import type { PrinterName } from "./choice.ts";
import { CONDITIONS, useStatuses } from "./use-statuses.ts";

interface PrinterChoiceProps {
  /** Those that take the chosen label. */
  readonly printers: readonly PrinterName[];
  readonly chosen: PrinterName | null;
  readonly onChoose: (printerId: number) => void;
}

/** Chooses a printer, and says how each is. */
export function PrinterChoice({ printers, chosen, onChoose }: PrinterChoiceProps) {
  const first = printers.filter(({ oid }) => oid === chosen?.oid);
  const others = printers.filter(({ oid }) => oid !== chosen?.oid);
  const statuses = useStatuses([...first, ...others].map(({ oid }) => oid));
  if (printers.length === 0) return <p class="note">{t(TEXTS.none)}</p>;
  return (
    <fieldset class="options">
      <legend>{t(TEXTS.printer)}</legend>
      {printers.map(({ oid, name }) => {
        const condition = isAway.value ? undefined : statuses.get(oid);
        const isWell = condition === undefined || condition === "ready" || condition === "busy";
        return (
          <label key={oid} class="option">
            <input type="radio" name="printer" checked={oid === chosen?.oid} onChange={() => onChoose(oid)} />
            <span class="main">{name}</span>
            <span class={isWell ? "beside quiet" : "beside fault"} role="status">
              {condition === undefined ? "" : t(CONDITIONS[condition])}
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}

const TEXTS = {
  printer: say("Printer", "Tiskárna"),
  none: say(
    "No enabled printer can print this label. Choose another label.",
    "Tento štítek netiskne žádná zapnutá tiskárna. Zvolte jiný štítek.",
  ),
};
