import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { t } from "../../i18n/translate.ts";
import { expand, expanded } from "./expanded.ts";
import type { LocationTree } from "./tree/location-tree.ts";
import { rowsOf } from "./tree/tree-rows.ts";
import { actionOf, type TreeAction } from "./tree-keys.ts";
import { TreeLine } from "./tree-line.tsx";
import type { Dragging } from "./use-dragging.ts";
import { scrollToRow, useVirtualRows } from "./use-window.ts";

/** The height of a line; all are alike, so that what is in sight is known without drawing the rest. */
const LINE = 34;

interface TreeProps {
  readonly tree: LocationTree;
  readonly chosen: number | null;
  /** `goesIn`: to go on in what is shown of it. */
  readonly onOpen: (oid: number, goesIn: boolean) => void;
  readonly dragging: Dragging;
  /** Moves a location by a step among its siblings. */
  readonly onStep: (oid: number, step: -1 | 1) => void;
}

/** The tree of places. Only the lines in sight are drawn; keys go as in any tree, typing a name leads to it. */
export function Tree({ tree, chosen, onOpen, dragging, onStep }: TreeProps) {
  const frame = useRef<HTMLDivElement>(null);
  const open = expanded.value;
  const rows = useMemo(() => rowsOf(tree, open), [tree, open]);
  const [active, setActive] = useState<number | null>(chosen);
  const at = Math.max(
    0,
    rows.findIndex(({ place }) => place.oid === active),
  );
  const { from, to, page } = useVirtualRows(frame, rows.length, LINE);
  const sought = useRef<number | null>(null);

  useEffect(() => {
    if (chosen === null) return;
    expand(tree.above(chosen).map(({ oid }) => oid));
    setActive(chosen);
    sought.current = chosen;
  }, [chosen]);
  useEffect(() => {
    const { current } = frame;
    if (current === null || sought.current === null || rows[at]?.place.oid !== sought.current) return;
    scrollToRow(current, at, LINE);
    sought.current = null;
  });

  const go = (oid: number | undefined) => {
    if (oid === undefined) return;
    sought.current = oid;
    setActive(oid);
  };
  function onKeyDown(event: KeyboardEvent): void {
    const action = actionOf(event, rows, at, page);
    if (action === null) return;
    event.preventDefault();
    act(action);
  }
  function act(action: TreeAction): void {
    const place = rows[at]?.place;
    if (place === undefined) return;
    go(place.oid);
    if (action.is === "go") go(rows[action.to]?.place.oid);
    else if (action.is === "unfold") expand([place.oid], action.isOpen);
    else if (action.is === "open") onOpen(place.oid, true);
    else if (action.is === "move") onStep(place.oid, action.step);
    else expand(tree.childrenOf(place.parentLocationId).map(({ oid }) => oid));
  }

  const drawn = rows.map((_, index) => index).slice(from, to);
  // The line that the keys are at, and the one being dragged, must be there also out of sight.
  const kept = [at, rows.findIndex(({ place }) => place.oid === dragging.dragged)];
  for (const index of kept) if (index >= 0 && drawn.indexOf(index) === -1) drawn.push(index);
  return (
    <div
      ref={frame}
      class="places-tree"
      role="tree"
      aria-label={t(TEXTS.tree)}
      aria-activedescendant={`place-${rows[at]?.place.oid}`}
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <div role="none" style={{ height: `${rows.length * LINE}px` }}>
        {drawn.map((index) => {
          const row = rows[index];
          if (row === undefined) return null;
          const { oid } = row.place;
          return (
            <TreeLine
              key={oid}
              row={row}
              top={index * LINE}
              isActive={index === at}
              isChosen={oid === chosen}
              dragging={dragging}
              onOpen={() => {
                setActive(oid);
                onOpen(oid, false);
              }}
              onFold={() => expand([oid], row.isOpen === false)}
            />
          );
        })}
      </div>
    </div>
  );
}

const TEXTS = { tree: msg("Locations") };
