import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { State } from "../../../../domain/inventory-states.ts";
import { msg } from "../../../../domain/message.ts";
import { batchText } from "../../../articles/batch-text.ts";
import type { OutboxEntry, Verdict } from "../../../db/outbox-shapes.ts";
import { useStored } from "../../../db/use-stored.ts";
import { ICONS } from "../../../feedback/verdicts.ts";
import { t } from "../../../i18n/translate.ts";
import { entryOfSeq, waitsForAuthor } from "../../../offline/outbox/entries.ts";
import { late, wasRejected } from "../../../offline/outbox/unsent.ts";
import { inventories } from "../../../offline/sync/inventories.ts";
import { locationName } from "../../../offline/sync/locations.ts";
import { isOpeningScreen } from "../../../router/router.ts";
import { useFittedName, useFittedNumber, useFittedSize } from "../../../ui/fitted.ts";
import { Icon, type IconName } from "../../../ui/icon.tsx";
import { useAction } from "../../../ui/use-action.tsx";
import type { Spot } from "../scan.ts";
import { ArticlePicture } from "./article-picture.tsx";
import { CardAnswers, useAnsweredQuestion } from "./card-answers.tsx";
import { type Current, currentAt } from "./current.ts";
import { CardButton, ItemActions } from "./item-actions.tsx";
import { MultiplyCard, piecesAt } from "./multiply.tsx";
import { CollapsedCard } from "./verdict-collapsed.tsx";
import { type Amount, amountOf, belongsText, factsOf } from "./verdict-facts.ts";

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
  return stored.state === "refused" || result === "refused" ? t(msg("Rejected: NOT counted")) : null;
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

const UNCOUNTED_STATES: readonly OutboxEntry["state"][] = ["late", "refused", "given-up"];

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
      amount={amountOf(item?.quantity ?? null, expected)}
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
