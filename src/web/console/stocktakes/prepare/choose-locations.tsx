import { useRef, useState } from "preact/hooks";
import { msg } from "../../../../domain/message.ts";
import { t } from "../../../i18n/translate.ts";
import { TextField } from "../../../ui/text-field.tsx";
import type { LocationTree } from "../../locations/tree/location-tree.ts";
import type { TreeRow } from "../../locations/tree/tree-rows.ts";
import {
  type Choice,
  choiceOf,
  initiallyExpanded,
  MOST_ROWS,
  toggleLocation,
  visibleRows,
} from "./location-choice.ts";

interface TreeProps {
  readonly tree: LocationTree;
  readonly name: string;
  readonly chosen: readonly number[];
  readonly onChosen: (chosen: readonly number[]) => void;
}

/** The tree of places with a server at each. Arrows go through it, Space chooses a place with all below it. */
export function ChooseLocations({ tree, name, chosen, onChosen }: TreeProps) {
  const [text, setText] = useState("");
  const [folded, setOpen] = useState<ReadonlySet<number> | null>(null);
  const open = folded ?? initiallyExpanded(tree, chosen);
  const [current, setCurrent] = useState<number | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const rows = visibleRows(tree, open, text);
  const at = Math.max(
    0,
    rows.findIndex(({ place }) => place.oid === current),
  );
  const goTo = (row: TreeRow | undefined) => {
    if (row === undefined) return;
    setCurrent(row.place.oid);
    box.current?.querySelector<HTMLElement>(`[data-place="${row.place.oid}"]`)?.focus();
  };
  const fold = ({ place: { oid }, isOpen }: TreeRow) => {
    const next = new Set(open);
    if (isOpen) next.delete(oid);
    else next.add(oid);
    setOpen(next);
  };
  const choose = ({ place }: TreeRow) => onChosen(toggleLocation(tree, place, chosen));

  function onKeyDown(event: KeyboardEvent): void {
    const row = rows[at];
    if (row === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const above = rows.slice(0, at).reverse();
    const keys: Readonly<Record<string, () => void>> = {
      ArrowDown: () => goTo(rows[at + 1]),
      ArrowUp: () => goTo(rows[at - 1]),
      Home: () => goTo(rows[0]),
      End: () => goTo(rows[rows.length - 1]),
      ArrowRight: () => (row.isOpen === false ? fold(row) : row.isOpen && goTo(rows[at + 1])),
      ArrowLeft: () => (row.isOpen ? fold(row) : goTo(above.find(({ level }) => level < row.level))),
      " ": () => choose(row),
      Enter: () => choose(row),
    };
    const action = keys[event.key];
    if (action === undefined) return;
    event.preventDefault();
    action();
  }

  return (
    <>
      <div class="tree-search">
        <TextField type="search" label={t(TEXTS.search)} value={text} onValue={setText} />
      </div>
      <div
        ref={box}
        class="tree"
        role="tree"
        aria-label={name}
        aria-multiselectable="true"
        onKeyDown={onKeyDown}
      >
        {rows.map((row, index) => (
          <Row
            key={row.place.oid}
            row={row}
            choice={choiceOf(tree, row.place, chosen)}
            below={tree.childrenOf(row.place.oid).length}
            isCurrent={index === at}
            onFold={() => fold(row)}
            onChoose={() => choose(row)}
            onFocus={() => setCurrent(row.place.oid)}
          />
        ))}
      </div>
      {rows.length === 0 && <p class="quiet">{t(TEXTS.none)}</p>}
      {rows.length === MOST_ROWS && <p class="quiet">{t(TEXTS.more, { n: MOST_ROWS })}</p>}
    </>
  );
}

interface RowProps {
  readonly row: TreeRow;
  readonly choice: Choice;
  /** How many are directly below it. */
  readonly below: number;
  readonly isCurrent: boolean;
  readonly onFold: () => void;
  readonly onChoose: () => void;
  readonly onFocus: () => void;
}

const SIGNS = { chosen: "☑", taken: "☑", partly: "◪", open: "☐" } as const;
const CHECKED = { chosen: "true", taken: "true", partly: "mixed", open: "false" } as const;

function Row({ row: { place, level, isOpen }, choice, below, isCurrent, ...on }: RowProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys of all its rows
    <div
      class={`tree-row is-${choice}`}
      role="treeitem"
      aria-level={level}
      aria-expanded={isOpen ?? undefined}
      aria-checked={CHECKED[choice]}
      aria-disabled={choice === "taken"}
      tabIndex={isCurrent ? 0 : -1}
      data-place={place.oid}
      style={{ paddingLeft: `${(level - 1) * 20}px` }}
      onClick={on.onChoose}
      onFocus={on.onFocus}
    >
      <span
        class="tree-fold"
        aria-hidden="true"
        onClick={(event) => {
          if (isOpen === null) return;
          event.stopPropagation();
          on.onFold();
        }}
      >
        {isOpen !== null && (isOpen ? "▾" : "▸")}
      </span>
      <span class="tree-box" aria-hidden="true">
        {SIGNS[choice]}
      </span>
      {place.name} <span class="quiet">{place.code}</span>
      {isOpen === false && <span class="quiet"> ({below})</span>}
    </div>
  );
}

const TEXTS = {
  search: msg("Find a location by name or code"),
  none: msg("No locations match."),
  more: msg("The first {n} are shown. Search by name to find others."),
};
