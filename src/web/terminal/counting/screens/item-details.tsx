import { useEffect, useRef, useState } from "preact/hooks";
import { msg } from "../../../../domain/message.ts";
import { session } from "../../../api/tokens.ts";
import { reportError } from "../../../errors/report-error.ts";
import { t } from "../../../i18n/translate.ts";
import { Announcer, announce } from "../../../ui/announce.tsx";
import { Button } from "../../../ui/button.tsx";
import { NoteField } from "../../../ui/field.tsx";
import { Page } from "../../../ui/page.tsx";
import { Problem, useAction } from "../../../ui/use-action.tsx";
import { setNote } from "../change.ts";
import type { Target } from "../record-count.ts";
import { DraftOffer, type DraftSubject, useDraft } from "./draft-offer.tsx";
import { draftSubject, useItem } from "./item.tsx";
import { ItemPhoto, PrintLabel } from "./item-actions.tsx";
import { ItemDisposal } from "./item-disposal.tsx";
import { ItemHistory } from "./recent-list.tsx";
import { spotOf, useSpotScans } from "./scanning.ts";
import "./count.css";

type Values = Readonly<Record<string, string>>;

/** The details of an item, without its quantity. */
export const ItemDetails = (values: Values) => <Details values={values} isNote={false} />;

/** The details of an item, with focus on the note. */
export const ItemNoteScreen = (values: Values) => <Details values={values} isNote />;

function Details({ values, isNote }: { readonly values: Values; readonly isNote: boolean }) {
  const spot = spotOf(values);
  useSpotScans(spot);
  const loaded = useItem(spot, Number(values["article"]), values["item"] ?? "");
  const item = loaded?.item ?? null;
  const note = item !== null && (
    <ItemNote target={{ ...spot, item }} subject={draftSubject(spot, item)} isOpen={isNote} />
  );
  return (
    <Page title={item?.name ?? t(msg("Item"))} back>
      <Announcer />
      <DraftOffer isPad />
      {loaded !== null && item === null && <p>{t(msg("This item is not on this device any more."))}</p>}
      {item !== null && (
        <>
          <p class="muted one-line">{item.code ?? t(msg("no code"))}</p>
          {isNote && note}
          <ItemPhoto item={item} />
          <PrintLabel articleId={item.articleId} />
          {!isNote && note}
          <ItemDisposal target={{ ...spot, item }} />
          <ItemHistory item={item} spot={spot} />
        </>
      )}
    </Page>
  );
}

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
      announce(t(msg("Note saved")));
      setText(null);
    });
  return (
    <details open={isOpen || savedNote !== "" || text !== null}>
      <summary>{t(msg("Note"))}</summary>
      <Problem text={problem} />
      <NoteField
        label={t(msg("Note for the office"))}
        inputRef={field}
        value={shown}
        onValue={(value) => {
          show(value);
          draft.store(value.trim() === savedNote ? "" : value);
        }}
      />
      <div class="stack">
        <Button kind="secondary" disabled={isBusy || shown === savedNote} onClick={save}>
          {t(msg("Save note"))}
        </Button>
      </div>
    </details>
  );
}
