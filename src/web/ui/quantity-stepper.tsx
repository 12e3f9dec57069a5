import { msg } from "../../domain/message.ts";
import { t } from "../i18n/translate.ts";

interface StepperProps {
  readonly label: string;
  readonly value: number;
  readonly most: number;
  readonly onValue: (value: number) => void;
}

/** A small whole number, from 1 on, by two big keys or typed. */
export function Stepper({ label, value, most, onValue }: StepperProps) {
  const set = (next: number) => onValue(Math.min(most, Math.max(1, Number.isFinite(next) ? next : 1)));
  return (
    <div class="stepper">
      <button type="button" class="second" aria-label={t(TEXTS.less)} onClick={() => set(value - 1)}>
        −
      </button>
      <input
        inputMode="numeric"
        pattern="[0-9]*"
        autocomplete="off"
        aria-label={label}
        value={String(value)}
        onChange={(event) => set(Number.parseInt(event.currentTarget.value, 10))}
      />
      <button type="button" class="second" aria-label={t(TEXTS.more)} onClick={() => set(value + 1)}>
        +
      </button>
    </div>
  );
}

const TEXTS = { less: msg("One less"), more: msg("One more") };
