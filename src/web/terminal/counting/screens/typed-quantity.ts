import { useEffect, useRef, useState } from "preact/hooks";
import { MAX_PIECES } from "../../../../domain/counting/fold.ts";
import { msg } from "../../../../domain/message.ts";
import { type TypedUnits, typedPieces } from "../../../../domain/packs.ts";
import { session } from "../../../api/tokens.ts";
import { readValue } from "../../../db/values.ts";
import { reportError } from "../../../errors/report-error.ts";
import { t } from "../../../i18n/translate.ts";
import { announce } from "../../../ui/announce.tsx";
import { SECOND_TAP_MS } from "../../../ui/double-tap.ts";
import type { Spot } from "../scan.ts";
import { type DraftSubject, useDraft } from "./draft-offer.tsx";
import { useSpotScans } from "./scanning.ts";

const DEFAULT_FACTOR = 10;

/** A typed quantity. */
export interface TypedQuantity {
  /** Of the unit. */
  readonly digits: string;
  readonly onDigits: (digits: string) => void;
  /** Pieces of what is typed now: 1, or those of a pack. */
  readonly unit: number;
  readonly onUnit: (unit: number) => void;
  readonly units: TypedUnits;
  /** All pieces; null: nothing typed, or too many. */
  readonly quantity: number | null;
  readonly isTooMany: boolean;
  /** The quantity is far above the expected one, and not confirmed yet. */
  readonly isDoubted: boolean;
  /** The question is shown. */
  readonly isAsking: boolean;
  /** The current input, rendered or not, and whether it is far above the expected quantity. */
  readonly current: () => { readonly quantity: number | null; readonly isTooLarge: boolean };
  /** Returns the quantity to save; null: a question is shown first. */
  readonly confirm: () => number | null;
  /** Removes the draft when `work` has saved it. */
  readonly saved: <T>(work: Promise<T>) => Promise<T>;
}

/**
 * State of a number pad. A quantity far above `expected` (null: unknown) must be confirmed. Each change is
 * stored as a draft of the subject (null: none).
 */
export function useTyped(expected: number | null, subject: DraftSubject | null): TypedQuantity {
  const [units, setUnits] = useState<TypedUnits>({});
  const [unit, setUnit] = useState(1);
  const [isAsking, setAsking] = useState(false);
  const askedAt = useRef(0);
  const latest = useRef<TypedUnits>({});
  const factor = useWarningFactor();
  const show = (next: TypedUnits) => {
    latest.current = next;
    setUnits(next);
    setAsking(false);
  };
  // Drafts are pieces: the size of a pack may be another one later.
  const draft = useDraft("quantity", subject, (text) => {
    setUnit(1);
    show({ 1: text });
  });
  const digits = units[unit] ?? "";
  const quantity = numberOf(units);
  const isTooLarge = (typed: number | null) =>
    typed !== null && expected !== null && expected > 0 && typed >= expected * factor;
  const exceedsFactor = isTooLarge(quantity);
  const isDoubted = exceedsFactor && !isAsking;
  return {
    digits,
    current: () => ({ quantity: numberOf(latest.current), isTooLarge: isTooLarge(numberOf(latest.current)) }),
    onDigits(next) {
      show({ ...units, [unit]: next });
      draft.store(String(typedPieces({ ...units, [unit]: next }) ?? ""));
    },
    unit,
    onUnit: setUnit,
    units,
    isTooMany: (typedPieces(units) ?? 0) > MAX_PIECES,
    saved: draft.saved,
    quantity,
    isDoubted,
    isAsking: exceedsFactor && isAsking,
    confirm() {
      // Ignores the second of two quick taps.
      if (isAsking && performance.now() - askedAt.current < SECOND_TAP_MS) return null;
      if (!isDoubted) return quantity;
      askedAt.current = performance.now();
      setAsking(true);
      return null;
    },
  };
}

const numberOf = (units: TypedUnits) => {
  const pieces = typedPieces(units);
  return pieces !== null && pieces > MAX_PIECES ? null : pieces;
};

/** The multiple of the expected quantity that must be confirmed. */
function useWarningFactor(): number {
  const [factor, setFactor] = useState(DEFAULT_FACTOR);
  useEffect(() => {
    const read = async () => {
      const site = await readValue("site");
      if (site !== undefined) setFactor(site.quantityWarningFactor);
    };
    // Without the storage the default applies.
    read().catch(() => undefined);
  }, []);
  return factor;
}

/**
 * Saves the typed quantity on a scan and when the screen is left. A quantity far above the expected one must
 * be confirmed first. `save` stores the quantity; other actions pass their work to `saving`.
 */
export function useSaveOnLeave(
  spot: Spot,
  typed: TypedQuantity,
  save: (quantity: number) => Promise<void>,
): { readonly saving: <T>(work: Promise<T>) => Promise<T> } {
  const latest = useRef({ typed, save });
  latest.current = { typed, save };
  const isDone = useRef(false);
  const saving = async <T>(work: Promise<T>): Promise<T> => {
    isDone.current = true;
    try {
      return await latest.current.typed.saved(work);
    } catch (error) {
      isDone.current = false;
      throw error;
    }
  };
  useSpotScans(spot, async () => {
    const { quantity, isTooLarge } = latest.current.typed.current();
    if (isTooLarge) {
      latest.current.typed.confirm();
      announce(t(msg("Confirm the quantity first.")), true);
      return false;
    }
    if (quantity !== null) await saving(latest.current.save(quantity));
    return true;
  });
  useEffect(() => {
    const userId = session.peek()?.user.id;
    return () => {
      const { quantity, isTooLarge } = latest.current.typed.current();
      // Input of another user is not saved.
      if (isDone.current || quantity === null || isTooLarge || session.peek()?.user.id !== userId) return;
      saving(latest.current.save(quantity)).catch(reportError);
    };
  }, []);
  return { saving };
}
