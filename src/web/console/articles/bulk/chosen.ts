import { useState } from "preact/hooks";
import type { ArticleRow } from "../../../../articles/shapes.ts";

/** An article that something is to be done with. */
export interface Chosen {
  readonly oid: number;
  readonly code: string | null;
  readonly name: string;
}

/** The articles that are chosen, on whichever page. */
export interface Choice {
  readonly ids: ReadonlySet<number>;
  readonly rows: readonly Chosen[];
  /** Some of them are not among those that are shown. */
  readonly isPartlyHidden: boolean;
  /** All that match, also those that were never on a page. */
  readonly isAll: boolean;
  /** Chooses these among what is shown and what was chosen before. */
  readonly choose: (ids: ReadonlySet<number>) => void;
  readonly chooseAll: () => void;
  readonly clear: () => void;
}

const NONE: ReadonlyMap<number, Chosen> = new Map();

/** What is chosen of a table whose page is `shown`; `key`: what it shows, so that "all" never means others. */
export function useChoice(shown: readonly ArticleRow[], key: string): Choice {
  const [chosen, setChosen] = useState(NONE);
  const [allOf, setAllOf] = useState<string | null>(null);
  const isAll = allOf === key;
  return {
    isAll,
    ids: isAll ? new Set(shown.map(({ oid }) => oid)) : new Set(chosen.keys()),
    rows: [...chosen.values()],
    isPartlyHidden: !isAll && [...chosen.keys()].some((id) => !shown.some(({ oid }) => oid === id)),
    choose(ids) {
      const known = new Map([...chosen, ...shown.map((row): [number, Chosen] => [row.oid, chosenOf(row)])]);
      setAllOf(null);
      setChosen(new Map([...known].filter(([oid]) => ids.has(oid))));
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

/** What is kept of a row: of a million each letter counts. */
export const chosenOf = ({ oid, code, name }: Chosen): Chosen => ({ oid, code, name });
