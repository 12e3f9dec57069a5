import { useEffect, useRef, useState } from "preact/hooks";
import { msg } from "../../../../domain/message.ts";
import { getProgressDetails } from "../../../api/inventories.ts";
import type { StoredInventory } from "../../../db/outbox-shapes.ts";
import { useStored } from "../../../db/use-stored.ts";
import { signalComplete } from "../../../feedback/sounds.ts";
import { speak } from "../../../feedback/speech.ts";
import { t } from "../../../i18n/translate.ts";
import { entriesIn } from "../../../offline/outbox/entries.ts";
import { sendNow } from "../../../offline/sender.ts";
import { changeInventoryState, inventories } from "../../../offline/sync/inventories.ts";
import { locationName } from "../../../offline/sync/locations.ts";
import { go, startAction } from "../../../router/router.ts";
import { Announcer, announce } from "../../../ui/announce.tsx";
import { Banner } from "../../../ui/banner.tsx";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { FittedName } from "../../../ui/fitted-name.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Page } from "../../../ui/page.tsx";
import { Problem, useAction } from "../../../ui/use-action.tsx";
import type { LocationProgress } from "../items.ts";
import { articlesBeingAdded } from "../local-operations.ts";
import type { Spot } from "../scan.ts";
import { useFollowedProgress } from "./choose-location.tsx";
import { StocktakeGone } from "./count.tsx";
import { current, currentAt } from "./current.ts";
import { nextToCount } from "./figures.ts";
import { PendingTerminals, StillToCount } from "./inventories.tsx";
import { AwayNotice, ProgressFigures } from "./inventory-state.tsx";
import { switchLocation } from "./scanning.ts";
import "./count.css";

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
        <ButtonLink kind="primary" href={`#/count/${inventoryId}/state`}>
          {t(msg("Progress"))}
        </ButtonLink>
      ) : (
        <Button kind="primary" onClick={() => switchLocation(spot, { oid: next, name: locationName(next) })}>
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

/**
 * Before an inventory is finished: open items, terminals with unsent counts, and unsent counts of this
 * terminal.
 */
export function Finish({ inventory }: Readonly<Record<string, string>>) {
  const oid = Number(inventory);
  const stored = inventories.value.find((one) => one.oid === oid);
  const sending = useAction();
  const finishing = useAction();
  const [isSent, setSent] = useState(false);
  const unsentEntries = useStored(
    async () => (await entriesIn("waiting", "asked")).filter((one) => one.inventoryId === oid),
    ["outbox"],
    [oid],
  );
  const unsentCount = unsentEntries?.length ?? 0;
  const isAnswered = unsentCount === 0;
  const progress = useFollowedProgress(isSent ? getProgressDetails({ id: oid }) : null);
  // While they are loaded again, the button stays for the moment until the response is late.
  const freshAt = useRef<number | null>(null);
  if (progress.state === "fresh") freshAt.current = progress.at;
  // A response from before the counts of this terminal were answered does not include them: it is loaded again.
  const outdated = useRef<number | null>(null);
  if (!isAnswered) outdated.current = progress.at;
  useEffect(() => {
    if (isAnswered) progress.refetch();
  }, [isAnswered]);
  const send = () =>
    sending.run(async () => {
      await sendNow();
      setSent(true);
      progress.refetch();
    });
  useEffect(send, [oid]);
  if (stored === undefined) return <StocktakeGone />;
  const { body, state, at } = progress;
  const isCurrent = state === "fresh" || (state === "loading" && at === freshAt.current);
  const isReady = isAnswered && body !== null && isCurrent && at !== outdated.current;
  const missing = body === null ? 0 : body.total - body.counted;
  const pendingCount = (body?.terminals ?? []).reduce((sum, { pending }) => sum + pending, 0);
  const finish = () =>
    finishing.run(async () => {
      const follow = startAction();
      await changeInventoryState(oid, "finish");
      announce(t(msg("The stocktake is finished.")));
      follow(() => go("/count", { replace: true }));
    });
  return (
    <Page
      title={t(msg("Finish {name}?"), { name: stored.name })}
      actions={
        isReady ? (
          <Button
            kind={missing + pendingCount > 0 ? "danger" : "primary"}
            disabled={finishing.isBusy}
            onClick={finish}
          >
            {missing > 0 ? t(msg("Finish, {n} not counted"), { n: missing }) : t(msg("Finish the stocktake"))}
          </Button>
        ) : (
          <Button kind="primary" disabled={sending.isBusy} onClick={send}>
            {t(unsentCount > 0 ? msg("Send unsent counts first") : msg("Try again"))}
          </Button>
        )
      }
    >
      <Announcer />
      <Problem text={finishing.problem ?? sending.problem} />
      <AwayNotice progress={progress} />
      {unsentCount > 0 && (
        <Banner tone="warning">
          {t(
            msg(
              "{n, plural, one {# count on this terminal is} other {# counts on this terminal are}} not sent or not answered yet.",
            ),
            { n: unsentCount },
          )}{" "}
          <a href="#/unsent">{t(msg("Look at them"))}</a>
        </Banner>
      )}
      <ProgressFigures progress={progress} />
      {body !== null && pendingCount > 0 && (
        <Banner tone="warning">
          {t(msg("Other terminals still hold counts. What comes after the end is kept, but not counted."))}
        </Banner>
      )}
      {body !== null && <PendingTerminals progress={body} />}
      {body !== null && <StillToCount inventoryId={oid} progress={body} />}
    </Page>
  );
}
