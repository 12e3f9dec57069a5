import { MAX_PIECES } from "../../../../domain/counting/fold.ts";
import { type Message, msg } from "../../../../domain/message.ts";
import type { Pack } from "../../../../domain/packs.ts";
import { number, t } from "../../../i18n/translate.ts";
import { useDigitKeys } from "../../../scanner/typed-digits.ts";
import { Announcer } from "../../../ui/announce.tsx";
import { Button, IconButton } from "../../../ui/button.tsx";
import { Page } from "../../../ui/page.tsx";
import { Problem } from "../../../ui/use-action.tsx";
import type { Spot } from "../scan.ts";
import { DraftOffer, type DraftSubject } from "./draft-offer.tsx";
import { PackUnits } from "./pack-units.tsx";
import { type TypedQuantity, useSaveOnLeave, useTyped } from "./typed-quantity.ts";
import "./count.css";

interface QuantityProps {
  readonly title: string;
  readonly subject: DraftSubject;
  readonly packs: readonly Pack[];
  readonly spot: Spot;
  /** The counted quantity and its location, as text. */
  readonly caption: string;
  /** Null: hidden or unknown. */
  readonly expected: number | null;
  readonly isBusy: boolean;
  readonly problem: string | null;
  /** Saves the quantity, also when the screen is left. */
  readonly save: (quantity: number) => Promise<void>;
  /** Called with the result of saving by the button. */
  readonly onSave: (saved: Promise<void>) => void;
}

/** A screen to type a quantity. */
export function Quantity({
  title,
  subject,
  packs,
  spot,
  caption,
  expected,
  isBusy,
  problem,
  save: saveQuantity,
  onSave,
}: QuantityProps) {
  const typed = useTyped(expected, subject);
  const { saving } = useSaveOnLeave(spot, typed, saveQuantity);
  const save = (quantity: number) => onSave(saving(saveQuantity(quantity)));
  return (
    <Page
      title={title}
      class="pad-page"
      back
      actions={<SaveButton typed={typed} isBusy={isBusy} onSave={save} />}
    >
      <Announcer />
      <DraftOffer isPad />
      <Problem text={problem} />
      <Amount typed={typed} caption={caption} expected={expected} />
      <PackUnits typed={typed} packs={packs} />
      <NumberPad digits={typed.digits} onDigits={typed.onDigits} />
    </Page>
  );
}

interface SaveButtonProps {
  readonly typed: TypedQuantity;
  readonly isBusy: boolean;
  /** The label of the button, with `{quantity}`; default "Save". */
  readonly label?: Message<{ quantity: number }>;
  readonly onSave: (quantity: number) => void;
}

/** Saves the typed quantity. A quantity far above the expected one must be confirmed. */
export function SaveButton({ typed, isBusy, label = msg("Save {quantity}"), onSave }: SaveButtonProps) {
  const { quantity, isAsking, confirm } = typed;
  const save = () => {
    if (isBusy) return;
    const confirmed = confirm();
    if (confirmed !== null) onSave(confirmed);
  };
  useDigitKeys(typed.digits, typed.onDigits, save);
  return (
    <Button disabled={quantity === null || isBusy} onClick={save}>
      {quantity === null
        ? t(msg("Enter quantity"))
        : t(isAsking ? msg("Yes, {quantity}") : label, { quantity })}
    </Button>
  );
}

interface AmountProps {
  readonly typed: TypedQuantity;
  /** The current quantity, as text. */
  readonly caption: string;
  readonly expected: number | null;
}

/** The typed quantity and the current one. A question replaces the current one, so that nothing moves. */
export function Amount({ typed, caption, expected }: AmountProps) {
  const { quantity, isAsking, isTooMany } = typed;
  return (
    <div class={isAsking ? "amount-shown is-elsewhere" : "amount-shown"}>
      <span role="status">
        {isTooMany
          ? t(msg("At most {max} pieces."), { max: MAX_PIECES })
          : isAsking
            ? t(msg("{quantity}? Expected: {expected}"), { quantity: quantity ?? 0, expected: expected ?? 0 })
            : caption}
        {expected !== null && !isAsking && (
          <>
            <br />
            {t(msg("Expected: {expected}"), { expected })}
          </>
        )}
      </span>
      <output aria-label={t(msg("Typed"))}>{quantity === null ? "–" : number(quantity)}</output>
    </div>
  );
}

const KEYS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];
/** The server accepts 2 147 483 647 pieces; nobody types as many. */
const MAX_DIGITS = 9;

interface NumberPadProps {
  /** The digits typed so far. */
  readonly digits: string;
  readonly onDigits: (digits: string) => void;
}

/** A number pad usable with gloves, without an on-screen keyboard. */
export function NumberPad({ digits, onDigits }: NumberPadProps) {
  const add = (key: string) => onDigits((digits === "0" ? key : digits + key).slice(0, MAX_DIGITS));
  return (
    <fieldset class="bare" aria-label={t(msg("Number"))}>
      <div class="number-pad">
        {KEYS.map((key) => (
          <Button key={key} onClick={() => add(key)}>
            {key}
          </Button>
        ))}
        <Button aria-label={t(msg("Clear the number"))} onClick={() => onDigits("")}>
          C
        </Button>
        <Button onClick={() => add("0")}>0</Button>
        <IconButton
          kind="primary"
          icon="erase"
          label={t(msg("Delete the last digit"))}
          onClick={() => onDigits(digits.slice(0, -1))}
        />
      </div>
    </fieldset>
  );
}
