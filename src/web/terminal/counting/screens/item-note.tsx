import { useEffect, useRef, useState } from "preact/hooks";
import { msg } from "../../../../domain/message.ts";
import { session } from "../../../api/tokens.ts";
import { reportError } from "../../../errors/report-error.ts";
import { t } from "../../../i18n/translate.ts";
import { announce } from "../../../ui/announce.tsx";
import { Button } from "../../../ui/button.tsx";
import { NoteField } from "../../../ui/note-field.tsx";
import { Problem, useAction } from "../../../ui/use-action.tsx";
import { setNote } from "../change.ts";
import type { Target } from "../record-count.ts";
import { type DraftSubject, useDraft } from "./draft-offer.tsx";

interface ItemNoteProps {
  readonly target: Target;
  readonly subject: DraftSubject;
  /** Opens the field with the focus. */
  readonly isOpen?: boolean;
}

/** The note of an item. */
export function ItemNote({ target, subject, isOpen = false }: ItemNoteProps) {
  const savedNote = target.item.note ?? "";
  const [text, setText] = useState<string | null>(null);
  const { run, isBusy, problem } = useAction();
  const shown = text ?? savedNote;
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (isOpen) field.current?.focus();
  }, [isOpen]);
  const latest = useRef({ text, known: savedNote, target });
  latest.current = { text, known: savedNote, target };
  const show = (next: string) => {
    // The screen may be left before it is rendered with the last letter.
    latest.current = { ...latest.current, text: next };
    setText(next);
  };
  const draft = useDraft("note", subject, show);
  // The note is saved when the screen is left, by a scan or by Back.
  useEffect(() => {
    const userId = session.peek()?.user.id;
    return () => {
      const lastState = latest.current;
      if (
        lastState.text === null ||
        lastState.text.trim() === lastState.known ||
        session.peek()?.user.id !== userId
      )
        return;
      draft
        .saved(setNote(lastState.target, lastState.text.trim() === "" ? null : lastState.text.trim()))
        .catch(reportError);
    };
  }, []);
  const save = () =>
    run(async () => {
      await draft.saved(setNote(target, shown.trim() === "" ? null : shown.trim()));
      announce(t(TEXTS.saved));
      setText(null);
    });
  return (
    <details open={isOpen || savedNote !== "" || text !== null}>
      <summary>{t(TEXTS.note)}</summary>
      <Problem text={problem} />
      <NoteField
        label={t(TEXTS.label)}
        inputRef={field}
        value={shown}
        onValue={(value) => {
          show(value);
          draft.store(value.trim() === savedNote ? "" : value);
        }}
      />
      <div class="stack">
        <Button kind="secondary" disabled={isBusy || shown === savedNote} onClick={save}>
          {t(TEXTS.save)}
        </Button>
      </div>
    </details>
  );
}

const TEXTS = {
  note: msg("Note"),
  label: msg("Note for the office"),
  save: msg("Save note"),
  saved: msg("Note saved"),
};
