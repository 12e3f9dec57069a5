import { useRef } from "preact/hooks";
import { say } from "../../../../words.ts";
import { number, t } from "../../../app/words.ts";
import { changeQuery } from "../../frame/address.ts";
import { type Asked, PAGE_ROWS } from "./asked.ts";
import type { ArticlePage } from "./use-page.ts";

/** The ways to the pages before and after; null: there is none. */
export interface Turning {
  readonly back: (() => void) | null;
  readonly on: (() => void) | null;
}

/** Turns pages. The box only goes forward: the way back is by the pages that were gone through, else to the first. */
export function useTurning({ cursor, page }: Asked, shown: ArticlePage | null, isWaiting: boolean): Turning {
  const before = useRef(new Map<string, string | null>());
  const next = isWaiting ? null : (shown?.nextCursor ?? null);
  const on = () => {
    if (next === null) return;
    before.current.set(next, cursor);
    changeQuery({ cursor: next, page: page + 1 });
  };
  const back = () => {
    const to = cursor === null ? null : (before.current.get(cursor) ?? null);
    changeQuery({ cursor: to, page: to === null ? null : page - 1 });
  };
  return { back: cursor === null ? null : back, on: next === null ? null : on };
}

interface PagerProps {
  readonly asked: Asked;
  readonly shown: ArticlePage;
  readonly total: number | null;
  readonly turning: Turning;
  /** What is shown is of another page still. */
  readonly isWaiting: boolean;
}

/** Which of the rows are shown, of how many, and the keys to the others. */
export function Pager({
  asked: { page },
  shown: { items },
  total,
  turning: { back, on },
  isWaiting,
}: PagerProps) {
  const first = (page - 1) * PAGE_ROWS + 1;
  const [from, to] = [number(first), number(first + items.length - 1)];
  const rows = isWaiting ? "…" : items.length === 0 ? "" : t(TEXTS.rows, { from, to });
  return (
    <nav class="pager" aria-label={t(TEXTS.pages)}>
      <button type="button" class="second" disabled={back === null} onClick={() => back?.()}>
        {t(TEXTS.back)}
      </button>
      <span role="status">
        {rows} {total !== null && !isWaiting && items.length > 0 && t(TEXTS.of, { total })}
      </span>
      <button type="button" class="second" disabled={on === null} onClick={() => on?.()}>
        {t(TEXTS.on)}
      </button>
    </nav>
  );
}

const TEXTS = {
  pages: say("Pages", "Stránky"),
  back: say("Previous", "Předchozí"),
  on: say("Next", "Další"),
  rows: say("{from}–{to}", "{from}–{to}"),
  of: say("of {total}", "z {total}"),
};
