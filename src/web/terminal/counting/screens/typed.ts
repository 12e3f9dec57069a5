import { useEffect, useRef, useState } from "preact/hooks";
import { msg } from "../../../../domain/message.ts";
import { session } from "../../../api/tokens.ts";
import { readValue } from "../../../db/values.ts";
import { reportError } from "../../../errors/report-error.ts";
import { t } from "../../../i18n/translate.ts";
import { announce } from "../../../ui/announce.tsx";
import { SECOND_TAP_MS } from "../../../ui/double-tap.ts";
import type { Spot } from "../scan.ts";
import { useSpotScans } from "./spot.ts";
import { type DraftSubject, useDraft } from "./use-draft.ts";

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
  /** What is typed at this moment, drawn or not, and whether it is far more than is expected. */
  readonly current: () => { readonly quantity: number | null; readonly isFar: boolean };
  /** Asks first where it is doubted: gives the quantity that is to be saved, else null. */
  readonly confirm: () => number | null;
  /** Removes the draft of it when `work` has saved it. */
  readonly saved: <T>(work: Promise<T>) => Promise<T>;
}

/**
 * What is typed on the pad; of far more than `expected` (null: not known) the worker is asked once more. Each change is kept as a
 * draft of the subject (null: none), which is offered again where it was not saved.
 */
export function useTyped(expected: number | null, subject: DraftSubject | null): Typed {
  const [digits, setDigits] = useState("");
  const [isAsking, setAsking] = useState(false);
  const askedAt = useRef(0);
  const latest = useRef("");
  const factor = useWarningFactor();
  const show = (next: string) => {
    latest.current = next;
    setDigits(next);
    setAsking(false);
  };
  const draft = useDraft("quantity", subject, show);
  const quantity = numberOf(digits);
  const isFar = (typed: number | null) =>
    typed !== null && expected !== null && expected > 0 && typed >= expected * factor;
  const isFarMore = isFar(quantity);
  const isDoubted = isFarMore && !isAsking;
  return {
    digits,
    current: () => ({ quantity: numberOf(latest.current), isFar: isFar(numberOf(latest.current)) }),
    onDigits(next) {
      show(next);
      draft.keep(next);
    },
    saved: draft.saved,
    quantity,
    isDoubted,
    isAsking: isFarMore && isAsking,
    confirm() {
      // The second of two quick taps answers nothing.
      if (isAsking && performance.now() - askedAt.current < SECOND_TAP_MS) return null;
      if (!isDoubted) return quantity;
      askedAt.current = performance.now();
      setAsking(true);
      return null;
    },
  };
}

const numberOf = (digits: string) => (digits === "" ? null : Number(digits));

/** From how many times the expected on the worker is asked whether it is so. */
function useWarningFactor(): number {
  const [factor, setFactor] = useState(USUAL_FACTOR);
  useEffect(() => {
    const read = async () => {
      const site = await readValue("site");
      if (site !== undefined) setFactor(site.quantityWarningFactor);
    };
    // Without the storage the usual factor holds.
    read().catch(() => undefined);
  }, []);
  return factor;
}

/**
 * Saves what is typed when the next thing is scanned and when the screen is left, as Back does; of far too much the worker is asked
 * first. `keep` saves; a button that saves something else in its place gives that to `saving`.
 */
export function useKeepTyped(
  spot: Spot,
  typed: Typed,
  keep: (quantity: number) => Promise<void>,
): { readonly saving: <T>(work: Promise<T>) => Promise<T> } {
  const latest = useRef({ typed, keep });
  latest.current = { typed, keep };
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
    const { quantity, isFar } = latest.current.typed.current();
    if (isFar) {
      latest.current.typed.confirm();
      announce(t(TEXTS.first), true);
      return false;
    }
    if (quantity !== null) await saving(latest.current.keep(quantity));
    return true;
  });
  useEffect(() => {
    const who = session.peek()?.user.id;
    return () => {
      const { quantity, isFar } = latest.current.typed.current();
      // What somebody else left behind is not theirs to save.
      if (isDone.current || quantity === null || isFar || session.peek()?.user.id !== who) return;
      saving(latest.current.keep(quantity)).catch(reportError);
    };
  }, []);
  return { saving };
}

const TEXTS = {
  first: msg("Confirm the quantity first."),
};
