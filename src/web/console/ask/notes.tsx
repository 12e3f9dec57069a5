import { signal } from "@preact/signals";
import { say } from "../../../words.ts";
import { Icon } from "../../app/icon.tsx";
import { t } from "../../app/words.ts";
import { onOtherUser } from "./other-user.ts";

interface Note {
  readonly id: number;
  readonly text: string;
  /** Takes back what was done. */
  readonly undo: (() => Promise<void>) | null;
  readonly isBad: boolean;
}

const notes = signal<readonly Note[]>([]);
const MOST = 3;
let last = 0;
onOtherUser(() => {
  notes.value = [];
});

/** Says what was done, with a way to take it back; it stays until it is put away or others push it out. */
export function noteDone(text: string, undo: (() => Promise<void>) | null = null): void {
  add({ text, undo, isBad: false });
}

/** Says what could not be done; nothing where there are no words for it: the door tells that a login has ended. */
export function noteProblem(text: string): void {
  if (text !== "") add({ text, undo: null, isBad: true });
}

function add(note: Omit<Note, "id">): void {
  last++;
  notes.value = [...notes.value, { ...note, id: last }].slice(-MOST);
}

function away(id: number): void {
  notes.value = notes.value.filter((note) => note.id !== id);
}

/** Where it is said. */
export function Notes() {
  return (
    <div class="notes" role="status">
      {notes.value.map(({ id, text, undo, isBad }) => (
        <div key={id} class={isBad ? "note-line is-bad" : "note-line"}>
          <span>{text}</span>
          {undo !== null && (
            <button
              type="button"
              class="second"
              onClick={() => {
                away(id);
                undo().catch((error: unknown) => noteProblem(String(error)));
              }}
            >
              {t(TEXTS.undo)}
            </button>
          )}
          <button type="button" class="plain" aria-label={t(TEXTS.away)} onClick={() => away(id)}>
            <Icon name="cross" size={18} />
          </button>
        </div>
      ))}
    </div>
  );
}

const TEXTS = { undo: say("Undo", "Vzít zpět"), away: say("Put away", "Zavřít") };
