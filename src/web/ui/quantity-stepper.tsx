import { useState } from "preact/hooks";
import { msg } from "../../domain/message.ts";
import { t } from "../i18n/translate.ts";
import { Icon } from "./icon.tsx";
import styles from "./quantity-stepper.module.css";

interface QuantityStepperProps {
  /** The accessible name. */
  readonly label: string;
  readonly value: number;
  /** Default 1. */
  readonly min?: number;
  readonly max: number;
  readonly onValue: (value: number) => void;
}

/** A whole number from `min` to `max`, entered by two large buttons or as text. */
export function QuantityStepper({ label, value, min = 1, max, onValue }: QuantityStepperProps) {
  /** What is typed, until the field is left: the screen may be drawn again meanwhile. Null: nothing. */
  const [typed, setTyped] = useState<string | null>(null);
  const set = (next: number) => {
    setTyped(null);
    onValue(Math.min(max, Math.max(min, Number.isFinite(next) ? next : min)));
  };
  return (
    <div class={styles["stepper"]}>
      <button
        type="button"
        aria-label={t(msg("One less"))}
        aria-disabled={value <= min}
        onClick={() => set(value - 1)}
      >
        <Icon name="minus" />
      </button>
      <input
        inputMode="numeric"
        pattern="[0-9]*"
        autocomplete="off"
        aria-label={label}
        value={typed ?? String(value)}
        onInput={(event) => setTyped(event.currentTarget.value)}
        onChange={(event) => set(Number.parseInt(event.currentTarget.value, 10))}
      />
      <button
        type="button"
        aria-label={t(msg("One more"))}
        aria-disabled={value >= max}
        onClick={() => set(value + 1)}
      >
        <Icon name="plus" />
      </button>
    </div>
  );
}
