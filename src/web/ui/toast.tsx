import { signal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import { msg } from "../../domain/message.ts";
import { onOtherUser } from "../api/other-user.ts";
import { t } from "../i18n/translate.ts";
import { onNavigation } from "../router/router.ts";
import { Button, IconButton } from "./button.tsx";
import styles from "./toast.module.css";

interface Toast {
  readonly id: number;
  readonly text: string;
  /** Undoes the action. */
  readonly undo: (() => Promise<void>) | null;
  readonly isBad: boolean;
  /** The number of user inputs before it. */
  readonly inputs: number;
}

const DONE_MS = 6_000;
const UNDO_MS = 10_000;

const toasts = signal<readonly Toast[]>([]);
let last = 0;
let inputs = 0;
for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, () => inputs++, { capture: true });

onOtherUser(() => {
  toasts.value = [];
});

onNavigation((cause) => {
  // The toast of the previous action stays if the program navigated by itself, without an input in between.
  toasts.value = toasts.peek().filter((toast) => cause === "program" && toast.inputs === inputs);
});

/** Confirms an action for 6 s, or for 10 s with *Undo*. */
export function showSuccess(text: string, undo: (() => Promise<void>) | null = null): void {
  add({ text, undo, isBad: false });
}

/**
 * Shows an error until it is dismissed. Shows nothing for an empty text: the login page tells that a login has ended.
 */
export function showError(text: string): void {
  if (text !== "") add({ text, undo: null, isBad: true });
}

function add(toast: Omit<Toast, "id" | "inputs">): void {
  last++;
  toasts.value = [...toasts.value, { ...toast, id: last, inputs }];
}

function dismiss(id: number): void {
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
}

/** Shows the toasts, the newest last. The console has them below its navigation, where they cover nothing. */
export function Toasts() {
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const isEmpty = toasts.value.length === 0;
  useEffect(() => {
    // A toast that disappears fires no event of the pointer or focus that leaves it.
    if (isEmpty) {
      setHovered(false);
      setFocused(false);
    }
  }, [isEmpty]);
  return (
    <div
      id="toasts"
      class={styles["toasts"]}
      role="status"
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocusIn={() => setFocused(true)}
      onFocusOut={() => setFocused(false)}
    >
      {toasts.value.map((toast) => (
        <ToastLine key={toast.id} toast={toast} isPaused={isHovered || isFocused} />
      ))}
    </div>
  );
}

function ToastLine({ toast, isPaused }: { readonly toast: Toast; readonly isPaused: boolean }) {
  const { id, text, undo, isBad } = toast;
  const left = useRef(undo === null ? DONE_MS : UNDO_MS);
  useEffect(() => {
    if (isBad || isPaused) return undefined;
    const since = Date.now();
    const timer = setTimeout(() => dismiss(id), left.current);
    return () => {
      clearTimeout(timer);
      left.current -= Date.now() - since;
    };
  }, [id, isBad, isPaused]);
  return (
    <div
      class={isBad ? `${styles["toast"]} ${styles["error"]}` : styles["toast"]}
      {...(isBad && { role: "alert" })}
    >
      <span>{text}</span>
      {undo !== null && (
        <Button
          onClick={() => {
            dismiss(id);
            undo().catch((error: unknown) => showError(String(error)));
          }}
        >
          {t(msg("Undo"))}
        </Button>
      )}
      <IconButton icon="cross" label={t(msg("Dismiss"))} onClick={() => dismiss(id)} />
    </div>
  );
}
