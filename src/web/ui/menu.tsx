import type { ComponentChildren } from "preact";
import { useId, useState } from "preact/hooks";
import { Button } from "./button.tsx";
import styles from "./menu.module.css";
import { useDismiss } from "./use-dismiss.ts";

interface MenuProps {
  /** The label of the button that opens it. */
  readonly label: ComponentChildren;
  readonly class?: string;
  /** The content; `close` closes the menu after an action. */
  readonly children: (close: () => void) => ComponentChildren;
}

/** A button that opens a menu below it. Escape, a click outside and navigation close the menu. */
export function Menu({ label, class: own = "", children }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const close = () => setOpen(false);
  useDismiss(id, isOpen, close);
  return (
    <div class={`${styles["menu"]} ${own}`}>
      <Button
        kind="secondary"
        class={styles["button"]}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {label}
      </Button>
      <div id={id} class={styles["content"]} hidden={!isOpen}>
        {isOpen && children(close)}
      </div>
    </div>
  );
}
