import { signal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { t } from "../../i18n/translate.ts";
import { onNavigation } from "../../router/router.ts";
import { Icon } from "../../ui/icon.tsx";
import { onOtherUser } from "./other-user.ts";

interface Note {
  readonly id: number;
  readonly text: string;
  /** Takes back what was done. */
  readonly undo: (() => Promise<void>) | null;
  readonly isBad: boolean;
  /** How many inputs of the user came before it. */
  readonly inputs: number;
}

const DONE_MS = 6_000;
const UNDO_MS = 10_000;

const notes = signal<readonly Note[]>([]);
let last = 0;
let inputs = 0;
for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, () => inputs++, { capture: true });

onOtherUser(() => {
  notes.value = [];
});

onNavigation((cause) => {
  // The result of the action that led here stays: the program went on by itself, with no input in between.
  notes.value = notes.peek().filter((note) => cause === "program" && note.inputs === inputs);
});

/** Says what was done, for 6 s, or with a way to undo it for 10 s. */
export function showSuccess(text: string, undo: (() => Promise<void>) | null = null): void {
  add({ text, undo, isBad: false });
}

/** Says what could not be done, until it is dismissed; nothing for an empty text: the login page tells that a login has ended. */
export function showError(text: string): void {
  if (text !== "") add({ text, undo: null, isBad: true });
}

function add(note: Omit<Note, "id" | "inputs">): void {
  last++;
  notes.value = [...notes.value, { ...note, id: last, inputs }];
}

function away(id: number): void {
  notes.value = notes.value.filter((note) => note.id !== id);
}

/** Shows the notes, the newest last, beside what is worked on. */
export function Notes() {
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const isEmpty = notes.value.length === 0;
  useEffect(() => {
    // What vanishes under the mouse tells of neither.
    if (isEmpty) {
      setHovered(false);
      setFocused(false);
    }
  }, [isEmpty]);
  return (
    <div
      class="notes"
      role="status"
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocusIn={() => setFocused(true)}
      onFocusOut={() => setFocused(false)}
    >
      {notes.value.map((note) => (
        <NoteLine key={note.id} note={note} isPaused={isHovered || isFocused} />
      ))}
    </div>
  );
}

function NoteLine({ note, isPaused }: { readonly note: Note; readonly isPaused: boolean }) {
  const { id, text, undo, isBad } = note;
  const left = useRef(undo === null ? DONE_MS : UNDO_MS);
  useEffect(() => {
    if (isBad || isPaused) return undefined;
    const since = Date.now();
    const timer = setTimeout(() => away(id), left.current);
    return () => {
      clearTimeout(timer);
      left.current -= Date.now() - since;
    };
  }, [id, isBad, isPaused]);
  return (
    <div class={isBad ? "note-line is-bad" : "note-line"} {...(isBad && { role: "alert" })}>
      <span>{text}</span>
      {undo !== null && (
        <button
          type="button"
          class="second"
          onClick={() => {
            away(id);
            undo().catch((error: unknown) => showError(String(error)));
          }}
        >
          {t(TEXTS.undo)}
        </button>
      )}
      <button type="button" class="plain" aria-label={t(TEXTS.dismiss)} onClick={() => away(id)}>
        <Icon name="cross" size={18} />
      </button>
    </div>
  );
}

const TEXTS = { undo: msg("Undo"), dismiss: msg("Dismiss") };
