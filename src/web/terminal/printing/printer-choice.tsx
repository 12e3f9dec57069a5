import { msg } from "../../../domain/message.ts";
import { t } from "../../i18n/translate.ts";
import { CONDITIONS, type Condition } from "../../printing/conditions.ts";
import type { PrinterName } from "../../printing/printer-selection.ts";

interface PrinterChoiceProps {
  /** The printers for the chosen label. */
  readonly printers: readonly PrinterName[];
  readonly chosen: PrinterName | null;
  /** The reported conditions; absent: not reported yet. */
  readonly conditions: ReadonlyMap<number, Condition>;
  readonly onChoose: (printerId: number) => void;
}

/** Selects a printer. Shows the condition of each. */
export function PrinterChoice({ printers, chosen, conditions, onChoose }: PrinterChoiceProps) {
  if (printers.length === 0) return <p class="note">{t(TEXTS.none)}</p>;
  return (
    <fieldset class="options">
      <legend>{t(TEXTS.printer)}</legend>
      {printers.map(({ oid, name }) => {
        const condition = conditions.get(oid);
        const isUsable = condition === undefined || condition === "ready" || condition === "busy";
        return (
          <label key={oid} class="option">
            {/* A tap on the preselected printer is a choice too. */}
            <input type="radio" name="printer" checked={oid === chosen?.oid} onClick={() => onChoose(oid)} />
            <span class="main">{name}</span>
            <span class={isUsable ? "beside quiet" : "beside fault"} role="status">
              {condition === undefined ? "" : t(CONDITIONS[condition])}
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}

const TEXTS = {
  printer: msg("Printer"),
  none: msg("No enabled printer can print this label. Choose another label."),
};
