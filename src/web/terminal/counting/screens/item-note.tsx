import { useEffect, useRef, useState } from "preact/hooks";
import { msg } from "../../../../domain/message.ts";
import { session } from "../../../api/tokens.ts";
import { reportError } from "../../../errors/report-error.ts";
import { t } from "../../../i18n/translate.ts";
import { announce } from "../../../ui/announce.tsx";
import { Problem, useAction } from "../../../ui/use-action.tsx";
import { setNote } from "../change.ts";
import type { Target } from "../record-count.ts";
import { type DraftSubject, useDraft } from "./use-draft.ts";

/** As long as a note may be at the server. */
const LONGEST = 4000;

interface ItemNoteProps {
  readonly target: Target;
  readonly subject: DraftSubject;
  /** The worker came to write: the field has the focus. */
  readonly isOpen?: boolean;
}

/** The note of an item. */
export function ItemNote({ target, subject, isOpen = false }: ItemNoteProps) {
  const known = target.item.note ?? "";
  const [text, setText] = useState<string | null>(null);
  const { run, isBusy, problem } = useAction();
  const shown = text ?? known;
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (isOpen) field.current?.focus();
  }, [isOpen]);
  const latest = useRef({ text, known, target });
  latest.current = { text, known, target };
  const show = (next: string) => {
    // The screen may be left before it is drawn with the last letter.
    latest.current = { ...latest.current, text: next };
    setText(next);
  };
  const draft = useDraft("note", subject, show);
  // What was written is kept when the screen is left, by a scan or by Back.
  useEffect(() => {
    const who = session.peek()?.user.id;
    return () => {
      const left = latest.current;
      if (left.text === null || left.text.trim() === left.known || session.peek()?.user.id !== who) return;
      draft.saved(setNote(left.target, left.text.trim() === "" ? null : left.text.trim())).catch(reportError);
    };
  }, []);
  const save = () =>
    run(async () => {
      await draft.saved(setNote(target, shown.trim() === "" ? null : shown.trim()));
      announce(t(TEXTS.saved));
      setText(null);
    });
  return (
    <details open={isOpen || known !== "" || text !== null}>
      <summary>{t(TEXTS.note)}</summary>
      <Problem text={problem} />
      <label>
        {t(TEXTS.label)}
        <textarea
          ref={field}
          rows={3}
          maxLength={LONGEST}
          value={shown}
          onInput={({ currentTarget: { value } }) => {
            show(value);
            draft.keep(value.trim() === known ? "" : value);
          }}
        />
      </label>
      <div class="stack">
        <button type="button" class="second" disabled={isBusy || shown === known} onClick={save}>
          {t(TEXTS.save)}
        </button>
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
