import type { ComponentProps } from "preact";
import { useRef, useState } from "preact/hooks";
import { Dialog } from "../../ui/dialog.tsx";
import { askToDiscard, useUnsavedChangesGuard } from "./unsaved-changes.ts";

interface GuardedDialogProps extends ComponentProps<typeof Dialog> {
  /** Something is entered. By default: something was typed or chosen since the dialog opened. */
  readonly isChanged?: boolean;
}

/**
 * A dialog with input. Before it is closed, or the screen is left, with something typed, it asks. A dialog that has saved is closed by
 * its screen, without a question.
 */
export function GuardedDialog({ isChanged, onClose, children, ...dialog }: GuardedDialogProps) {
  const [isTyped, setTyped] = useState(false);
  const isAtRisk = isChanged ?? isTyped;
  useUnsavedChangesGuard(isAtRisk);
  const isAsking = useRef(false);
  const close = async () => {
    if (isAsking.current) return;
    isAsking.current = true;
    const isMeant = !isAtRisk || (await askToDiscard());
    isAsking.current = false;
    if (isMeant) onClose();
  };
  return (
    <Dialog {...dialog} onClose={() => void close()} onLeave={onClose}>
      <div onInput={() => setTyped(true)} onChange={() => setTyped(true)}>
        {children}
      </div>
    </Dialog>
  );
}
