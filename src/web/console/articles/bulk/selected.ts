import { useState } from "preact/hooks";
import type { ArticleRow } from "../../../api/types/endpoints.d.ts";
import type { Filter, ListQuery } from "../list-query.ts";

/** The articles that are chosen, on whichever page. */
export interface Choice {
  /** Shown as chosen. */
  readonly ids: ReadonlySet<number>;
  /** Chosen one by one, in the order in which they were. */
  readonly picked: readonly number[];
  /** Some of them are not among those that are shown. */
  readonly isPartlyHidden: boolean;
  /** All that match, also those that were never on a page. */
  readonly isAll: boolean;
  /** Chooses these among what is shown and what was chosen before. */
  readonly choose: (ids: ReadonlySet<number>) => void;
  readonly chooseAll: () => void;
  readonly clear: () => void;
}

const NONE: ReadonlySet<number> = new Set();

/** What is chosen of a table whose page is `shown`; `key`: what it shows, so that "all" never means others. */
export function useChoice(shown: readonly ArticleRow[], key: string): Choice {
  const [chosen, setChosen] = useState(NONE);
  const [allOf, setAllOf] = useState<string | null>(null);
  const isAll = allOf === key;
  return {
    isAll,
    ids: isAll ? new Set(shown.map(({ oid }) => oid)) : chosen,
    picked: [...chosen],
    isPartlyHidden: !isAll && [...chosen].some((id) => !shown.some(({ oid }) => oid === id)),
    choose(ids) {
      const known = [...chosen, ...shown.map(({ oid }) => oid)];
      setAllOf(null);
      setChosen(new Set(known.filter((oid) => ids.has(oid))));
    },
    chooseAll() {
      setChosen(NONE);
      setAllOf(key);
    },
    clear() {
      setChosen(NONE);
      setAllOf(null);
    },
  };
}

/** Selected articles as the server takes them: by their ids, or by the filters of the list. */
export type Selection =
  | { readonly ids: readonly number[] }
  | { readonly filter: Readonly<Record<string, string | number | boolean>> };

/** The selection in the body of a bulk operation. */
export function selectionOf(
  { isAll, picked }: Pick<Choice, "isAll" | "picked">,
  { filters }: ListQuery,
): Selection {
  if (!isAll) return { ids: picked };
  const set = Object.entries(filters).flatMap(([name, text]) =>
    text === null ? [] : [[name, typedValue(name as Filter, text)]],
  );
  return { filter: Object.fromEntries(set) };
}

function typedValue(name: Filter, text: string): string | number | boolean {
  if (name === "q") return text;
  return name === "noPlace" || name === "isDisposal" ? text === "true" : Number(text);
}
