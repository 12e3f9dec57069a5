import type { ComponentChildren } from "preact";
import { useId, useState } from "preact/hooks";
import { useDismiss } from "./use-dismiss.ts";

interface PopoverProps {
  /** The text of the button that opens it. */
  readonly words: ComponentChildren;
  readonly class?: string;
  /** Its content; `close` closes it, for items that do something. */
  readonly children: (close: () => void) => ComponentChildren;
}

/** A button that opens a menu below it. Escape, a click outside and navigation close the menu. */
export function Popover({ words, class: own = "", children }: PopoverProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const close = () => setOpen(false);
  useDismiss(id, isOpen, close);
  return (
    <div class={`popover ${own}`}>
      <button
        type="button"
        class="second popover-button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {words}
      </button>
      <div id={id} class="popover-menu" hidden={!isOpen}>
        {isOpen && children(close)}
      </div>
    </div>
  );
}
