import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  /** Buttons at its end, the one that does nothing first. */
  readonly deeds: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A question or a list above the screen; Escape closes it, and the focus goes back to where it was. */
export function Dialog({ title, onClose, deeds, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  // A question may stand above another.
  const titleId = useId();
  useEffect(() => {
    const { current } = dialog;
    const before = document.activeElement;
    current?.showModal();
    return () => {
      current?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      class="dialog"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <h2 id={titleId}>{title}</h2>
      {children}
      <div class="dialog-deeds">{deeds}</div>
    </dialog>
  );
}
