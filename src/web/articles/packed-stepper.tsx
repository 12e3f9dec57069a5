import { useId, useState } from "preact/hooks";
import { msg } from "../../domain/message.ts";
import { inPacks, type Pack, piecesAfter } from "../../domain/packs.ts";
import { number, t } from "../i18n/translate.ts";
import { RadioGroup, RadioRow } from "../ui/checkbox.tsx";
import { QuantityStepper } from "../ui/quantity-stepper.tsx";
import { pieces } from "./amounts.ts";

interface PackedStepperProps {
  /** The accessible name. */
  readonly label: string;
  readonly packs: readonly Pack[];
  /** Null: pieces. */
  readonly unit: string | null;
  /** Pieces. */
  readonly value: number;
  readonly max: number;
  readonly onValue: (pieces: number) => void;
}

/** A number of pieces, entered as pieces or as packs and single pieces. */
export function PackedStepper({ label, packs, unit, value, max, onValue }: PackedStepperProps) {
  const [pack, setPack] = useState<Pack | null>(null);
  const name = useId();
  const now = pack === null ? null : inPacks(value, pack);
  const set = (entry: Parameters<typeof piecesAfter>[2]) => {
    if (pack !== null) onValue(Math.min(max, Math.max(1, piecesAfter(value, pack, entry))));
  };
  return (
    <>
      {packs.length > 0 && (
        <RadioGroup legend={t(msg("Count in"))}>
          {[null, ...packs].map((one) => (
            <RadioRow
              key={one?.name ?? ""}
              name={name}
              checked={one?.name === pack?.name}
              onChange={() => setPack(one)}
              aside={one === null ? undefined : pieces(one.quantity, unit)}
            >
              {one?.name ?? label}
            </RadioRow>
          ))}
        </RadioGroup>
      )}
      {pack === null || now === null ? (
        <QuantityStepper label={label} value={value} max={max} onValue={onValue} />
      ) : (
        <>
          <h3>{pack.name}</h3>
          <QuantityStepper
            label={pack.name}
            value={now.packs}
            min={0}
            max={Math.floor(max / pack.quantity)}
            onValue={(packs) => set({ packs })}
          />
          <h3>{label}</h3>
          <QuantityStepper
            label={label}
            value={now.pieces}
            min={0}
            max={max}
            onValue={(single) => set({ pieces: single })}
          />
          <p role="status">
            {t(msg("{packs} × {name} + {pieces} = {all}"), {
              packs: number(now.packs),
              name: pack.name,
              pieces: number(now.pieces),
              all: pieces(value, unit),
            })}
          </p>
        </>
      )}
    </>
  );
}
