import { msg } from "../../../../domain/message.ts";
import { t } from "../../../i18n/translate.ts";
import { Icon } from "../../../ui/icon.tsx";

const KEYS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];
/** The server accepts 2 147 483 647 pieces; nobody types as many. */
const MAX_DIGITS = 9;

interface NumberPadProps {
  /** The digits typed so far. */
  readonly digits: string;
  readonly onDigits: (digits: string) => void;
}

/** A number pad usable with gloves, without an on-screen keyboard. */
export function NumberPad({ digits, onDigits }: NumberPadProps) {
  const add = (key: string) => onDigits((digits === "0" ? key : digits + key).slice(0, MAX_DIGITS));
  return (
    <fieldset class="bare" aria-label={t(TEXTS.pad)}>
      <div class="number-pad">
        {KEYS.map((key) => (
          <button key={key} type="button" onClick={() => add(key)}>
            {key}
          </button>
        ))}
        <button type="button" aria-label={t(TEXTS.clear)} onClick={() => onDigits("")}>
          C
        </button>
        <button type="button" onClick={() => add("0")}>
          0
        </button>
        <button type="button" aria-label={t(TEXTS.back)} onClick={() => onDigits(digits.slice(0, -1))}>
          <Icon name="erase" />
        </button>
      </div>
    </fieldset>
  );
}

const TEXTS = {
  pad: msg("Number"),
  clear: msg("Clear the number"),
  back: msg("Delete the last digit"),
};
