import { useRef } from "preact/hooks";
import { msg } from "../../../../domain/message.ts";
import type { Verdict } from "../../../db/outbox-shapes.ts";
import { ICONS } from "../../../feedback/verdicts.ts";
import { t } from "../../../i18n/translate.ts";
import { useFittedNumber } from "../../../ui/fitted.ts";
import { Icon, type IconName } from "../../../ui/icon.tsx";
import type { Current } from "./current.ts";
import { type Amount, amountOf, factsOf } from "./verdict-facts.ts";

interface CollapsedCardProps {
  readonly now: Current | null;
  /** Why the scan is not in the stocktake; null: it is. */
  readonly uncounted: string | null;
  /** The number of pieces of the next scan. */
  readonly pieces: number;
  readonly onExpand: () => void;
}

/** The card as one line, above a list. A tap expands it. */
export function CollapsedCard({ now, uncounted, pieces, onExpand }: CollapsedCardProps) {
  const { icon, title, detail, amount, verdict } = lineOf(now, uncounted, pieces);
  const figures = useRef<HTMLElement>(null);
  useFittedNumber(figures, figures, amount?.count ?? "");
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
          class={amount.count.length > MAX_LARGE_AMOUNT ? "verdict-count is-wide" : "verdict-count"}
        >
          {amount.count}
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
      amount: pieces > 1 ? amountOf(pieces, null) : null,
      verdict: null,
    };
  if (now.kind === "action") {
    const { icon, title, name, item } = now;
    const expected = item === null || item.isUnexpected ? null : item.expected;
    const amount = amountOf(item?.quantity ?? null, expected);
    return { icon, title, detail: item?.code ?? name, amount, verdict: null };
  }
  const { scan } = now;
  const verdict = uncounted === null ? scan.verdict : "failed";
  const { title, amount } = factsOf(scan);
  const detail = scan.code ?? scan.name;
  const shown = uncounted === null ? amount : null;
  return { icon: ICONS[verdict], title: uncounted ?? title, detail, amount: shown, verdict };
}
