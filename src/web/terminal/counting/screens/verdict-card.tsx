import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { State } from "../../../../domain/inventory-states.ts";
import { msg } from "../../../../domain/message.ts";
import { pieces as piecesText, quantityText } from "../../../articles/amounts.ts";
import { batchText } from "../../../articles/batch-text.ts";
import type { OutboxEntry, Question, Verdict } from "../../../db/outbox-shapes.ts";
import { useStored } from "../../../db/use-stored.ts";
import { ICONS, NAMES } from "../../../feedback/sounds.ts";
import { number, t, when } from "../../../i18n/translate.ts";
import { entryOfSeq, waitsForAuthor } from "../../../offline/outbox/entries.ts";
import { late, wasRejected } from "../../../offline/outbox/unsent.ts";
import { inventories } from "../../../offline/sync/inventories.ts";
import { allLocations, locationLabel, locationName, locationPath } from "../../../offline/sync/locations.ts";
import { isOpeningScreen } from "../../../router/router.ts";
import { useFittedName, useFittedNumber, useFittedSize } from "../../../ui/fitted.ts";
import { Icon, type IconName } from "../../../ui/icon.tsx";
import { useAction } from "../../../ui/use-action.tsx";
import type { ItemNow } from "../current-count.ts";
import type { Spot } from "../scan.ts";
import { countedElsewhere, movedQuantity, type ScanResult } from "../scan-result.ts";
import { ArticlePicture } from "./article-picture.tsx";
import { CardAnswers, useAnsweredQuestion } from "./card-answers.tsx";
import { type Current, currentAt } from "./current.ts";
import { CardButton, ItemActions } from "./item.tsx";
import { MultiplyCard, piecesAt } from "./multiply.tsx";

interface VerdictCardProps {
  readonly spot: Spot;
  /** One line above a list. A tap expands it. */
  readonly isCollapsed?: boolean;
  readonly onExpand?: () => void;
}

/** The last scan, at a fixed position and height. The announcer reads it out. */
export function VerdictCard({ spot, isCollapsed = false, onExpand = () => {} }: VerdictCardProps) {
  const now = currentAt(spot);
  const uncounted = useUncounted(now, spot);
  useAnsweredQuestion(now, spot);
  // A question is always expanded: nothing is counted until it is answered.
  const isAsked = now?.kind === "scan" && now.scan.question !== null;
  if (isCollapsed && !isAsked) {
    return <CollapsedCard now={now} uncounted={uncounted} pieces={piecesAt(spot)} onExpand={onExpand} />;
  }
  if (now === null) return <Card icon="count" title={t(msg("Ready to scan"))} more={readyText(spot)} />;
  if (now.kind === "multiply") return <MultiplyCard spot={spot} />;
  return now.kind === "scan" ? <Scanned now={now} uncounted={uncounted} /> : <ActionResult now={now} />;
}

/** After a restart the user may be at another location. */
function readyText({ placeId }: Spot): string {
  const location = isOpeningScreen.value ? locationName(placeId) : "";
  return location === ""
    ? t(msg("Scan what is here. Scan another location's label to go there."))
    : t(msg("Continue at {location}. If you are elsewhere, scan that location's label."), { location });
}

/**
 * Why a scan that was shown as counted is not in the stocktake: it was late, or the server rejected it. It
 * must not be green, also after it was dismissed. Null: it is in the stocktake, as far as known.
 */
function useUncounted(now: Current | null, { inventoryId }: Spot): string | null {
  const seq = now?.kind === "scan" ? (now.scan.entry?.seq ?? null) : null;
  const isOver = inventories.value.some(
    ({ oid, inventoryStateId }) => oid === inventoryId && inventoryStateId > State.Paused,
  );
  const isPossible = late.value > 0 || wasRejected.value || isOver;
  const stored = useStored(
    () => (seq === null || !isPossible ? Promise.resolve(null) : entryOfSeq(seq)),
    ["outbox"],
    [seq, isPossible],
  );
  if (stored === null || !UNCOUNTED_STATES.includes(stored.state) || waitsForAuthor(stored)) return null;
  const result = stored.receipt?.first ?? stored.receipt?.result;
  if (result === "late") return t(msg("Too late: NOT counted"));
  const isLost = result === "unknown" && stored.articleId !== null;
  return isLost || stored.state === "refused" || result === "refused"
    ? t(msg("Rejected: NOT counted"))
    : null;
}

interface CardProps {
  readonly icon: IconName;
  readonly title: string;
  /** The location in the title, whose end is always shown; null: none. */
  readonly place?: string | null;
  readonly verdict?: Verdict;
  /** Next to the title. */
  readonly badge?: string | null;
  /** Next to the name. */
  readonly scans?: string | null;
  /** The article whose picture is shown; null: none. */
  readonly articleId?: number | null;
  readonly amount?: Amount | null;
  readonly name?: string;
  readonly more?: ComponentChildren;
  /** The text of `more`, where that has elements. */
  readonly moreText?: string;
  readonly children?: ComponentChildren;
}

/** Longer titles use a smaller font, because they have one line. */
const MAX_LARGE_TITLE = 20;

/** The card: its title, quantity, article and actions. */
export function Card({ icon, title, verdict, badge, scans, ...rest }: CardProps) {
  const { place, articleId, amount, name, more, moreText = String(more), children } = rest;
  const word = useRef<HTMLSpanElement>(null);
  const details = useRef<HTMLParagraphElement>(null);
  useFittedName(word, place ?? title, place == null ? {} : { text: belongsText });
  useFittedSize(details, `${title} ${name} ${moreText}`);
  return (
    <section
      class={`verdict ${verdict === undefined ? "" : `is-${verdict}`}`}
      aria-label={t(msg("Last scan"))}
    >
      <p class="verdict-word">
        <Icon name={icon} size={36} />
        <span ref={word} class={title.length > MAX_LARGE_TITLE ? "is-long" : undefined}>
          {title}
        </span>
        {badge && <span class="badge">{badge}</span>}
      </p>
      {(articleId != null || amount != null) && (
        <div class="verdict-row">
          {articleId != null && <ArticlePicture articleId={articleId} />}
          {amount != null && <BigAmount {...amount} />}
        </div>
      )}
      <p class="verdict-name">
        <span>{name}</span>
        {scans && <small>{scans}</small>}
      </p>
      <p ref={details} class="verdict-more">
        {more}
      </p>
      {children}
    </section>
  );
}

/** The quantity, as large as the line permits, and never cut. */
function BigAmount({ count, unit }: Amount) {
  const box = useRef<HTMLParagraphElement>(null);
  const figures = useRef<HTMLElement>(null);
  useFittedNumber(box, figures, `${count} ${unit}`);
  return (
    <p ref={box} class={count.length > MAX_BESIDE_UNIT ? "verdict-amount is-stacked" : "verdict-amount"}>
      <b ref={figures}>{count}</b> <small>{unit}</small>
    </p>
  );
}

/** The unit is below longer quantities. */
const MAX_BESIDE_UNIT = 12;

const UNCOUNTED_STATES: readonly OutboxEntry["state"][] = ["late", "refused", "unknown", "given-up"];

function ActionResult({ now }: { readonly now: Extract<Current, { kind: "action" }> }) {
  const { run, problem } = useAction();
  const { action, item, spot } = now;
  const answer = action === null ? null : <CardButton label={action.label} onTap={() => run(action.run)} />;
  const expected = item === null || item.isUnexpected ? null : item.expected;
  return (
    <Card
      icon={now.icon}
      title={now.title}
      articleId={item?.articleId ?? null}
      amount={amountOf(item?.quantity ?? null, expected, item?.unit ?? null)}
      name={now.name}
      more={problem ?? item?.code}
    >
      {item === null ? (
        <div class="verdict-answers">{answer}</div>
      ) : (
        <ItemActions item={item} spot={spot}>
          {answer}
        </ItemActions>
      )}
    </Card>
  );
}

interface ScannedProps {
  readonly now: Extract<Current, { kind: "scan" }>;
  /** Why it is not in the stocktake; null: it is. */
  readonly uncounted: string | null;
}

function Scanned({ now, uncounted }: ScannedProps) {
  const { scan, burst, spot } = now;
  const { title, place, amount, more } = factsOf(scan);
  const verdict = uncounted === null ? scan.verdict : "failed";
  const pieces = piecesAt(spot);
  return (
    <Card
      icon={ICONS[verdict]}
      title={uncounted ?? title}
      place={uncounted === null ? place : null}
      verdict={verdict}
      badge={pieces > 1 ? t(msg("Next ×{pieces}"), { pieces }) : null}
      scans={
        burst > 1 && scan.question === null
          ? t(msg("{n, plural, one {# scan} other {# scans}}"), { n: burst })
          : null
      }
      articleId={scan.question !== null && amount === null ? null : (scan.article?.oid ?? null)}
      // Below "NOT counted" a large quantity would be read as counted.
      amount={uncounted === null ? amount : null}
      name={scan.name}
      moreText={`${scan.code} ${more}`}
      more={
        <>
          {scan.code !== scan.name && <b>{scan.code ?? t(msg("no code"))}</b>}{" "}
          {scan.batch !== null && <span>{batchText(scan.batch)}. </span>}
          {more}
        </>
      }
    >
      <CardAnswers scan={scan} spot={spot} />
    </Card>
  );
}

interface CollapsedCardProps {
  readonly now: Current | null;
  /** Why the scan is not in the stocktake; null: it is. */
  readonly uncounted: string | null;
  /** The number of pieces of the next scan. */
  readonly pieces: number;
  readonly onExpand: () => void;
}

/** The card as one line, above a list. A tap expands it. */
function CollapsedCard({ now, uncounted, pieces, onExpand }: CollapsedCardProps) {
  const { icon, title, detail, amount, verdict } = lineOf(now, uncounted, pieces);
  const figures = useRef<HTMLElement>(null);
  useFittedNumber(figures, figures, amount?.short ?? "");
  return (
    <button
      type="button"
      class={`verdict is-collapsed ${verdict === null ? "" : `is-${verdict}`}`}
      onClick={onExpand}
    >
      <Icon name={icon} size={32} />
      <span class="sr-only">{t(msg("Last scan"))}</span>
      <span class="verdict-line">
        <b class="one-line">{title}</b>
        <span class="one-line">{detail}</span>
      </span>
      {amount !== null && (
        <b
          ref={figures}
          class={amount.short.length > MAX_LARGE_AMOUNT ? "verdict-count is-wide" : "verdict-count"}
        >
          {amount.short}
        </b>
      )}
    </button>
  );
}

/** Longer amounts use a smaller font. */
const MAX_LARGE_AMOUNT = 6;

interface Line {
  readonly icon: IconName;
  readonly title: string;
  readonly detail: string;
  readonly amount: Amount | null;
  readonly verdict: Verdict | null;
}

function lineOf(now: Current | null, uncounted: string | null, pieces: number): Line {
  const next = pieces > 1 ? t(msg("Next scan counts {pieces}"), { pieces }) : t(msg("Ready to scan"));
  if (now === null || now.kind === "multiply")
    return {
      icon: pieces > 1 ? "multiply" : "count",
      title: next,
      detail: "",
      amount: pieces > 1 ? amountOf(pieces, null, null) : null,
      verdict: null,
    };
  if (now.kind === "action") {
    const { icon, title, name, item } = now;
    const expected = item === null || item.isUnexpected ? null : item.expected;
    const amount = amountOf(item?.quantity ?? null, expected, item?.unit ?? null);
    return { icon, title, detail: item?.code ?? name, amount, verdict: null };
  }
  const { scan } = now;
  const verdict = uncounted === null ? scan.verdict : "failed";
  const { title, amount } = factsOf(scan);
  const detail = scan.code ?? scan.name;
  const shown = uncounted === null ? amount : null;
  return { icon: ICONS[verdict], title: uncounted ?? title, detail, amount: shown, verdict };
}

/** The current quantity of the expected one, in pieces. Not the number of scans. */
interface Amount {
  /** `2 of 3`. */
  readonly count: string;
  /** The unit, or pieces. */
  readonly unit: string;
  /** `2 of 3`, or `2 of 3 kg`. */
  readonly short: string;
}

/** Formats a quantity with the expected one, if known; null: not counted. `unit`: the article's; null: pieces. */
export function amountOf(
  quantity: number | null,
  expected: number | null,
  unit: string | null,
): Amount | null {
  if (quantity === null) return null;
  const count =
    expected === null ? number(quantity) : t(msg("{quantity} of {expected}"), { quantity, expected });
  return amountWith(count, unit, expected ?? quantity);
}

const amountWith = (count: string, unit: string | null, n: number): Amount => ({
  count,
  unit: unit ?? t(msg("{n, plural, one {piece} other {pieces}}"), { n }),
  short: unit === null ? count : t(msg("{number} {unit}"), { number: count, unit }),
});

/** The texts of the card. */
interface Facts {
  /** The verdict. */
  readonly title: string;
  /** The location in the title; null: none. */
  readonly place: string | null;
  /** Null: not counted. */
  readonly amount: Amount | null;
  /** The expected location, the previous count, or the reason of a failure. */
  readonly more: string;
}

/** The texts for a scan. The expected quantity of blind counts is not known here. */
export function factsOf(result: ScanResult): Facts {
  const { quantity, expected, question } = result;
  // A large quantity below "NOT counted" would be read as counted.
  const amount = question === null ? amountOf(quantity, expected, unitOf(result)) : amountAsked(result);
  return { title: titleOf(result), place: placeOf(result), amount, more: moreOf(result) };
}

/** The quantity of a questioned scan, for the user to check; null: it is in the question alone. */
function amountAsked(result: ScanResult): Amount | null {
  if (result.question !== "large") return null;
  return amountWith(`${number(result.pieces)}?`, unitOf(result), result.pieces);
}

/** The unit of the article; null: pieces. */
const unitOf = ({ item }: ScanResult) => item?.unit ?? null;

/** The title of an article that belongs to a location. */
const belongsText = (location: string): string => t(msg("Belongs to {location}"), { location });

function placeOf({ verdict, belongsTo }: ScanResult): string | null {
  if (verdict !== "elsewhere" || belongsTo === null) return null;
  return locationName(belongsTo) || locationPath(belongsTo);
}

function titleOf(result: ScanResult): string {
  const { verdict, quantity, expected, pieces } = result;
  const unit = unitOf(result);
  const counted = quantity ?? 0;
  // The unit stands once, behind the last quantity.
  const values = {
    pieces,
    quantity: expected === null ? quantityText(counted, unit) : number(counted),
    expected: quantityText(expected ?? 0, unit),
  };
  const place = placeOf(result);
  if (place !== null) return belongsText(place);
  if (verdict === "added")
    return t(
      expected === null ? msg("+{pieces}: {quantity}") : msg("+{pieces}: {quantity} of {expected}"),
      values,
    );
  if (verdict === "surplus") return t(msg("More than expected: {quantity} of {expected}"), values);
  return t(NAMES[verdict]);
}

function moreOf(result: ScanResult): string {
  const { verdict, reason, before, belongsTo, question } = result;
  if (verdict === "failed") return reason === null ? "" : t(reason);
  if (verdict === "unknown") return t(msg("Saved with this location. What is it?"));
  if (question !== null) return questionText(result, question);
  if (verdict === "elsewhere" && belongsTo !== null) return pathAbove(belongsTo);
  if (verdict === "unexpected") return t(msg("It is in no list of this stocktake. Counted here."));
  if (before === null) return "";
  return t(msg("{author} counted {quantity}, {at}."), {
    author: before.author,
    at: when(before.at),
    quantity: quantityText(before.quantity ?? 1, unitOf(result)),
  });
}

/** The location above one, whose name is in the title. */
function pathAbove(locationId: number): string {
  const parentId = allLocations.value.get(locationId)?.parentLocationId ?? null;
  return parentId === null ? "" : locationPath(parentId);
}

function questionText(result: ScanResult, question: Question): string {
  const { before, item, expected, pieces } = result;
  const at = item?.placeId ?? null;
  const unit = unitOf(result);
  const values = { author: before?.author ?? "", quantity: quantityText(before?.quantity ?? 1, unit) };
  if (question === "large")
    return t(msg("{quantity} at once? Expected: {expected}."), {
      quantity: piecesText(pieces, unit),
      expected: quantityText(expected ?? 0, unit),
    });
  if (pieces > 1 && question === "surplus")
    return t(msg("{author} counted {quantity}. Add {more} more?"), {
      ...values,
      more: quantityText(pieces, unit),
    });
  if (question === "surplus")
    return t(msg("{author} counted {quantity}. Is this the same piece, or one more?"), values);
  return t(msg("{author} counted {quantity} at {location}. Moved here, or more?"), {
    ...values,
    location: at === null ? "" : locationName(at) || locationPath(at),
  });
}

/** The counted quantity, with its location if that is another one. */
export function countedText(item: ItemNow | null, placeId: number): string {
  const quantity = item?.quantity ?? null;
  const counted = quantity === null ? "–" : quantityText(quantity, item?.unit ?? null);
  const elsewhere = item === null ? null : countedElsewhere(item, placeId);
  if (elsewhere === null) return t(msg("Counted: {now}"), { now: counted });
  return t(msg("Counted at {location}: {now}"), {
    now: counted,
    location: locationName(elsewhere) || locationLabel(elsewhere),
  });
}

/** The label of *Moved here*, with the number of pieces; `item` null: unknown. */
export function movedText(item: Counted | null, pieces: number): string {
  const [n, unit] = [movedQuantity(item, pieces), item?.unit ?? null];
  return unit === null
    ? t(msg("{n, plural, one {Moved} other {All # moved}} here"), { n })
    : t(msg("Moved here: {quantity}"), { quantity: quantityText(n, unit) });
}

interface Counted {
  readonly quantity: number | null;
  /** Absent or null: pieces. */
  readonly unit?: string | null | undefined;
}

/** The label of the answer that adds pieces. `isMoved`: the others may have been moved here. */
export function addText(n: number, unit: string | null, isMoved = false): string {
  if (!isMoved) return t(msg("Add {n}"), { n: quantityText(n, unit) });
  return unit === null
    ? t(msg("{n, plural, one {One} other {#}} more here"), { n })
    : t(msg("{quantity} more here"), { quantity: quantityText(n, unit) });
}

/** What the card says after pieces were added. */
export const addedText = (n: number, unit: string | null): string =>
  unit === null
    ? t(msg("{n, plural, one {One} other {#}} more counted"), { n })
    : t(msg("{quantity} more counted"), { quantity: quantityText(n, unit) });
