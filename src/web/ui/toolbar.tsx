import type { ComponentChildren } from "preact";
import styles from "./toolbar.module.css";

interface ToolbarProps {
  /** A class for its place in the layout. */
  readonly class?: string;
  readonly children: ComponentChildren;
}

/** Buttons and other controls in a row, which wraps where it is narrow. Without `role="toolbar"`: Tab reaches each of them. */
export function Toolbar({ class: own = "", children }: ToolbarProps) {
  return <div class={`${styles["toolbar"]} ${own}`}>{children}</div>;
}
