import { effect, signal } from "@preact/signals";
import { msg } from "../../../../domain/message.ts";
import { isCovered } from "../../../api/screen-cover.ts";
import { session } from "../../../api/tokens.ts";
import { number, t } from "../../../i18n/translate.ts";
import { path, useGoBack } from "../../../router/router.ts";
import { Button } from "../../../ui/button.tsx";
import { useAction } from "../../../ui/use-action.tsx";
import type { Spot } from "../scan.ts";
import { isSameSpot, showDone, showMultiply, spotPath } from "./current.ts";
import { CardButton } from "./item.tsx";
import { PadPage, SaveButton, useSaveOnLeave, useTyped } from "./quantity.tsx";
import { spotOf } from "./scanning.ts";
import { amountOf, Card } from "./verdict-card.tsx";
import "./count.css";

/** The multiple of the next scan. */
interface Multiply {
  readonly spot: Spot;
  readonly pieces: number;
  /** The multiple applies to each scan until it is turned off; else to one. */
  readonly isKeptOn: boolean;
}

/** The chosen multiple; null: one piece. It is never stored, so a restart resets it. */
const multiply = signal<Multiply | null>(null);

let chosenByUser = session.peek()?.user.id ?? null;
// Leaving the location, the lock, or another user resets the multiple.
effect(() => {
  const userId = session.value?.user.id ?? null;
  const [now, isLocked] = [path.value, isCovered.value];
  const chosen = multiply.peek();
  const hasLeft = chosen !== null && !isAt(now, chosen.spot);
  if (chosen !== null && (hasLeft || isLocked || userId !== chosenByUser)) multiply.value = null;
  chosenByUser = userId;
});

function isAt(now: string, { inventoryId, placeId }: Spot): boolean {
  const own = `/count/${inventoryId}/${placeId}`;
  return now === own || now.startsWith(`${own}/`);
}

/** Sets the number of pieces of the next scan at the location. 0 and 1 turn the multiple off. */
function setMultiply(spot: Spot, pieces: number): void {
  multiply.value = pieces > 1 ? { spot, pieces, isKeptOn: multiply.peek()?.isKeptOn ?? false } : null;
}

/** Applies the multiple to each scan, or to one. */
function keepMultiplyOn(isKeptOn: boolean): void {
  const chosen = multiply.peek();
  if (chosen !== null) multiply.value = { ...chosen, isKeptOn };
}

/** The number of pieces of the next scan at the location. */
export function piecesAt(spot: Spot): number {
  const chosen = multiply.value;
  return chosen !== null && isSameSpot(chosen.spot, spot) ? chosen.pieces : 1;
}

/** Resets the multiple after a scan, unless it applies to each scan. */
export function consumeMultiply(): void {
  if (multiply.peek()?.isKeptOn === false) multiply.value = null;
}

/** Opens the screen to multiply the next scan, and shows the current multiple. */
export function MultiplyKey({ spot }: { readonly spot: Spot }) {
  const pieces = piecesAt(spot);
  return (
    <a class={`multiply-key ${pieces > 1 ? "is-on" : ""}`} href={`#${spotPath(spot, "multiply")}`}>
      <span aria-hidden="true">×{number(pieces)}</span>
      <span class="sr-only">
        {pieces > 1 ? t(msg("Multiply: next scan counts {pieces}"), { pieces }) : t(msg("Multiply"))}
      </span>
    </a>
  );
}

/** The number of pieces of the next scan. A typed number also applies to a scan on this screen. */
export function MultiplyScreen(values: Readonly<Record<string, string>>) {
  const spot = spotOf(values);
  const typed = useTyped(null, null);
  const choose = async (pieces: number) => {
    setMultiply(spot, pieces);
    showMultiply(spot);
  };
  const { saving } = useSaveOnLeave(spot, typed, choose);
  const { run, isBusy } = useAction();
  const goBack = useGoBack();
  const done = (pieces: number) =>
    run(async () => {
      await saving(choose(pieces));
      await goBack();
    });
  return (
    <PadPage
      title={t(msg("Pieces per scan"))}
      typed={typed}
      about={t(msg("Enter the quantity, then scan."))}
      caption={t(msg("Now: {now}"), { now: piecesAt(spot) })}
      expected={null}
      unit={null}
      actions={
        <>
          {multiply.value !== null && <Button onClick={() => done(1)}>{t(msg("Turn off"))}</Button>}
          <SaveButton
            typed={typed}
            unit={null}
            isBusy={isBusy}
            label={msg("Next scan: {quantity}")}
            onSave={done}
          />
        </>
      }
    />
  );
}

/** The card before a multiplied scan. */
export function MultiplyCard({ spot }: { readonly spot: Spot }) {
  const chosen = multiply.value;
  if (chosen === null)
    return <Card icon="count" title={t(msg("Multiply off"))} more={t(msg("Each scan counts 1."))} />;
  const { pieces, isKeptOn } = chosen;
  const turnOff = () => {
    setMultiply(spot, 1);
    showDone(spot, "count", t(msg("Multiply off")), "");
  };
  return (
    <Card
      icon="multiply"
      title={t(isKeptOn ? msg("Each scan counts {pieces}") : msg("Next scan counts {pieces}"), { pieces })}
      amount={amountOf(pieces, null, null)}
      more={t(msg("Scan the article."))}
    >
      <div class="verdict-answers">
        <CardButton
          label={isKeptOn ? msg("One scan only") : msg("Keep on")}
          onTap={() => keepMultiplyOn(!isKeptOn)}
        />
        <CardButton label={msg("Cancel")} onTap={turnOff} />
      </div>
    </Card>
  );
}
