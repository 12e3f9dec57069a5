import type { Pack } from "../../../../domain/packs.ts";
import { PackedStepper } from "../../../articles/packed-stepper.tsx";
import { TextField } from "../../../ui/field.tsx";
import { Problem } from "../../../ui/use-action.tsx";

interface PiecesFieldProps {
  readonly label: string;
  readonly packs: readonly Pack[];
  /** As typed: the server rejects text that is not a number. */
  readonly value: string;
  readonly max: number;
  readonly problem?: string | undefined;
  readonly onValue: (pieces: string) => void;
}

/** Pieces of an article: as text, or as packs and single pieces where it has packs. */
export function PiecesField({ label, packs, value, max, problem, onValue }: PiecesFieldProps) {
  if (packs.length === 0)
    return <TextField label={label} inputMode="numeric" value={value} problem={problem} onValue={onValue} />;
  const pieces = Number(value);
  return (
    <div>
      <PackedStepper
        label={label}
        packs={packs}
        value={Number.isInteger(pieces) && pieces > 0 ? pieces : 1}
        max={max}
        onValue={(next) => onValue(String(next))}
      />
      <Problem text={problem ?? null} />
    </div>
  );
}
