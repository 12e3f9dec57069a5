import { useEffect, useRef, useState } from "preact/hooks";
import { nameOfState, State } from "../../../../domain/inventory-states.ts";
import { msg } from "../../../../domain/message.ts";
import { call } from "../../../api/call.ts";
import { connection, isUnreachable } from "../../../api/connection.ts";
import { getProgress } from "../../../api/inventories.ts";
import { session } from "../../../api/tokens.ts";
import type { StoredInventory } from "../../../db/outbox-shapes.ts";
import { ExpectedError } from "../../../errors/error-queue.ts";
import { reportError } from "../../../errors/report-error.ts";
import { signalFailure } from "../../../feedback/speech.ts";
import { number, t, when } from "../../../i18n/translate.ts";
import { lastFollowed } from "../../../offline/follow.ts";
import { sendNow } from "../../../offline/sender.ts";
import {
  changeInventoryState,
  inventories,
  isStored,
  storeInventory,
} from "../../../offline/sync/inventories.ts";
import { allLocations, walkingOrder } from "../../../offline/sync/locations.ts";
import { useQuery } from "../../../query/use-query.ts";
import { go, pathNow } from "../../../router/router.ts";
import type { Scan } from "../../../scanner/meaning.ts";
import { lostScan } from "../../../scanner/scans.ts";
import { useScans } from "../../../scanner/use-scans.ts";
import { Announcer, announce } from "../../../ui/announce.tsx";
import { Banner } from "../../../ui/banner.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Page } from "../../../ui/page.tsx";
import { EmptyState } from "../../../ui/surfaces.tsx";
import { Problem, useAction } from "../../../ui/use-action.tsx";
import {
  includesLocation,
  isRunning,
  rememberScan,
  scannedLocations,
  useFollowedProgress,
  useRememberedLabel,
} from "./choose-location.tsx";
import { DraftOffer } from "./draft-offer.tsx";
import { ContinueLink, LateBanner, LoadingBar, Notice, useNotice } from "./stocktake-notices.tsx";
import "./count.css";
import { canBegin } from "../../../../domain/transitions.ts";
import type { InventoryProgressDetails } from "../../../api/types/endpoints.d.ts";
import { Button } from "../../../ui/button.tsx";

/** The open inventories, those in progress first, of each state those for the user. */
export function Inventories() {
  const notice = useNotice();
  const [opening, setOpening] = useState<Scan | null>(null);
  const wanted = useRef<Scan | null>(null);
  const areLocationsLoaded = allLocations.value.size > 0;
  const openLater = async (label: Scan) => {
    wanted.current = label;
    setOpening(label);
    const here = pathNow();
    // The user may have opened another screen, or scanned another label.
    const isWanted = () => wanted.current === label && pathNow() === here;
    try {
      const areAllLoaded = await loadRunning();
      if (isWanted()) notice.show(openByLabel(label, areAllLoaded));
    } catch (error) {
      lostScan.value = { scan: label, error };
    }
    if (isWanted()) setOpening(null);
  };
  const open = (scan: Scan) => {
    // The label is matched against all stocktakes. The next scans do not wait for their loading.
    if (scannedLocations(scan).length === 0 || inventories.value.filter(isRunning).every(isLoaded))
      notice.show(openByLabel(scan));
    else void openLater(scan);
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
    if (label !== undefined) open(label);
  });
  useEffect(() => {
    sendNow().catch(reportError);
    return () => {
      wanted.current = null;
    };
  }, []);
  const forUserFirst = [
    ...inventories.value.filter(isForUser),
    ...inventories.value.filter((one) => !isForUser(one)),
  ];
  const running = forUserFirst.filter(isRunning);
  const others = forUserFirst.filter((one) => !isRunning(one) && ORDER.includes(one.inventoryStateId));
  others.sort((a, b) => ORDER.indexOf(a.inventoryStateId) - ORDER.indexOf(b.inventoryStateId));
  return (
    <Page isStart title={t(msg("Stocktakes"))}>
      <Announcer />
      <LateBanner />
      <Notice notice={notice} />
      <DraftOffer />
      {opening !== null && (
        <Banner>
          {t(msg("Loading the stocktake. {code} opens when loading is done."), { code: opening.text })}
        </Banner>
      )}
      <LoadingBar />
      {running.length + others.length === 0 && <NoStocktakes />}
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

/** Shown without a stocktake: nobody should leave before the server has said that there is none. */
function NoStocktakes() {
  // Another tab may be the one that follows the counts.
  const { state, body } = useQuery(call("GET /api/inventories"));
  if (lastFollowed.value !== null || (state === "fresh" && body?.length === 0))
    return (
      <EmptyState
        icon="count"
        title={t(msg("No stocktake to count now"))}
        text={t(msg("A manager prepares and starts one."))}
      />
    );
  if (connection.value !== "away") return <p role="status">{t(msg("Loading…"))}</p>;
  return (
    <Banner tone="warning">
      {t(msg("The server is not responding: its stocktakes are not on this device yet."))}
    </Banner>
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
function openByLabel(scan: Scan, areAllLoaded = true): string | null {
  const labelled = scannedLocations(scan);
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

let loadingRunning: Promise<boolean> | null = null;

/**
 * Loads all inventories in progress, because their locations are needed. Returns false if one could not be
 * loaded.
 */
const loadRunning = (): Promise<boolean> =>
  (loadingRunning ??= loadEachRunning().finally(() => {
    loadingRunning = null;
  }));

async function loadEachRunning(): Promise<boolean> {
  let areAllLoaded = true;
  for (const one of inventories.value.filter(isRunning)) {
    if (isLoaded(one)) continue;
    try {
      await storeInventory(one.oid);
    } catch (error) {
      // Another inventory may include the location.
      if (!(error instanceof ExpectedError)) throw error;
      areAllLoaded = false;
    }
  }
  return areAllLoaded;
}

type InventoryState = Pick<StoredInventory, "oid" | "inventoryStateId">;

/** Whether counting can be started or continued. */
export const canStart = ({ inventoryStateId }: InventoryState) => canBegin("start", inventoryStateId);

/** Starts or continues counting. Throws ServerUnreachable, ApiError or NotLoggedIn. */
export async function startCounting(oid: number): Promise<void> {
  await changeInventoryState(oid, "start");
  announce(t(msg("The count has started.")));
}

/** The label of the start button. */
export const startLabel = ({ inventoryStateId }: InventoryState) =>
  t(inventoryStateId === State.Paused ? msg("Continue counting") : msg("Start counting"));

/** Why a stocktake can't be counted now. */
export function notRunningText({ inventoryStateId }: InventoryState): string {
  if (inventoryStateId === State.WaitingForStart) return t(msg("Not started yet."));
  if (inventoryStateId === State.Paused) return t(msg("Paused."));
  return t(msg("{state}. Nothing can be counted now."), { state: t(nameOfState(inventoryStateId)) });
}

/** Says why a stocktake can't be counted, with a button to start it. */
export function NotRunning({ inventory }: { readonly inventory: InventoryState }) {
  const { run, isBusy, problem } = useAction();
  return (
    <>
      <Problem text={problem} />
      <Banner>{notRunningText(inventory)}</Banner>
      {canStart(inventory) && (
        <Button
          kind="primary"
          isWide
          icon="count"
          disabled={isBusy}
          onClick={() => run(() => startCounting(inventory.oid))}
        >
          {startLabel(inventory)}
        </Button>
      )}
    </>
  );
}

interface StillToCountProps {
  readonly inventoryId: number;
  readonly progress: InventoryProgressDetails;
}

/** The locations with open items, in the walking order. */
export function StillToCount({ inventoryId, progress }: StillToCountProps) {
  const positionOf = (oid: number) => walkingOrder.value.get(oid) ?? Number.MAX_SAFE_INTEGER;
  const open = progress.locations
    .map(({ location, total, counted }) => ({ location, missing: total - counted }))
    .filter(({ missing }) => missing > 0)
    .sort((a, b) => positionOf(a.location.oid) - positionOf(b.location.oid));
  if (open.length === 0) return <p>{t(msg("Everything that is expected is counted."))}</p>;
  return (
    <>
      <h2>{t(msg("Still to count, by location"))}</h2>
      <ul class="list">
        {open.map(({ location, missing }) => (
          <li key={location.oid}>
            <a href={`#/count/${inventoryId}/${location.oid}`}>
              <span class="mark is-open">
                <Icon name="location" size={22} />
              </span>
              <span class="main">
                <b>{location.name}</b>
                <small>{location.code}</small>
              </span>
              <span class="amount">{number(missing)}</span>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The terminals with unsent counts, as last reported. */
export function PendingTerminals({ progress }: { readonly progress: InventoryProgressDetails }) {
  const pendingTerminals = progress.terminals.filter(({ pending }) => pending > 0);
  if (pendingTerminals.length === 0) return null;
  return (
    <>
      <h2>{t(msg("Terminals with counts not sent or not answered"))}</h2>
      <ul class="list">
        {pendingTerminals.map(({ device, user, pending, at }) => (
          <li key={`${device?.id ?? ""} ${user.id}`} class="row">
            <span class="main">
              <b>{device?.name ?? user.fullName}</b>
              <small>
                {device === null ? "" : `${user.fullName} · `}
                {t(msg("Last reported {at}"), { at: when(at) })}
              </small>
            </span>
            <span class="amount">
              {t(msg("{n, plural, one {# count} other {# counts}}"), { n: pending })}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
