import { MAX_PIECES } from "../../../../domain/counting/fold.ts";
import { type Message, msg } from "../../../../domain/message.ts";
import { type Pack, type TypedUnits, typedPieces } from "../../../../domain/packs.ts";
import { pieces, quantityText } from "../../../articles/amounts.ts";
import { number, t } from "../../../i18n/translate.ts";
import { site } from "../../../login/site.ts";
import { useDigitKeys } from "../../../scanner/digit-keys.ts";
import { Announcer, announce } from "../../../ui/announce.tsx";
import { Button, IconButton } from "../../../ui/button.tsx";
import { Page } from "../../../ui/page.tsx";
import { Problem } from "../../../ui/use-action.tsx";
import type { Spot } from "../scan.ts";
import { DraftOffer, type DraftSubject, useDraft } from "./draft-offer.tsx";
import "./count.css";
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { session } from "../../../api/tokens.ts";
import { useStored } from "../../../db/use-stored.ts";
import { reportError } from "../../../errors/report-error.ts";
import { articleOf } from "../../../offline/sync/articles.ts";
import { locationName } from "../../../offline/sync/locations.ts";
import { SECOND_TAP_MS } from "../../../ui/double-tap.ts";
import { useSpotScans } from "./scanning.ts";

interface PadProps extends AmountProps {
  readonly title: string;
  readonly actions: ComponentChildren;
  readonly problem?: string | null;
  /** A line above the number. */
  readonly about?: string;
  readonly packs?: readonly Pack[];
  /** Shown in place of the keys. */
  readonly insteadOfKeys?: ComponentChildren;
  /** Below the keys. */
  readonly children?: ComponentChildren;
}

/** A screen to type a number. */
export function PadPage(props: PadProps) {
  const { title, actions, problem = null, about, packs = [], insteadOfKeys, children, ...amount } = props;
  const { typed, unit } = amount;
  return (
    <Page title={title} class="pad-page" actions={actions}>
      <Announcer />
      <DraftOffer isPad />
      <Problem text={problem} />
      {about !== undefined && <p class="muted one-line">{about}</p>}
      <Amount {...amount} />
      {insteadOfKeys ?? (
        <>
          <PackUnits typed={typed} packs={packs} unit={unit} />
          <NumberPad digits={typed.digits} onDigits={typed.onDigits} />
        </>
      )}
      {children}
    </Page>
  );
}

/** The subject of the drafts of an item at a location. */
export const draftSubject = (
  { inventoryId, placeId }: Spot,
  { name, code, unit }: Omit<DraftSubject, "inventoryId" | "place">,
): DraftSubject => ({ inventoryId, name, code, place: locationName(placeId), unit });

interface QuantityProps extends Omit<PadProps, "actions" | "typed"> {
  readonly subject: DraftSubject;
  readonly spot: Spot;
  readonly isBusy: boolean;
  /** Saves the quantity, also when the screen is left. */
  readonly save: (quantity: number) => Promise<void>;
  /** Called with the result of saving by the button. */
  readonly onSave: (saved: Promise<void>) => void;
}

/** A screen to type a quantity. */
export function Quantity({ subject, spot, isBusy, save: saveQuantity, onSave, ...pad }: QuantityProps) {
  const typed = useTyped(pad.expected, subject);
  const { saving } = useSaveOnLeave(spot, typed, saveQuantity);
  const save = (quantity: number) => onSave(saving(saveQuantity(quantity)));
  return (
    <PadPage
      {...pad}
      typed={typed}
      actions={<SaveButton typed={typed} unit={pad.unit} isBusy={isBusy} onSave={save} />}
    />
  );
}

interface SaveButtonProps {
  readonly typed: TypedQuantity;
  /** Null: pieces. */
  readonly unit: string | null;
  readonly isBusy: boolean;
  /** The label of the button, with `{quantity}`; default "Save". */
  readonly label?: Message<{ quantity: string }>;
  readonly onSave: (quantity: number) => void;
}

/** Saves the typed quantity. A doubtful one must be confirmed. */
export function SaveButton({ typed, unit, isBusy, label = msg("Save {quantity}"), onSave }: SaveButtonProps) {
  const { quantity, isAsking, confirm } = typed;
  const save = () => {
    if (isBusy) return;
    const confirmed = confirm();
    if (confirmed !== null) onSave(confirmed);
  };
  const { digits, onDigits, onDoubt } = typed;
  useDigitKeys({ digits, onDigits, onDoubt, onEnter: save });
  return (
    <Button kind="primary" disabled={quantity === null || isBusy} onClick={save}>
      {quantity === null
        ? t(msg("Enter quantity"))
        : t(isAsking ? msg("Yes, {quantity}") : label, { quantity: quantityText(quantity, unit) })}
    </Button>
  );
}

interface AmountProps {
  readonly typed: TypedQuantity;
  /** The current quantity, as text. */
  readonly caption: string;
  /** Null: hidden or unknown. */
  readonly expected: number | null;
  /** Null: pieces. */
  readonly unit: string | null;
}

/** The typed quantity and the current one. A question replaces the current one, so that nothing moves. */
function Amount({ typed, caption, expected, unit }: AmountProps) {
  const { quantity, isAsking, isUnclear, isTooMany } = typed;
  return (
    <div class={isAsking ? "amount-shown is-elsewhere" : "amount-shown"}>
      <span role="status">
        {isTooMany
          ? t(msg("At most {quantity}."), { quantity: pieces(MAX_PIECES, unit) })
          : isAsking
            ? t(
                isUnclear
                  ? msg("{quantity}? Tap C if this was a scan.")
                  : msg("{quantity}? Expected: {expected}"),
                { quantity: number(quantity ?? 0), expected: quantityText(expected ?? 0, unit) },
              )
            : caption}
        {expected !== null && !isAsking && (
          <>
            <br />
            {t(msg("Expected: {expected}"), { expected: quantityText(expected, unit) })}
          </>
        )}
      </span>
      <output aria-label={t(msg("Typed"))}>
        {[quantity === null ? "–" : number(quantity), unit].filter((part) => part !== null).join(" ")}
      </output>
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
function NumberPad({ digits, onDigits }: NumberPadProps) {
  const add = (key: string) => onDigits((digits === "0" ? key : digits + key).slice(0, MAX_DIGITS));
  return (
    <fieldset class="bare" aria-label={t(msg("Number"))}>
      <div class="number-pad">
        {KEYS.map((key) => (
          <Button kind="primary" key={key} onClick={() => add(key)}>
            {key}
          </Button>
        ))}
        <Button kind="primary" aria-label={t(msg("Clear the number"))} onClick={() => onDigits("")}>
          C
        </Button>
        <Button kind="primary" onClick={() => add("0")}>
          0
        </Button>
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

/** A typed quantity. */
interface TypedQuantity {
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
  /** Its digits may be those of a scan. */
  readonly isUnclear: boolean;
  readonly onDoubt: () => void;
  /** The quantity is far above the expected one or unclear, and not confirmed yet. */
  readonly isDoubted: boolean;
  /** The question is shown. */
  readonly isAsking: boolean;
  /** The current input, rendered or not, and whether it must be confirmed. */
  readonly current: () => { readonly quantity: number | null; readonly isDoubtful: boolean };
  /** Returns the quantity to save; null: a question is shown first. */
  readonly confirm: () => number | null;
  /** Removes the draft when `work` has saved it. */
  readonly saved: <T>(work: Promise<T>) => Promise<T>;
}

/**
 * State of a number pad. A quantity far above `expected` (null: unknown) must be confirmed, and one that may be a scan. Each change is
 * stored as a draft of the subject (null: none).
 */
export function useTyped(expected: number | null, subject: DraftSubject | null): TypedQuantity {
  const [units, setUnits] = useState<TypedUnits>({});
  const [unit, setUnit] = useState(1);
  const [isAsking, setAsking] = useState(false);
  const askedAt = useRef(0);
  const latest = useRef<TypedUnits>({});
  const isUnclear = useRef(false);
  const factor = site.value.quantityWarningFactor;
  const show = (next: TypedUnits) => {
    latest.current = next;
    // More digits don't tell where the first ones came from.
    if (typedPieces(next) === null) isUnclear.current = false;
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
  const isDoubtful = (typed: number | null) =>
    typed !== null &&
    (isUnclear.current || (expected !== null && expected > 0 && typed >= expected * factor));
  const isToConfirm = isDoubtful(quantity);
  const isDoubted = isToConfirm && !isAsking;
  const ask = () => {
    askedAt.current = performance.now();
    setAsking(true);
  };
  return {
    digits,
    current: () => ({ quantity: numberOf(latest.current), isDoubtful: isDoubtful(numberOf(latest.current)) }),
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
    isAsking: isToConfirm && isAsking,
    isUnclear: isUnclear.current,
    onDoubt() {
      isUnclear.current = true;
      ask();
    },
    confirm() {
      // Ignores the second of two quick taps.
      if (isAsking && performance.now() - askedAt.current < SECOND_TAP_MS) return null;
      if (!isDoubted) return quantity;
      ask();
      return null;
    },
  };
}

const numberOf = (units: TypedUnits) => {
  const pieces = typedPieces(units);
  return pieces !== null && pieces > MAX_PIECES ? null : pieces;
};

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
  /** What saves the input, or has saved it; null: nothing yet. */
  const done = useRef<Promise<unknown> | null>(null);
  const saving = <T,>(work: Promise<T>): Promise<T> => {
    const saved = latest.current.typed.saved(work).catch((error: unknown) => {
      done.current = null;
      throw error;
    });
    done.current = saved;
    return saved;
  };
  useSpotScans(spot, async () => {
    if (done.current !== null) {
      await done.current;
      return true;
    }
    const { quantity, isDoubtful } = latest.current.typed.current();
    if (isDoubtful) {
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
      const { quantity, isDoubtful } = latest.current.typed.current();
      // Input of another user is not saved.
      if (done.current !== null || quantity === null || isDoubtful || session.peek()?.user.id !== userId)
        return;
      saving(latest.current.save(quantity)).catch(reportError);
    };
  }, []);
  return { saving };
}

const NONE: readonly Pack[] = [];

/** The packs of an article, as this device knows them. */
export function usePacks(articleId: number | null): readonly Pack[] {
  const loaded = useStored(
    async () => (articleId === null ? null : await articleOf(articleId)),
    ["articles"],
    [articleId],
  );
  return loaded?.packs ?? NONE;
}

interface PackUnitsProps {
  readonly typed: TypedQuantity;
  readonly packs: readonly Pack[];
  /** Of single ones; null: pieces. */
  readonly unit: string | null;
}

/**
 * Chooses what the typed number counts: pieces or a pack. Numbers of several units add up. Packs that change meanwhile are shown when
 * no pack is typed: what is saved is what was shown.
 */
function PackUnits({ typed: { unit, onUnit, units }, packs: newest, unit: single }: PackUnitsProps) {
  const shown = useRef(newest);
  if (!isPackTyped(unit, units)) shown.current = newest;
  const packs = shown.current;
  if (packs.length === 0) return null;
  // Of packs of one size the first is enough.
  const sizes = packs.filter(({ quantity }, at) => packs[at - 1]?.quantity !== quantity);
  const all = [{ name: single ?? t(msg("Pieces", "number")), quantity: 1 }, ...sizes];
  const sum = all
    .filter(({ quantity }) => (units[quantity] ?? "") !== "")
    .map(({ name, quantity }) => `${number(Number(units[quantity]))} × ${name}`);
  return (
    <fieldset class="bare" aria-label={t(msg("Count in"))}>
      <div class="pack-units">
        {all.map(({ name, quantity }) => (
          <Button
            key={quantity}
            kind={quantity === unit ? "primary" : "secondary"}
            aria-pressed={quantity === unit}
            onClick={() => onUnit(quantity)}
          >
            {quantity === 1
              ? name
              : t(msg("{name} ({pieces})"), { name, pieces: quantityText(quantity, single) })}
          </Button>
        ))}
      </div>
      <p class="muted one-line">
        {sum.length > 0 ? sum.join(" + ") : t(msg("Choose a pack, then enter how many."))}
      </p>
    </fieldset>
  );
}

const isPackTyped = (unit: number, units: TypedUnits) =>
  unit !== 1 || Object.entries(units).some(([size, digits]) => size !== "1" && digits !== "");
