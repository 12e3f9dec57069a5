import { signal } from "@preact/signals";
import { useRef, useState } from "preact/hooks";
import { msg } from "../../../../domain/message.ts";
import { session } from "../../../api/tokens.ts";
import type { StoredInventory } from "../../../db/outbox-shapes.ts";
import { useStored } from "../../../db/use-stored.ts";
import { reportError } from "../../../errors/report-error.ts";
import { number, t } from "../../../i18n/translate.ts";
import { allLocations, locationLabel } from "../../../offline/sync/locations.ts";
import { rfidReader } from "../../../scanner/tag-input.ts";
import { LazyCamera } from "../../../scanner/use-camera.tsx";
import { useScans } from "../../../scanner/use-scans.ts";
import { Announcer } from "../../../ui/announce.tsx";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { Page } from "../../../ui/page.tsx";
import { errorText, useAction } from "../../../ui/use-action.tsx";
import { progressHere, type Recent, recent } from "../items.ts";
import type { Spot } from "../scan.ts";
import { type LoadedInventory, LoadProblem, useInventory, useRememberedLabel } from "./choose-location.tsx";
import { Completion, CompletionLine, useCompletion } from "./completion.tsx";
import { DraftOffer } from "./draft-offer.tsx";
import { ExpectedList, itemHref } from "./expected-list.tsx";
import { MultiplyKey } from "./multiply.tsx";
import { RecentList } from "./recent-list.tsx";
import { takeLabel, takeScan } from "./scanning.ts";
import { LateBanner, LoadingBar } from "./stocktake-notices.tsx";
import { VerdictCard } from "./verdict-card.tsx";
import "./count.css";
import "./count-tablet.css";
import { go } from "../../../router/router.ts";
import { SECOND_TAP_MS } from "../../../ui/double-tap.ts";
import type { IconName } from "../../../ui/icon.tsx";
import { currentAt, itemOfCard, showDone, spotPath, undoEntry } from "./current.ts";

type List = "recent" | "open" | "all";

/** The chosen list, kept for the return to the screen. */
const chosenList = signal<List>("recent");

/** Counting at a location. */
export function Count({ inventory, location }: Readonly<Record<string, string>>) {
  const loaded = useInventory(Number(inventory));
  const { inventory: stored } = loaded;
  if (stored === null) return <StocktakeGone />;
  const spot = { inventoryId: stored.oid, placeId: Number(location) };
  return <Counting inventory={stored} spot={spot} loaded={loaded} />;
}

interface CountingProps {
  readonly inventory: StoredInventory;
  readonly spot: Spot;
  readonly loaded: LoadedInventory;
}

function Counting({ inventory, spot, loaded }: CountingProps) {
  const list = chosenList.value;
  const [isCamera, setCamera] = useState(false);
  useScans(async (scan) => {
    await takeScan(scan, inventory, spot);
  });
  // Scans of articles were reported as not counted.
  useRememberedLabel(inventory.cursor !== null && allLocations.value.size > 0, (label) => {
    if (label !== undefined) takeLabel(label, inventory, spot).catch(reportError);
  });
  const { inventoryId, placeId } = spot;
  const operations = useStored(() => recent(inventoryId, MAX_RECENT), ["outbox"], [inventoryId]);
  const progress = useStored(
    () => progressHere(inventoryId, placeId),
    ["outbox", "items"],
    [inventoryId, placeId],
  );
  const completion = useCompletion(inventory, spot, progress);
  const name = allLocations.value.get(placeId)?.name ?? locationLabel(placeId);
  return (
    <Page
      title={name}
      class={`count-page ${list === "recent" || isTablet.value ? "" : "is-compact"} ${completion === null ? "" : "is-complete"}`}
      titleActions={
        <>
          <CompletionLine done={completion} />
          <MultiplyKey spot={spot} />
          <a class="location-figures" href={`#/count/${inventoryId}/state`}>
            {progress === null ? "" : `${number(progress.counted)}/${number(progress.expected)}`}
            <span class="sr-only"> {t(msg("Progress"))}</span>
          </a>
        </>
      }
      actions={
        <CountActions
          list={operations}
          spot={spot}
          isCamera={isCamera}
          onCamera={() => setCamera(!isCamera)}
        />
      }
    >
      <Announcer />
      <LateBanner />
      <div class="count-now">
        <VerdictCard
          spot={spot}
          isCollapsed={list !== "recent" && !isTablet.value}
          onExpand={() => (chosenList.value = "recent")}
        />
        <DraftOffer />
        <LoadProblem loaded={loaded} />
        <LoadingBar />
        {isCamera && <LazyCamera />}
        {rfidReader.value !== null && (
          <ButtonLink href={`#/tags/count/${inventoryId}/${placeId}`}>{t(msg("Read tags"))}</ButtonLink>
        )}
      </div>
      <div class="count-lists">
        <fieldset class="bare" aria-label={t(msg("Which list"))}>
          <div class="toggle">
            {(Object.keys(LISTS) as List[]).map((one) => (
              <Button
                kind="primary"
                key={one}
                aria-pressed={list === one}
                onClick={() => (chosenList.value = one)}
              >
                {t(LISTS[one])}
              </Button>
            ))}
          </div>
        </fieldset>
        {list === "recent" ? (
          <RecentList list={operations} spot={spot} />
        ) : (
          <ExpectedList key={list} spot={spot} isOpenOnly={list === "open"} />
        )}
        <Completion spot={spot} done={completion} />
      </div>
    </Page>
  );
}

/** The stocktake is over, or was never loaded on this device. */
export function StocktakeGone() {
  return (
    <Page title={t(msg("This stocktake is not here"))}>
      <LateBanner />
      <p>{t(msg("It is over, or this device has not loaded it yet."))}</p>
      <ButtonLink kind="primary" icon="count" href="#/count">
        {t(msg("Choose a stocktake"))}
      </ButtonLink>
    </Page>
  );
}

const LISTS = {
  recent: msg("Recent"),
  open: msg("Still to count"),
  all: msg("All here"),
} as const;

const tabletQuery = matchMedia(
  "(min-width: 700px) and (min-device-width: 600px) and (min-device-height: 600px)",
);

/** Whether the screen has room for the card and a list (count-tablet.css). */
const isTablet = signal(tabletQuery.matches);

tabletQuery.addEventListener("change", ({ matches }) => {
  isTablet.value = matches;
});

/** The number of operations shown. Undo is limited to them. */
const MAX_RECENT = 30;

/** The newest operation of the user that is not undone: a colleague's stays, also after a switch of users. */
const lastEffective = (list: readonly Recent[]) =>
  list.find(
    ({ entry: { operation, state }, isUndone }) =>
      operation.userId === session.value?.user.id && !isUndone && state !== "asked" && state !== "given-up",
  );

interface CountActionsProps {
  /** The latest operations, newest first; null: not read yet. */
  readonly list: readonly Recent[] | null;
  readonly spot: Spot;
  readonly isCamera: boolean;
  /** Opens or closes the camera. */
  readonly onCamera: () => void;
}

/** The four main actions of counting, at the bottom. */
function CountActions({ list, spot, isCamera, onCamera }: CountActionsProps) {
  const { inventoryId, placeId } = spot;
  const { run, isBusy } = useAction();
  const canUndo = lastEffective(list ?? []) !== undefined;
  const now = currentAt(spot);
  const item = itemOfCard(now);
  const code = now?.kind === "scan" && now.scan.verdict === "unknown" ? now.scan.entry : null;
  const undoneAt = useRef(Number.NEGATIVE_INFINITY);
  const undoLast = () => {
    // Ignores the second of two quick taps.
    if (performance.now() - undoneAt.current < SECOND_TAP_MS) return;
    undoneAt.current = performance.now();
    run(async () => {
      // The shown list may lack the last scan.
      const last = lastEffective(await recent(inventoryId, MAX_RECENT));
      if (last === undefined) return;
      const { entry } = last;
      try {
        await undoEntry(spot, entry);
      } catch (error) {
        showDone(spot, "warning", errorText(error), entry.shown.name);
      }
    });
  };
  return (
    <>
      <MainAction icon="undo" text={t(msg("Undo last"))} isOff={!canUndo || isBusy} onTap={undoLast} />
      <MainAction
        icon="count"
        text={t(msg("Quantity"))}
        isOff={item === null && code === null}
        onTap={() => {
          if (item !== null) go(itemHref(spot, item).slice(1));
          else if (code !== null) go(spotPath(spot, `quantity/${code.operationId}`));
        }}
      />
      <MainAction icon={isCamera ? "cross" : "camera"} text={t(msg("Camera"))} onTap={onCamera} />
      <MainAction
        icon="find"
        text={t(msg("Pick from list"))}
        onTap={() => go(`/count/${inventoryId}/${placeId}/pick`)}
      />
    </>
  );
}

interface MainActionProps {
  readonly icon: IconName;
  readonly text: string;
  readonly isOff?: boolean;
  readonly onTap: () => void;
}

function MainAction({ icon, text, isOff = false, onTap }: MainActionProps) {
  return (
    <Button class="action" icon={icon} disabled={isOff} onClick={onTap}>
      {text}
    </Button>
  );
}
