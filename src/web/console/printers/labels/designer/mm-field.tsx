import { useEffect, useState } from "preact/hooks";
import { msg } from "../../../../../domain/message.ts";
import { number, t } from "../../../../i18n/translate.ts";
import { TextField } from "../../../../ui/field.tsx";
import { limit, roundMm } from "./geometry.ts";
import { LONG_STEP_MM, STEP_MM } from "./keys.ts";
import { parseMm } from "./mm.ts";

interface MmProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly onValue: (mm: number) => void;
  /** The user has left the field: the next change is a step of its own. */
  readonly onEnd: () => void;
}

const shown = (value: number) => number(value, { maximumFractionDigits: 2, useGrouping: false });

/** A length in millimetres. Each valid number takes effect while it is typed; the arrow keys add and subtract. */
export function MmField({ label, value, min, max, onValue, onEnd }: MmProps) {
  const [text, setText] = useState<string | null>(null);
  const typed = text === null ? value : parseMm(text);
  const isWrong = typed === null || typed < min || typed > max;
  // A change from elsewhere, such as a drag or Undo, replaces what was typed.
  useEffect(() => {
    if (text !== null && !isWrong && typed !== value) setText(null);
  }, [value]);
  const step = (by: number) => {
    setText(null);
    onValue(limit(roundMm(value + by), min, max));
  };
  return (
    <TextField
      label={label}
      inputMode="decimal"
      value={text ?? shown(value)}
      liveProblem={isWrong ? t(msg("{min} to {max} mm"), { min: number(min), max: number(max) }) : undefined}
      onValue={(next) => {
        setText(next);
        const mm = parseMm(next);
        if (mm !== null && mm >= min && mm <= max) onValue(mm);
      }}
      onKeyDown={(event) => {
        const way = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : 0;
        if (way === 0) return;
        event.preventDefault();
        step(way * (event.shiftKey ? LONG_STEP_MM : STEP_MM));
      }}
      onBlur={() => {
        setText(null);
        onEnd();
      }}
    />
  );
}
