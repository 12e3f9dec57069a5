import type { TreeRow } from "./tree/tree-rows.ts";
import type { Dragging } from "./use-dragging.ts";

/** So deep a line is moved in; what is deeper says its level. */
const DEEPEST = 10;
const STEP = 16;

const TARGETS = { before: "is-target-before", into: "is-target", after: "is-target-after" } as const;

interface LineProps {
  readonly row: TreeRow;
  readonly top: number;
  /** The keys are at it. */
  readonly isActive: boolean;
  readonly isChosen: boolean;
  readonly dragging: Dragging;
  readonly onOpen: () => void;
  readonly onFold: () => void;
}

/** A place in the tree. */
export function TreeLine({ row, top, isActive, isChosen, dragging, onOpen, onFold }: LineProps) {
  const { place, level, at, of, isOpen } = row;
  const states = [
    "tree-line",
    isActive && "is-active",
    isChosen && "is-chosen",
    dragging.over === place.oid && TARGETS[dragging.zone],
    dragging.dragged === place.oid && "is-dragged",
  ];
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus and names the line (aria-activedescendant)
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the tree's
    <div
      id={`place-${place.oid}`}
      class={states.filter(Boolean).join(" ")}
      role="treeitem"
      aria-level={level}
      aria-posinset={at}
      aria-setsize={of}
      aria-expanded={isOpen ?? undefined}
      aria-selected={isChosen}
      style={{ top: `${top}px`, paddingLeft: `${Math.min(level - 1, DEEPEST) * STEP}px` }}
      onClick={onOpen}
      {...dragging.handlersOf(place)}
    >
      <span
        class={isOpen === null ? "fold" : isOpen ? "fold is-open" : "fold is-folded"}
        aria-hidden="true"
        onClick={(event) => {
          if (isOpen === null) return;
          event.stopPropagation();
          onFold();
        }}
      />
      {level > DEEPEST + 1 && <small class="quiet">{level}</small>}
      <span class="tree-name">{place.name}</span>
      {place.code !== null && <span class="tree-code quiet">{place.code}</span>}
    </div>
  );
}
