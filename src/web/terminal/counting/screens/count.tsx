import { signal } from "@preact/signals";
import { useState } from "preact/hooks";
import { msg } from "../../../../domain/message.ts";
import type { StoredInventory } from "../../../db/reference-shapes.ts";
import { useStored } from "../../../db/use-stored.ts";
import { reportError } from "../../../errors/report-error.ts";
import { number, t } from "../../../i18n/translate.ts";
import { allLocations, locationLabel } from "../../../offline/sync/locations.ts";
import { rfidReader } from "../../../scanner/tag-source.ts";
import { LazyCamera } from "../../../scanner/use-camera.tsx";
import { useScans } from "../../../scanner/use-scans.ts";
import { Announcer } from "../../../ui/announce.tsx";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { Page } from "../../../ui/page.tsx";
import { Problem } from "../../../ui/use-action.tsx";
import { progressHere, recent } from "../items.ts";
import type { Spot } from "../scan.ts";
import { Completion, CompletionLine, useCompletion } from "./completion.tsx";
import { CountActions, MAX_RECENT } from "./count-actions.tsx";
import { DraftOffer } from "./draft-offer.tsx";
import { ExpectedList } from "./expected-list.tsx";
import { MultiplyKey } from "./multiply.tsx";
import { RecentList } from "./recent-list.tsx";
import { takeLabel, takeScan } from "./scanning.ts";
import { useInventory, useRememberedLabel } from "./stocktake-locations.ts";
import { LateBanner, LoadingBar } from "./stocktake-notices.tsx";
import { VerdictCard } from "./verdict-card.tsx";
import "./count.css";
import "./count-tablet.css";

type List = "recent" | "open" | "all";

/** The chosen list, kept for the return to the screen. */
const chosenList = signal<List>("recent");

/** Counting at a location. */
export function Count({ inventory, location }: Readonly<Record<string, string>>) {
  const { inventory: stored, problem } = useInventory(Number(inventory));
  if (stored === null) return <StocktakeGone />;
  const spot = { inventoryId: stored.oid, placeId: Number(location) };
  return <Counting inventory={stored} spot={spot} problem={problem} />;
}

interface CountingProps {
  readonly inventory: StoredInventory;
  readonly spot: Spot;
  /** Why its items could not be loaded. */
  readonly problem: string | null;
}

function Counting({ inventory, spot, problem }: CountingProps) {
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
      back
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
        <Problem text={problem} />
        <LoadingBar />
        {isCamera && <LazyCamera />}
        {rfidReader.value !== null && (
          <ButtonLink kind="secondary" href={`#/tags/count/${inventoryId}/${placeId}`}>
            {t(msg("Read tags"))}
          </ButtonLink>
        )}
      </div>
      <div class="count-lists">
        <fieldset class="bare" aria-label={t(msg("Which list"))}>
          <div class="toggle">
            {(Object.keys(LISTS) as List[]).map((one) => (
              <Button key={one} aria-pressed={list === one} onClick={() => (chosenList.value = one)}>
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
    <Page title={t(msg("This stocktake is not here"))} back>
      <LateBanner />
      <p>{t(msg("It is over, or this device has not loaded it yet."))}</p>
      <ButtonLink icon="count" href="#/count">
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
