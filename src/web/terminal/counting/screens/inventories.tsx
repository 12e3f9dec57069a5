import { useEffect, useState } from "preact/hooks";
import { nameOfState, State } from "../../../../domain/inventory-states.ts";
import { msg } from "../../../../domain/message.ts";
import { isUnreachable } from "../../../api/connection.ts";
import { getProgress } from "../../../api/inventories.ts";
import { session } from "../../../api/tokens.ts";
import type { StoredInventory } from "../../../db/reference-shapes.ts";
import { reportError } from "../../../errors/report-error.ts";
import { signalFailure } from "../../../feedback/speech.ts";
import { t, when } from "../../../i18n/translate.ts";
import { sendNow } from "../../../offline/sender.ts";
import { inventories, isStored, storeInventory } from "../../../offline/sync/inventories.ts";
import { allLocations } from "../../../offline/sync/locations.ts";
import { go } from "../../../router/router.ts";
import type { Scan } from "../../../scanner/meaning.ts";
import { useScans } from "../../../scanner/use-scans.ts";
import { Announcer, announce } from "../../../ui/announce.tsx";
import { Banner } from "../../../ui/banner.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Page } from "../../../ui/page.tsx";
import { EmptyState } from "../../../ui/surfaces.tsx";
import { isExpected } from "../../../ui/use-action.tsx";
import { DraftOffer } from "./draft-offer.tsx";
import {
  includesLocation,
  isRunning,
  rememberScan,
  scannedLocations,
  useFollowedProgress,
  useRememberedLabel,
} from "./stocktake-locations.ts";
import { ContinueLink, LateBanner, LoadingBar, Notice, useNotice } from "./stocktake-notices.tsx";
import "./count.css";

/** The open inventories, those in progress first, of each state those for the user. */
export function Inventories() {
  const notice = useNotice();
  const [opening, setOpening] = useState<string | null>(null);
  const areLocationsLoaded = allLocations.value.size > 0;
  const open = async (scan: Scan) => {
    // Waits until all stocktakes are loaded, so that the label is matched against all.
    const isLoading =
      scannedLocations(scan).length > 0 && !inventories.value.filter(isRunning).every(isLoaded);
    setOpening(isLoading ? scan.text : null);
    notice.show(await openByLabel(scan));
    setOpening(null);
  };
  useScans((scan) => {
    if (areLocationsLoaded) return open(scan);
    rememberScan(scan);
    signalFailure();
    return notice.show(
      t(
        msg("NOT counted: {code}. Locations are still loading. A location label opens when they are loaded."),
        { code: scan.text },
      ),
    );
  });
  useRememberedLabel(areLocationsLoaded, (label) => {
    notice.show(null);
    if (label !== undefined) open(label).catch(reportError);
  });
  useEffect(() => {
    sendNow().catch(reportError);
  }, []);
  const forUserFirst = [
    ...inventories.value.filter(isForUser),
    ...inventories.value.filter((one) => !isForUser(one)),
  ];
  const running = forUserFirst.filter(isRunning);
  const others = forUserFirst.filter((one) => !isRunning(one) && ORDER.includes(one.inventoryStateId));
  others.sort((a, b) => ORDER.indexOf(a.inventoryStateId) - ORDER.indexOf(b.inventoryStateId));
  return (
    <Page title={t(msg("Stocktakes"))}>
      <Announcer />
      <LateBanner />
      <Notice notice={notice} />
      <DraftOffer />
      {opening !== null && (
        <Banner>
          {t(msg("Loading the stocktake. {code} opens when loading is done."), { code: opening })}
        </Banner>
      )}
      <LoadingBar />
      {running.length + others.length === 0 && (
        <EmptyState
          icon="count"
          title={t(msg("No stocktake to count now"))}
          text={t(msg("A manager prepares and starts one."))}
        />
      )}
      <ContinueLink inventoryId={null} />
      {running.length > 0 && <p class="muted">{t(msg("Choose one, or scan a location's label."))}</p>}
      <ul class="list">
        {[...running, ...others].map((inventory) => (
          <Row key={inventory.oid} inventory={inventory} />
        ))}
      </ul>
    </Page>
  );
}

/** The order of the others: those that can be counted sooner come first. */
const ORDER: readonly number[] = [
  State.Paused,
  State.WaitingForStart,
  State.Finished,
  State.Processing,
  State.Preparation,
];

/** Who is to count it is the user. */
const isForUser = ({ counter }: StoredInventory) => counter != null && counter.id === session.value?.user.id;

function Row({ inventory }: { readonly inventory: StoredInventory }) {
  const { oid, name, inventoryStateId, isBlind, cursor, counter } = inventory;
  const progress = useFollowedProgress(getProgress({ id: oid }));
  const isOld =
    progress.at !== null && (isUnreachable.value || progress.state === "late" || progress.state === "failed");
  const isActive = isRunning(inventory);
  return (
    <li>
      <a href={`#/count/${oid}`}>
        <span class={isActive ? "mark is-counted" : "mark is-open"}>
          <Icon name={isActive ? "count" : "lock"} size={22} />
        </span>
        <span class="main">
          <b>{name}</b>
          {counter != null && (
            <small>
              {isForUser(inventory) ? (
                <b>{t(msg("For you"))}</b>
              ) : (
                t(msg("For {name}"), { name: counter.fullName })
              )}
            </small>
          )}
          <small>
            {t(nameOfState(inventoryStateId))}
            {isBlind && ` · ${t(msg("blind"))}`}
            {cursor !== null && ` · ${t(msg("ready offline"))}`}
          </small>
        </span>
        <span class="amount is-loading">
          {progress.body === null
            ? ""
            : t(msg("{counted}/{total}"), { counted: progress.body.counted, total: progress.body.total })}
          {isOld && <small>{t(msg("as of {at}"), { at: when(progress.at ?? 0) })}</small>}
        </span>
      </a>
    </li>
  );
}

/** Opens the location of a scanned label, or returns why it can't. */
async function openByLabel(scan: Scan): Promise<string | null> {
  const labelled = scannedLocations(scan);
  const areAllLoaded = labelled.length === 0 || (await loadRunning());
  const matches = inventories.value
    .filter((one) => isRunning(one) && isStored(one.oid))
    .flatMap((inventory) =>
      labelled
        .filter(({ oid }) => includesLocation(inventory, oid))
        .map((location) => ({ inventory, location })),
    );
  const [match, another] = matches;
  if (match !== undefined && another === undefined) {
    announce(t(msg("Location: {location}"), { location: match.location.name }));
    go(`/count/${match.inventory.oid}/${match.location.oid}`);
    return null;
  }
  signalFailure();
  if (match !== undefined)
    return t(msg("{code} is counted in several stocktakes. Choose one first."), { code: scan.text });
  if (!areAllLoaded)
    return t(
      msg("NOT counted: {code}. A stocktake could not be loaded. Check the connection, then scan again."),
      { code: scan.text },
    );
  return t(
    labelled.length > 0
      ? msg("{code} is not counted now.")
      : msg("NOT counted: {code}. Choose the stocktake and the location first."),
    { code: scan.text },
  );
}

const isLoaded = ({ oid }: StoredInventory) => isStored(oid);

/**
 * Loads all inventories in progress, because their locations are needed. Returns false if one could not be
 * loaded.
 */
async function loadRunning(): Promise<boolean> {
  let areAllLoaded = true;
  for (const one of inventories.value.filter(isRunning)) {
    if (isLoaded(one)) continue;
    try {
      await storeInventory(one.oid);
    } catch (error) {
      // Another inventory may include the location.
      if (!isExpected(error)) throw error;
      areAllLoaded = false;
    }
  }
  return areAllLoaded;
}
