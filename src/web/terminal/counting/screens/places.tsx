import { useEffect, useState } from "preact/hooks";
import { msg } from "../../../../domain/message.ts";
import type { StoredInventory, StoredLocation } from "../../../db/reference-shapes.ts";
import { useStored } from "../../../db/use-stored.ts";
import { signalPlace } from "../../../feedback/sounds.ts";
import { signalFailure, speak } from "../../../feedback/speech.ts";
import { number, t } from "../../../i18n/translate.ts";
import { findLocations } from "../../../offline/sync/find-locations.ts";
import { isStored } from "../../../offline/sync/inventories.ts";
import { childrenOf, inWalkingOrder, locationPath, places } from "../../../offline/sync/locations.ts";
import { go, path } from "../../../router/router.ts";
import type { Scan } from "../../../scanner/meaning.ts";
import { useScans } from "../../../scanner/use-scans.ts";
import { Announcer, announce } from "../../../ui/announce.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Page } from "../../../ui/page.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { Problem } from "../../../ui/use-action.tsx";
import { ContinueLink } from "./continue-link.tsx";
import { Gone } from "./count.tsx";
import { DraftOffer } from "./draft-offer.tsx";
import { type Figures, locationFigures } from "./figures.ts";
import { LoadingBar } from "./loading-bar.tsx";
import { Notice, useNotice } from "./notice.tsx";
import { isOf, isRunning, onlyPlace, rootsOf, scannedPlaces } from "./places-of.ts";
import { rememberedLabel, rememberScan, useRememberedLabel } from "./remembered-label.ts";
import { NotRunning, notRunningWords } from "./start-counting.tsx";
import { type HereInventory, useInventory } from "./use-inventory.ts";
import "./count.css";

/** Chooses the place of an inventory: down the tree, by its name, or by its label. */
export function ChoosePlace({ inventory }: Readonly<Record<string, string>>) {
  const here = useInventory(Number(inventory));
  if (here.inventory === null) return <Gone />;
  return <Choosing key={here.inventory.oid} inventory={here.inventory} here={here} />;
}

interface ChoosingProps {
  readonly inventory: StoredInventory;
  readonly here: HereInventory;
}

function Choosing({ inventory, here: { isHere, problem } }: ChoosingProps) {
  const { oid } = inventory;
  const isOn = isRunning(inventory);
  const notice = useNotice();
  const [text, setText] = useState("");
  const isLoading = isOn && !(isHere && places.value.size > 0);
  const open = (scan: Scan) => notice.say(openByLabel(scan, inventory));
  useScans((scan) => notice.say(isLoading ? remember(scan) : openByLabel(scan, inventory)));
  useRememberedLabel(!isLoading, (label) => (label === undefined ? notice.say(null) : open(label)));
  const label = rememberedLabel();
  const waiting = label === undefined ? undefined : scannedPlaces(label)[0];
  const only = isHere && isOn ? onlyPlace(inventory) : null;
  useEffect(() => {
    if (only !== null) go(`/count/${oid}/${only.oid}`, { replace: true });
  }, [only, oid]);
  return (
    <Page
      title={inventory.name}
      back
      beside={
        <a class="button second" href={`#/count/${oid}/state`}>
          {t(TEXTS.state)}
        </a>
      }
    >
      <Announcer />
      <Notice notice={notice} />
      <DraftOffer />
      {waiting !== undefined && <p class="note">{t(TEXTS.remembered, { place: waiting.name })}</p>}
      <Problem text={problem} />
      <LoadingBar />
      {!isOn && <NotRunning inventory={inventory} />}
      {isHere && isOn && (
        <>
          <ContinueLink inventoryId={oid} />
          <TextField type="search" words={t(TEXTS.search)} value={text} onValue={setText} />
          {text.trim() === "" ? <Tree inventory={inventory} /> : <Named inventory={inventory} text={text} />}
        </>
      )}
    </Page>
  );
}

/** Where in the tree somebody is stands in the address, so that the way back leads up. */
function Tree({ inventory }: { readonly inventory: StoredInventory }) {
  const at = Number(path.value.split("?at=")[1] ?? 0);
  const roots = rootsOf(inventory);
  const [first, another] = roots;
  // Of one alone nobody has to choose it first.
  const parent = places.value.get(at) ?? (another === undefined ? first : undefined);
  const below = parent === undefined ? roots : childrenOf(parent.oid);
  return (
    <>
      {parent !== undefined && <h2>{locationPath(parent.oid)}</h2>}
      <Rows inventory={inventory} own={parent ?? null} below={below} goesDown />
    </>
  );
}

const MOST = 50;

function Named({ inventory, text }: { readonly inventory: StoredInventory; readonly text: string }) {
  const { hits: found } = findLocations(inWalkingOrder(), text, MOST, ({ oid }) => isOf(inventory, oid));
  if (found.length === 0) return <p role="status">{t(TEXTS.nothing)}</p>;
  return <Rows inventory={inventory} own={null} below={found} goesDown={false} />;
}

interface RowsProps {
  readonly inventory: StoredInventory;
  /** The place itself, above those below it. */
  readonly own: StoredLocation | null;
  readonly below: readonly StoredLocation[];
  /** A row with places below it opens them. */
  readonly goesDown: boolean;
}

function Rows({ inventory, own, below, goesDown }: RowsProps) {
  const { oid } = inventory;
  const figures = useStored(() => locationFigures(oid), ["items", "outbox"], [oid]);
  return (
    <ul class="list">
      {own !== null && (
        <Row
          way={`#/count/${oid}/${own.oid}`}
          name={t(TEXTS.here, { place: own.name })}
          code={own.code}
          icon="count"
        />
      )}
      {below.map((place) => {
        const isBranch = goesDown && childrenOf(place.oid).length > 0;
        const way = isBranch ? `#/count/${oid}?at=${place.oid}` : `#/count/${oid}/${place.oid}`;
        return (
          <Row
            key={place.oid}
            way={way}
            name={place.name}
            code={goesDown ? place.code : locationPath(place.oid)}
            icon={isBranch ? "more" : "place"}
            figures={figures?.get(place.oid) ?? null}
          />
        );
      })}
    </ul>
  );
}

interface RowProps {
  readonly way: string;
  readonly name: string;
  readonly code: string | null;
  readonly icon: "count" | "more" | "place";
  readonly figures?: Figures | null;
}

function Row({ way, name, code, icon, figures = null }: RowProps) {
  const isDone = figures !== null && figures.counted === figures.expected;
  return (
    <li>
      <a href={way}>
        <span class={isDone ? "mark is-counted" : "mark is-open"}>
          <Icon name={isDone ? "there" : icon} size={22} />
        </span>
        <span class="main">
          <b>{name}</b>
          <small>{code}</small>
        </span>
        <span class="amount is-coming">
          {figures !== null && `${number(figures.counted)}/${number(figures.expected)}`}
        </span>
      </a>
    </li>
  );
}

/** Remembers a label until it can be applied; says what is not counted meanwhile. */
function remember(scan: Scan): string | null {
  const [place] = scannedPlaces(scan);
  // Without the locations nobody knows yet whether it is a label.
  if (place !== undefined || places.value.size === 0) rememberScan(scan);
  if (place === undefined) {
    signalFailure();
    return t(TEXTS.loading, { code: scan.text });
  }
  signalPlace();
  announce(t(TEXTS.remembered, { place: place.name }));
  return null;
}

/** Goes where the label of a place leads; else says why not. */
function openByLabel(scan: Scan, inventory: StoredInventory): string | null {
  const found = scannedPlaces(scan);
  const [place, another] = found.filter(({ oid }) => isOf(inventory, oid));
  if (place !== undefined && another === undefined && isRunning(inventory) && isStored(inventory.oid)) {
    signalPlace();
    speak(place.name);
    announce(t(TEXTS.opened, { place: place.name }));
    go(`/count/${inventory.oid}/${place.oid}`);
    return null;
  }
  signalFailure();
  if (!isRunning(inventory)) return notRunningWords(inventory);
  if (another !== undefined) return t(TEXTS.several, { code: scan.text });
  return t(found.length > 0 ? TEXTS.outside : TEXTS.noPlace, { code: scan.text });
}

const TEXTS = {
  state: msg("Progress"),
  search: msg("Location: name or code, or scan its label"),
  here: msg("Here: {place}"),
  nothing: msg("No matching location in this stocktake."),
  opened: msg("Location: {place}"),
  several: msg("Several locations have the label {code}. Choose one."),
  remembered: msg("{place} opens when loading is done."),
  loading: msg("NOT counted: {code}. The stocktake is still loading."),
  outside: msg("{code} is not counted in this stocktake."),
  noPlace: msg("NOT counted: {code}. Choose the location first."),
};
