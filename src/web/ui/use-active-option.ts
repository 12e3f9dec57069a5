import { useEffect, useState } from "preact/hooks";

interface ActiveOptionInput {
  /** The id of the list. Its options have the ids of `optionId`. */
  readonly listId: string;
  /** What tells its options apart: the active one stays active when others come before it. */
  readonly keys: readonly string[];
  readonly isOpen: boolean;
  readonly setOpen: (isOpen: boolean) => void;
  /** Called with the position of the active option, on Enter. */
  readonly onChoose: (position: number) => void;
}

interface ActiveOption {
  /** Position of the active option; -1: none. */
  readonly active: number;
  readonly optionId: (position: number) => string;
  /** For the `aria-activedescendant` of the field. */
  readonly activeId: string | undefined;
  readonly clear: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/**
 * Keys of a combobox with a list (WAI-ARIA 1.2): arrows, and Home and End with an active option, move through the
 * options. Enter chooses the active one, Escape closes the list. The focus stays in the field.
 */
export function useActiveOption(input: ActiveOptionInput): ActiveOption {
  const { listId, keys, isOpen, setOpen, onChoose } = input;
  /** The key of the selected option; its position until the option is known. */
  const [selected, setSelected] = useState<string | number>(-1);
  const place = typeof selected === "string" ? keys.indexOf(selected) : selected;
  const active = isOpen ? Math.min(place, keys.length - 1) : -1;
  const optionId = (position: number) => `${listId}-${position}`;
  const activeId = active < 0 ? undefined : optionId(active);
  useEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: "nearest" });
  }, [activeId]);
  // A closed list has no selected option.
  const kept = isOpen ? keys[active] : -1;
  useEffect(() => {
    if (kept) setSelected(kept);
  }, [kept]);
  const clear = () => setSelected(-1);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = STEPS[event.key]?.(active, keys.length) ?? null;
    if (event.key === "Escape" && isOpen) setOpen(false);
    else if (event.key === "Enter" && active >= 0) onChoose(active);
    else if (next !== null) {
      setOpen(true);
      setSelected(next);
    } else return;
    event.preventDefault();
    // The key neither closes a dialog around it nor submits a form.
    event.stopPropagation();
  };
  return { active, optionId, activeId, clear, onKeyDown };
}

/** The next position from `at` (-1: none) among `count` options; null: a key for the text. */
const STEPS: Readonly<Record<string, (at: number, count: number) => number | null>> = {
  ArrowDown: (at, count) => (at + 1 >= count ? 0 : at + 1),
  // A closed list has no options yet.
  ArrowUp: (at, count) => (at <= 0 ? (count || Infinity) - 1 : at - 1),
  Home: (at) => (at < 0 ? null : 0),
  End: (at, count) => (at < 0 ? null : count - 1),
};
