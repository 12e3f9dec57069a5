import { useEffect } from "preact/hooks";
import { msg } from "../../../../domain/message.ts";
import type { StoredInventory } from "../../../db/reference-shapes.ts";
import { useStored } from "../../../db/use-stored.ts";
import { signalComplete } from "../../../feedback/sounds.ts";
import { speak } from "../../../feedback/speech.ts";
import { t } from "../../../i18n/translate.ts";
import { locationName } from "../../../offline/sync/locations.ts";
import { announce } from "../../../ui/announce.tsx";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { FittedName } from "../../../ui/fitted-name.tsx";
import { Icon } from "../../../ui/icon.tsx";
import type { LocationProgress } from "../items.ts";
import { articlesBeingAdded } from "../recent-operations.ts";
import type { Spot } from "../scan.ts";
import { current, currentAt } from "./current.ts";
import { nextToCount } from "./figures.ts";
import { switchLocation } from "./scanning.ts";

/** Everything expected at a location is counted. */
interface CompletionState {
  /** The number of articles below the expected quantity, whose pieces may still be scanned. */
  readonly below: number;
  /** The next location; null: everything expected in the stocktake is counted. */
  readonly next: number | null;
}

/**
 * Whether a location is complete, without open questions, and the next location; null: not complete. Always
 * null in a blind count: the terminal does not know the expected quantities, and must not reveal them.
 * `progress` null: not read yet.
 */
export function useCompletion(
  inventory: StoredInventory,
  spot: Spot,
  progress: LocationProgress | null,
): CompletionState | null {
  const { inventoryId, placeId } = spot;
  const isHidden = inventory.isBlind && !inventory.showsExpected;
  const isCounted =
    !isHidden &&
    progress !== null &&
    progress.expected > 0 &&
    progress.open === 0 &&
    progress.openQuestions === 0;
  const below = isCounted ? progress.below : [];
  const done = useStored<CompletionState | null>(
    async () => {
      if (!isCounted) return null;
      const incomplete = await articlesBeingAdded(inventoryId, placeId, below);
      return { below: incomplete.length, next: await nextToCount(inventoryId, placeId) };
    },
    ["outbox", "items"],
    [inventoryId, placeId, isCounted, below],
  );
  const isKnown = progress !== null && (!isCounted || done !== null);
  useCompletionSignal(spot, isKnown ? isCounted && done?.below === 0 : null);
  return isCounted ? done : null;
}

interface CompletionProps {
  readonly spot: Spot;
  /** Null: the location is not complete. */
  readonly done: CompletionState | null;
}

/** The completion as one line of the title bar, of fixed height. */
export function CompletionLine({ done }: Pick<CompletionProps, "done">) {
  if (done === null) return null;
  const { below, next } = done;
  if (next === null && below > 0) return null;
  return (
    <small class="completion-line one-line">
      {below === 0 && <Icon name="there" size={16} />}
      {next === null ? t(msg("Complete")) : <FittedName name={locationName(next)} text={nextText} />}
    </small>
  );
}

const nextText = (name: string) => t(msg("Next: {name}"), { name });
const goText = (name: string) => t(msg("Go to {name}"), { name });
const completeText = (name: string) => t(msg("{name} complete"), { name });

/**
 * The completion below the list, with a link to the next location. It has a fixed height, so that no control
 * moves.
 */
export function Completion({ spot, done }: CompletionProps) {
  return <div class="completion-space">{done !== null && <CompletionBox spot={spot} done={done} />}</div>;
}

function CompletionBox({ spot, done }: { readonly spot: Spot; readonly done: CompletionState }) {
  const { inventoryId, placeId } = spot;
  const name = locationName(placeId);
  const { next } = done;
  return (
    <section class="completion" aria-label={t(msg("Complete"))}>
      <p class="completion-word">
        <span class={done.below === 0 ? "mark is-counted" : "mark is-open"}>
          {done.below === 0 && <Icon name="there" size={22} />}
        </span>
        <span>
          <b>
            {done.below === 0 ? (
              <FittedName name={name} text={completeText} />
            ) : (
              <FittedName
                name={t(msg("All counted, {n, plural, one {# article} other {# articles}} below expected"), {
                  n: done.below,
                })}
              />
            )}
          </b>
          <small>
            {next === null ? (
              t(msg("All locations are counted."))
            ) : (
              <FittedName name={locationName(next)} text={nextText} />
            )}
          </small>
        </span>
      </p>
      {next === null ? (
        <ButtonLink href={`#/count/${inventoryId}/state`}>{t(msg("Progress"))}</ButtonLink>
      ) : (
        <Button onClick={() => switchLocation(spot, { oid: next, name: locationName(next) })}>
          <FittedName name={locationName(next)} text={goText} />
        </Button>
      )}
    </section>
  );
}

/** The last known state of each location, so that its completion is signalled once. */
const lastComplete = new Map<string, boolean>();

/** Signals that a location has become complete, unless by an undo. `isComplete` null: not known yet. */
function useCompletionSignal({ inventoryId, placeId }: Spot, isComplete: boolean | null): void {
  useEffect(() => {
    if (isComplete === null) return;
    const key = `${inventoryId}/${placeId}`;
    const before = lastComplete.get(key);
    lastComplete.set(key, isComplete);
    const now = current.peek();
    const isUndo = now?.kind === "action" && now.icon === "undo";
    // Scans may come before the first read.
    const isScanned =
      before === undefined && now?.kind === "scan" && currentAt({ inventoryId, placeId }) === now;
    if (!isComplete || isUndo || !(before === false || isScanned)) return;
    signalComplete();
    const text = t(msg("{name} complete"), { name: locationName(placeId) });
    speak(text, { isAddition: true });
    announce(text);
  }, [inventoryId, placeId, isComplete]);
}
