import { useState } from "preact/hooks";
import { number } from "../../../i18n/translate.ts";
import { priceOf } from "../../../requests/proposal.ts";
import { LineField } from "../../forms/fields.tsx";

interface PriceProps {
  readonly words: string;
  readonly problem: string | undefined;
  readonly value: number | string;
  readonly onValue: (text: string) => void;
}

const shown = (value: number | string) =>
  typeof value === "string" ? value : number(value, { maximumFractionDigits: 4, useGrouping: false });

/** A price as it is typed; what somebody else makes of it meanwhile is shown. */
export function PriceField({ words, problem, value, onValue }: PriceProps) {
  const [typed, setTyped] = useState<string | null>(null);
  // What was typed stays as it was typed (`5,0`) while it means what stands there.
  const text = typed !== null && (priceOf(typed) ?? typed) === value ? typed : shown(value);
  return (
    <LineField
      words={words}
      problem={problem}
      inputMode="decimal"
      value={text}
      onValue={(next) => {
        setTyped(next);
        onValue(next);
      }}
    />
  );
}
