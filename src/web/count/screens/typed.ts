import { useEffect, useState } from "preact/hooks";
import { keptValue } from "../../kept/values.ts";

const USUAL_FACTOR = 10;

/** A quantity as it is typed. */
export interface Typed {
  readonly digits: string;
  readonly onDigits: (digits: string) => void;
  /** Null: nothing is typed. */
  readonly quantity: number | null;
  /** It is far more than is expected, and the worker has not said yet that it is so. */
  readonly isDoubted: boolean;
  /** The question stands on the screen. */
  readonly isAsking: boolean;
  /** Asks first where it is doubted: gives the quantity that is to be saved, else null. */
  readonly confirm: () => number | null;
}

/** What is typed on the pad; of far more than `expected` (null: not known) the worker is asked once more. */
export function useTyped(expected: number | null): Typed {
  const [digits, setDigits] = useState("");
  const [isAsking, setAsking] = useState(false);
  const factor = useWarningFactor();
  const quantity = digits === "" ? null : Number(digits);
  const isFarMore = quantity !== null && expected !== null && expected > 0 && quantity >= expected * factor;
  const isDoubted = isFarMore && !isAsking;
  return {
    digits,
    onDigits(next) {
      setDigits(next);
      setAsking(false);
    },
    quantity,
    isDoubted,
    isAsking: isFarMore && isAsking,
    confirm() {
      if (!isDoubted) return quantity;
      setAsking(true);
      return null;
    },
  };
}

/** From how many times the expected on the worker is asked whether it is so. */
function useWarningFactor(): number {
  const [factor, setFactor] = useState(USUAL_FACTOR);
  useEffect(() => {
    const read = async () => {
      const site = await keptValue("site");
      if (site !== undefined) setFactor(site.quantityWarningFactor);
    };
    // Without the storage the usual factor holds.
    read().catch(() => undefined);
  }, []);
  return factor;
}
