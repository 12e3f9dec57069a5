import { useRef } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { number, t } from "../../i18n/translate.ts";
import { addressQuery, changeQuery } from "../../router/address.ts";
import { Button } from "../button.tsx";
import styles from "./table-tools.module.css";

/** Functions that open the previous and next page; null: none. */
export interface Paging {
  /** The page number, from 1. */
  readonly page: number;
  readonly previous: (() => void) | null;
  readonly next: (() => void) | null;
}

interface PageOptions {
  /** The parameter of the address with the cursor of the page. */
  readonly name: "cursor" | "before";
  readonly query: URLSearchParams;
  /** The cursor of the next page; null: none. */
  readonly next: string | number | null;
}

/** Pages of a list with forward cursors only. Previous returns through the visited pages, otherwise to the first. */
export function usePaging({ name, query, next }: PageOptions): Paging {
  const visited = useRef(new Map<string, string | null>());
  const start = query.get(name) || null;
  const page = start === null ? 1 : Math.max(2, Number(query.get("page")) || 2);
  const goOn = () => {
    if (next === null) return;
    visited.current.set(String(next), start);
    changeQuery({ [name]: next, page: page + 1 });
  };
  const goBack = () => {
    const to = start === null ? null : (visited.current.get(start) ?? null);
    changeQuery({ [name]: to, page: to === null ? null : page - 1 });
  };
  return { page, previous: start === null ? null : goBack, next: next === null ? null : goOn };
}

/** A page of rows that are all loaded. Its number is in the address. */
export function localPaging<Row>(rows: readonly Row[], pageRows: number) {
  const pages = Math.max(1, Math.ceil(rows.length / pageRows));
  const page = Math.min(pages, Math.max(1, Number(addressQuery().get("page")) || 1));
  const to = (next: number) => () => changeQuery({ page: next === 1 ? null : next });
  const paging: Paging = {
    page,
    previous: page > 1 ? to(page - 1) : null,
    next: page < pages ? to(page + 1) : null,
  };
  return { shown: rows.slice((page - 1) * pageRows, page * pageRows), paging };
}

interface PaginationProps {
  readonly paging: Paging;
  readonly pageRows: number;
  /** The number of rows on this page. */
  readonly shown: number;
  /** The number of rows on all pages; null: not known, unless this is the last page. */
  readonly total?: number | null;
  /** The rows belong to another page. */
  readonly isWaiting?: boolean;
}

/** The range and total of the rows, with buttons for the other pages. Shows only the text if there is one page. */
export function Pagination({ paging, pageRows, shown, total = null, isWaiting = false }: PaginationProps) {
  const { page, previous, next } = paging;
  const first = (page - 1) * pageRows + 1;
  const rows = { from: number(first), to: number(first + shown - 1) };
  const all = total ?? (next === null ? first + shown - 1 : null);
  const text =
    all === null ? t(msg("{from}–{to}"), rows) : t(msg("{from}–{to} of {total}"), { ...rows, total: all });
  const hasPages = previous !== null || next !== null || isWaiting;
  return (
    <nav class={styles["pages"]} aria-label={t(msg("Pages"))}>
      {hasPages && (
        <Button disabled={previous === null} onClick={() => previous?.()}>
          {t(msg("Previous"))}
        </Button>
      )}
      <span role="status">{isWaiting ? "…" : shown === 0 ? "" : text}</span>
      {hasPages && (
        <Button disabled={next === null} onClick={() => next?.()}>
          {t(msg("Next"))}
        </Button>
      )}
    </nav>
  );
}
