import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { msg } from "../../../../domain/message.ts";
import type { StoredInventory, StoredLocation } from "../../../db/outbox-shapes.ts";
import { useStored } from "../../../db/use-stored.ts";
import { signalLocation } from "../../../feedback/sounds.ts";
import { signalFailure, speak } from "../../../feedback/speech.ts";
import { number, t } from "../../../i18n/translate.ts";
import { findLocations } from "../../../offline/sync/find-locations.ts";
import { inventories, isStored, storeInventory } from "../../../offline/sync/inventories.ts";
import {
  allLocations,
  childrenOf,
  inWalkingOrder,
  isWithin,
  locationPath,
  locationsByScan,
  walkingOrder,
} from "../../../offline/sync/locations.ts";
import { go, path } from "../../../router/router.ts";
import type { Scan } from "../../../scanner/meaning.ts";
import { useScans } from "../../../scanner/use-scans.ts";
import { Announcer, announce } from "../../../ui/announce.tsx";
import { Banner } from "../../../ui/banner.tsx";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { LongList } from "../../../ui/long-list.tsx";
import { Page } from "../../../ui/page.tsx";
import { SearchField } from "../../../ui/search-field.tsx";
import { Problem, useAction } from "../../../ui/use-action.tsx";
import { StocktakeGone } from "./count.tsx";
import { DraftOffer } from "./draft-offer.tsx";
import { type Figures, locationFigures } from "./figures.ts";
import { NotRunning, notRunningText } from "./inventories.tsx";
import { ContinueLink, LoadingBar, Notice, useNotice } from "./stocktake-notices.tsx";
import "./count.css";
import { signal } from "@preact/signals";
import { State } from "../../../../domain/inventory-states.ts";
import type { Query } from "../../../api/call.ts";
import { connection } from "../../../api/connection.ts";
import { written } from "../../../db/tab-messages.ts";
import type { QueryResult } from "../../../query/query-state.ts";
import { useQuery } from "../../../query/use-query.ts";

/** Selects a location of an inventory in the tree, by name, or by its label. */
export function ChooseLocation({ inventory }: Readonly<Record<string, string>>) {
  const loaded = useInventory(Number(inventory));
  if (loaded.inventory === null) return <StocktakeGone />;
  return <LocationChoice key={loaded.inventory.oid} inventory={loaded.inventory} loaded={loaded} />;
}

interface LocationChoiceProps {
  readonly inventory: StoredInventory;
  readonly loaded: LoadedInventory;
}

function LocationChoice({ inventory, loaded }: LocationChoiceProps) {
  const { oid } = inventory;
  const { isLoaded } = loaded;
  const isActive = isRunning(inventory);
  const notice = useNotice();
  const [text, setText] = useState("");
  const isLoading = isActive && !(isLoaded && allLocations.value.size > 0);
  const open = (scan: Scan) => notice.show(openByLabel(scan, inventory));
  useScans((scan) => notice.show(isLoading ? rememberLabel(scan) : openByLabel(scan, inventory)));
  useRememberedLabel(!isLoading, (label) => (label === undefined ? notice.show(null) : open(label)));
  const label = rememberedLabel();
  const pendingLocation = label === undefined ? undefined : scannedLocations(label)[0];
  const single = isLoaded && isActive ? singleLocation(inventory) : null;
  useEffect(() => {
    if (single !== null) go(`/count/${oid}/${single.oid}`, { replace: true });
  }, [single, oid]);
  return (
    <Page
      title={inventory.name}
      titleActions={<ButtonLink href={`#/count/${oid}/state`}>{t(msg("Progress"))}</ButtonLink>}
    >
      <Announcer />
      <Notice notice={notice} />
      <DraftOffer />
      {pendingLocation !== undefined && <Banner>{t(REMEMBERED, { location: pendingLocation.name })}</Banner>}
      <LoadProblem loaded={loaded} />
      <LoadingBar />
      {!isActive && <NotRunning inventory={inventory} />}
      {isLoaded && isActive && (
        <>
          <ContinueLink inventoryId={oid} />
          <SearchField
            label={t(msg("Location: name or code, or scan its label"))}
            value={text}
            onValue={setText}
          />
          {text.trim() === "" ? (
            <Tree inventory={inventory} />
          ) : (
            <MatchingLocations inventory={inventory} text={text} />
          )}
        </>
      )}
    </Page>
  );
}

/** The position in the tree is part of the address, so that Back leads up. */
function Tree({ inventory }: { readonly inventory: StoredInventory }) {
  const parentId = Number(path.value.split("?at=")[1] ?? 0);
  const roots = rootsOf(inventory);
  const [first, another] = roots;
  // A single root is opened directly.
  const parent = allLocations.value.get(parentId) ?? (another === undefined ? first : undefined);
  const below = parent === undefined ? roots : childrenOf(parent.oid);
  return (
    <>
      {parent !== undefined && <h2>{locationPath(parent.oid)}</h2>}
      <Rows inventory={inventory} own={parent ?? null} below={below} opensBranches />
    </>
  );
}

const MAX_SHOWN = 50;

function MatchingLocations({
  inventory,
  text,
}: {
  readonly inventory: StoredInventory;
  readonly text: string;
}) {
  const { hits: matches } = findLocations(inWalkingOrder(), text, MAX_SHOWN, ({ oid }) =>
    includesLocation(inventory, oid),
  );
  if (matches.length === 0) return <p role="status">{t(msg("No matching location in this stocktake."))}</p>;
  return <Rows inventory={inventory} own={null} below={matches} opensBranches={false} />;
}

interface RowsProps {
  readonly inventory: StoredInventory;
  /** The parent, shown above its children. */
  readonly own: StoredLocation | null;
  readonly below: readonly StoredLocation[];
  /** A row with children opens them. */
  readonly opensBranches: boolean;
}

function Rows({ inventory, own, below, opensBranches }: RowsProps) {
  const { oid } = inventory;
  const figures = useStored(() => locationFigures(oid), ["items", "outbox"], [oid]);
  const rowOf = (location: StoredLocation) => {
    if (location === own) {
      const name = t(msg("Here: {location}"), { location: own.name });
      return <Row href={`#/count/${oid}/${own.oid}`} name={name} code={own.code} icon="count" />;
    }
    const isBranch = opensBranches && childrenOf(location.oid).length > 0;
    return (
      <Row
        href={isBranch ? `#/count/${oid}?at=${location.oid}` : `#/count/${oid}/${location.oid}`}
        name={location.name}
        code={opensBranches ? location.code : locationPath(location.oid)}
        icon={isBranch ? "more" : "location"}
        figures={figures?.get(location.oid) ?? null}
      />
    );
  };
  return (
    <LongList
      name={`${oid} ${own?.oid ?? ""} ${opensBranches}`}
      rows={own === null ? below : [own, ...below]}
      keyOf={({ oid }) => oid}
    >
      {rowOf}
    </LongList>
  );
}

interface RowProps {
  readonly href: string;
  readonly name: string;
  readonly code: string | null;
  readonly icon: "count" | "more" | "location";
  readonly figures?: Figures | null;
}

function Row({ href, name, code, icon, figures = null }: RowProps) {
  const isDone = figures !== null && figures.counted === figures.expected;
  return (
    <a href={href}>
      <span class={isDone ? "mark is-counted" : "mark is-open"}>
        <Icon name={isDone ? "there" : icon} size={22} />
      </span>
      <span class="main">
        <b>{name}</b>
        <small>{code}</small>
      </span>
      <span class="amount is-loading">
        {figures !== null && `${number(figures.counted)}/${number(figures.expected)}`}
      </span>
    </a>
  );
}

/** Stores a label until loading ends. Returns a message if the scan is not counted. */
function rememberLabel(scan: Scan): string | null {
  const [location] = scannedLocations(scan);
  // Without the locations it is unknown whether the scan is a label.
  if (location !== undefined || allLocations.value.size === 0) rememberScan(scan);
  if (location === undefined) {
    signalFailure();
    return t(msg("NOT counted: {code}. The stocktake is still loading."), { code: scan.text });
  }
  signalLocation();
  announce(t(REMEMBERED, { location: location.name }));
  return null;
}

/** Opens the location of a scanned label, or returns why it can't. */
function openByLabel(scan: Scan, inventory: StoredInventory): string | null {
  const matches = scannedLocations(scan);
  const [location, another] = matches.filter(({ oid }) => includesLocation(inventory, oid));
  if (location !== undefined && another === undefined && isRunning(inventory) && isStored(inventory.oid)) {
    signalLocation();
    speak(location.name);
    announce(t(msg("Location: {location}"), { location: location.name }));
    go(`/count/${inventory.oid}/${location.oid}`);
    return null;
  }
  signalFailure();
  if (!isRunning(inventory)) return notRunningText(inventory);
  if (another !== undefined)
    return t(msg("Several locations have the label {code}. Choose one."), { code: scan.text });
  return t(
    matches.length > 0
      ? msg("{code} is not counted in this stocktake.")
      : msg("NOT counted: {code}. Choose the location first."),
    { code: scan.text },
  );
}

const REMEMBERED = msg("{location} opens when loading is done.");

/** Whether an inventory includes a location. */
export function includesLocation({ locationIds }: StoredInventory, placeId: number): boolean {
  return locationIds.length === 0 || isWithin(placeId, locationIds);
}

/** The roots of an inventory's tree: its chosen locations in the walking order, or all roots. */
function rootsOf({ locationIds }: StoredInventory): readonly StoredLocation[] {
  if (locationIds.length === 0) return childrenOf(null);
  const known = allLocations.value;
  const chosen = locationIds.filter(
    (id) => !locationIds.some((other) => other !== id && isWithin(id, [other])),
  );
  const positionOf = (id: number) => walkingOrder.value.get(id) ?? Number.MAX_SAFE_INTEGER;
  return chosen
    .sort((a, b) => positionOf(a) - positionOf(b))
    .map((id) => known.get(id))
    .filter((location): location is StoredLocation => location !== undefined);
}

/** The location of an inventory that has only one. */
function singleLocation(inventory: StoredInventory): StoredLocation | null {
  const [first, second] = rootsOf(inventory);
  if (first === undefined || second !== undefined || childrenOf(first.oid).length > 0) return null;
  return inventory.locationIds.length === 0 ? null : first;
}

/** The locations with the scanned code. */
export function scannedLocations({ candidates }: Scan): readonly StoredLocation[] {
  return candidates.map(locationsByScan).find((found) => found.length > 0) ?? [];
}

/** Whether terminals can count in the inventory. */
export const isRunning = ({ inventoryStateId }: StoredInventory) => inventoryStateId === State.InProgress;

/** An inventory with all its items. */
export interface LoadedInventory {
  /** Null: unknown, or over. */
  readonly inventory: StoredInventory | null;
  /** All its items are stored, so it can be counted. */
  readonly isLoaded: boolean;
  /** Why they could not be loaded. */
  readonly problem: string | null;
  /** Loads them again. */
  readonly load: () => void;
}

/** The inventory of a screen. Missing items are loaded. */
export function useInventory(oid: number): LoadedInventory {
  const inventory = inventories.value.find((one) => one.oid === oid) ?? null;
  const isLoaded = isStored(oid);
  const isKnown = inventory !== null;
  const { run, problem } = useAction();
  const load = () => run(() => storeInventory(oid));
  useEffect(() => {
    if (isKnown && !isLoaded) load();
  }, [oid, isKnown, isLoaded]);
  useEffect(() => {
    // A failed load is retried when the server responds.
    if (connection.value === "there" && isKnown && !isLoaded && problem !== null) load();
  }, [connection.value]);
  return { inventory, isLoaded, problem: isLoaded ? null : problem, load };
}

/** Says why an inventory could not be loaded, with a button to try again. */
export function LoadProblem({ loaded: { problem, load } }: { readonly loaded: LoadedInventory }) {
  return (
    <>
      <Problem text={problem} />
      {problem !== null && <Button onClick={load}>{t(msg("Try again"))}</Button>}
    </>
  );
}

/** Interval to load changes that this terminal is not told about. */
const POLL_MS = 10_000;

/** The progress of a stocktake, loaded again when counts arrive, on a return to the page, and at intervals. */
export function useFollowedProgress<T>(request: Query<T> | null): QueryResult<T> {
  const progress = useQuery(request);
  const reload = useRef(progress.refetch);
  reload.current = progress.refetch;
  const changes = written.value.items + written.value.inventories;
  const before = useRef(changes);
  useEffect(() => {
    if (before.current !== changes) reload.current();
    before.current = changes;
  }, [changes]);
  useLayoutEffect(() => {
    const reloadIfVisible = () => {
      if (document.visibilityState === "visible") reload.current();
    };
    const timer = setInterval(reloadIfVisible, POLL_MS);
    document.addEventListener("visibilitychange", reloadIfVisible);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", reloadIfVisible);
    };
  }, []);
  return progress;
}

/** Scans made while the stocktake was loading, oldest first. Each may be a location label. */
const rememberedScans = signal<readonly Scan[]>([]);

/** The maximum number of stored scans. */
const MAX_SCANS = 20;

/** Stores a scan until loading ends. */
export function rememberScan(scan: Scan): void {
  rememberedScans.value = [...rememberedScans.value, scan].slice(-MAX_SCANS);
}

/** The last stored scan that is a location label; undefined: none, or the locations are not loaded. */
function rememberedLabel(): Scan | undefined {
  return [...rememberedScans.value].reverse().find((scan) => scannedLocations(scan).length > 0);
}

/**
 * Passes the stored label to `apply` when loading has ended; undefined: no scan was a label. Leaving the
 * screen clears the scans.
 */
export function useRememberedLabel(isReady: boolean, apply: (label: Scan | undefined) => void): void {
  const latest = useRef(apply);
  latest.current = apply;
  const hasScans = rememberedScans.value.length > 0;
  useEffect(() => {
    if (!isReady || !hasScans) return;
    const label = rememberedLabel();
    rememberedScans.value = [];
    latest.current(label);
  }, [isReady, hasScans]);
  useEffect(
    () => () => {
      rememberedScans.value = [];
    },
    [],
  );
}
