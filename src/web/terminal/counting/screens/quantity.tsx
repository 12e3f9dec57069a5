import { type Message, msg } from "../../../../domain/message.ts";
import { number, t } from "../../../i18n/translate.ts";
import { useDigitKeys } from "../../../scanner/typed-digits.ts";
import { Announcer } from "../../../ui/announce.tsx";
import { Page } from "../../../ui/page.tsx";
import { Problem } from "../../../ui/use-action.tsx";
import type { Spot } from "../scan.ts";
import { DraftOffer } from "./draft-offer.tsx";
import { NumberPad } from "./number-pad.tsx";
import { type Typed, useKeepTyped, useTyped } from "./typed.ts";
import type { DraftSubject } from "./use-draft.ts";
import "./count.css";

interface QuantityProps {
  readonly title: string;
  readonly subject: DraftSubject;
  readonly spot: Spot;
  /** How many are counted, and where. */
  readonly words: string;
  /** Null: it must not be told, or nobody knows. */
  readonly expected: number | null;
  readonly isBusy: boolean;
  readonly problem: string | null;
  /** Saves it, wherever the worker goes then. */
  readonly keep: (quantity: number) => Promise<void>;
  /** Goes on when it is saved. */
  readonly onSave: (saved: Promise<void>) => void;
}

/** A whole screen to type a quantity on. */
export function Quantity({
  title,
  subject,
  spot,
  words,
  expected,
  isBusy,
  problem,
  keep,
  onSave,
}: QuantityProps) {
  const typed = useTyped(expected, subject);
  const { saving } = useKeepTyped(spot, typed, keep);
  const save = (quantity: number) => onSave(saving(keep(quantity)));
  return (
    <Page title={title} class="pad-page" back deeds={<Save typed={typed} isBusy={isBusy} onSave={save} />}>
      <Announcer />
      <DraftOffer isPad />
      <Problem text={problem} />
      <Amount typed={typed} words={words} expected={expected} />
      <NumberPad digits={typed.digits} onDigits={typed.onDigits} />
    </Page>
  );
}

interface SaveProps {
  readonly typed: Typed;
  readonly isBusy: boolean;
  /** What the button says, with `{quantity}`; "Save" unless given. */
  readonly words?: Message<{ quantity: number }>;
  readonly onSave: (quantity: number) => void;
}

/** Saves what is typed; of far too much it asks first. */
export function Save({ typed, isBusy, words = TEXTS.save, onSave }: SaveProps) {
  const { quantity, isAsking, confirm } = typed;
  const save = () => {
    if (isBusy) return;
    const sure = confirm();
    if (sure !== null) onSave(sure);
  };
  useDigitKeys(typed.digits, typed.onDigits, save);
  return (
    <button type="button" disabled={quantity === null || isBusy} onClick={save}>
      {quantity === null ? t(TEXTS.type) : t(isAsking ? TEXTS.sure : words, { quantity })}
    </button>
  );
}

interface AmountProps {
  readonly typed: Typed;
  /** What there is. */
  readonly words: string;
  readonly expected: number | null;
}

/** What is typed, beside what there is. The question has the place of what it is about, so that nothing moves. */
export function Amount({ typed: { digits, quantity, isAsking }, words, expected }: AmountProps) {
  return (
    <div class={isAsking ? "amount-shown is-elsewhere" : "amount-shown"}>
      <span role="status">
        {isAsking ? t(TEXTS.doubt, { quantity: quantity ?? 0, expected: expected ?? 0 }) : words}
        {expected !== null && !isAsking && (
          <>
            <br />
            {t(TEXTS.expected, { expected })}
          </>
        )}
      </span>
      <output aria-label={t(TEXTS.typed)}>{digits === "" ? "–" : number(Number(digits))}</output>
    </div>
  );
}

const TEXTS = {
  type: msg("Enter quantity"),
  save: msg("Save {quantity}"),
  sure: msg("Yes, {quantity}"),
  doubt: msg("{quantity}? Expected: {expected}"),
  expected: msg("Expected: {expected}"),
  typed: msg("Typed"),
};
