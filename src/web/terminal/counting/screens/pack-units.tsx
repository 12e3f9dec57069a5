import { useRef } from "preact/hooks";
import { msg } from "../../../../domain/message.ts";
import type { Pack, TypedUnits } from "../../../../domain/packs.ts";
import { useStored } from "../../../db/use-stored.ts";
import { number, t } from "../../../i18n/translate.ts";
import { articleOf } from "../../../offline/sync/articles.ts";
import { Button } from "../../../ui/button.tsx";
import type { TypedQuantity } from "./typed-quantity.ts";

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
}

/**
 * Chooses what the typed number counts: pieces or a pack. Numbers of several units add up. Packs that change meanwhile are shown when
 * no pack is typed: what is saved is what was shown.
 */
export function PackUnits({ typed: { unit, onUnit, units }, packs: newest }: PackUnitsProps) {
  const shown = useRef(newest);
  if (!isPackTyped(unit, units)) shown.current = newest;
  const packs = shown.current;
  if (packs.length === 0) return null;
  // Of packs of one size the first is enough.
  const sizes = packs.filter(({ quantity }, at) => packs[at - 1]?.quantity !== quantity);
  const all = [{ name: t(msg("Pieces", "number")), quantity: 1 }, ...sizes];
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
            {quantity === 1 ? name : t(msg("{name} ({pieces})"), { name, pieces: quantity })}
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
