import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { msg } from "../../domain/message.ts";
import { t } from "../i18n/translate.ts";
import { onNavigation } from "../router/router.ts";
import { Button } from "./button.tsx";
import styles from "./dialog.module.css";
import { onFirstClick } from "./first-click.ts";

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  /** The screen was left. Default: `onClose`. */
  readonly onLeave?: () => void;
  /** The label of the first button, which closes without an action. Default: "Cancel". */
  readonly leave?: string;
  /** The buttons with actions. */
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A modal dialog. Escape and navigation close it, and the focus returns to the element before it. */
export function Dialog({ title, onClose, onLeave = onClose, leave, actions, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  // Dialogs may be stacked.
  const titleId = useId();
  const left = useRef(onLeave);
  left.current = onLeave;
  useLayoutEffect(() => {
    const { current } = dialog;
    const before = document.activeElement;
    current?.showModal();
    return () => {
      current?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  useLayoutEffect(() => onNavigation(() => left.current()), []);
  return (
    <dialog
      ref={dialog}
      class={styles["dialog"]}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        if (event.cancelable) onClose();
      }}
      // When Escape is repeated, a browser closes the element itself.
      onClose={({ currentTarget }) => {
        if (!currentTarget.isConnected) return;
        currentTarget.showModal();
        onClose();
      }}
    >
      <h2 id={titleId}>{title}</h2>
      {children}
      <div class={styles["actions"]}>
        {/* The second click of a double click would close the dialog that follows this one. */}
        <Button onClick={onFirstClick(onClose)}>{leave ?? t(msg("Cancel"))}</Button>
        {actions}
      </div>
    </dialog>
  );
}
