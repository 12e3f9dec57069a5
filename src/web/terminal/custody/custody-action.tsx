import { useEffect, useRef, useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { fold } from "../../../domain/text-folding.ts";
import { session } from "../../api/tokens.ts";
import { useArticle } from "../../articles/known-article.ts";
import { DueDate } from "../../custody/due.tsx";
import { written } from "../../db/tab-messages.ts";
import { reportError } from "../../errors/report-error.ts";
import { signalVerdict } from "../../feedback/sounds.ts";
import { t } from "../../i18n/translate.ts";
import { custody, custodyName, type Holder, holderOf, personByBadge } from "../../offline/sync/custody.ts";
import { useScans } from "../../scanner/use-scans.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { NoteField, TextField } from "../../ui/field.tsx";
import { Page } from "../../ui/page.tsx";
import { PickPhoto } from "../../ui/pick-photo.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { SignaturePad } from "../../ui/signature.tsx";
import { Problem, useAction } from "../../ui/use-action.tsx";
import { CommandPage } from "../unsent/command-note.tsx";
import { recordCustody } from "./record-custody.ts";

/** Persons that are listed; the search narrows them down. */
const MAX_PEOPLE = 8;

interface Sent {
  readonly id: string;
  readonly isOut: boolean;
}

/** `#/article/:id/custody`: hands an article out, or takes it back. */
export function CustodyActionScreen({ id = "" }: Readonly<Record<string, string>>) {
  const articleId = Number(id);
  const holder = useHolder(articleId);
  const [sent, setSent] = useState<Sent | null>(null);
  const [restarts, setRestarts] = useState(0);
  if (sent !== null)
    return (
      <CommandPage
        title={t(sent.isOut ? HAND_OUT : TAKE_BACK)}
        id={sent.id}
        done={t(sent.isOut ? msg("Handed out.") : msg("Taken back."))}
      />
    );
  if (holder === undefined)
    return (
      <Page title={t(HAND_OUT)}>
        <p>{t(msg("This terminal has not loaded who has what yet. It needs a connection once."))}</p>
      </Page>
    );
  return (
    <CustodyForm
      key={restarts}
      articleId={articleId}
      known={holder}
      onSent={setSent}
      onRestart={() => setRestarts(restarts + 1)}
    />
  );
}

interface FormProps {
  readonly articleId: number;
  readonly known: Holder | null;
  readonly onSent: (sent: Sent) => void;
  readonly onRestart: () => void;
}

/** Hands the article out if nobody had it when the form was opened; otherwise takes it back. */
function CustodyForm({ articleId, known, onSent, onRestart }: FormProps) {
  const article = useArticle(articleId).body;
  const [holder] = useState(known);
  const isOut = holder === null;
  const [chosenId, setChosenId] = useState<number | null>(null);
  const [dueDate, setDueDate] = useState("");
  const dueField = useRef<HTMLInputElement>(null);
  const [note, setNote] = useState("");
  const [signature, setSignature] = useState<string | null>(null);
  const [photo, setPhoto] = useState<Blob | null>(null);
  const [notice, setNotice] = useState<string | null>(null);
  const { run, isBusy, problem } = useAction();
  const userId = holder?.userId ?? chosenId;
  // What this form sends changes the holder too.
  const isOutdated = !isBusy && known?.userId !== holder?.userId;
  const choosePerson = (id: number | null) => {
    // The person before has signed.
    if (chosenId !== null && id !== chosenId) setSignature(null);
    setChosenId(id);
  };
  useScans(({ text, candidates }) => {
    const person = candidates.map(personByBadge).find((found) => found !== null) ?? null;
    const isTaken = person !== null && isOut;
    signalVerdict(isTaken ? "counted" : "failed");
    setNotice(
      isTaken
        ? null
        : t(person === null ? msg("“{text}” is no badge.") : msg("No badge is needed to take it back."), {
            text,
          }),
    );
    if (isTaken) choosePerson(person.id);
  });
  const send = () =>
    run(async () => {
      const login = session.value;
      if (userId === null || login === null) return;
      // A half-typed date reads as none.
      if (dueField.current?.reportValidity() === false) return;
      const { id } = await recordCustody(
        {
          kind: isOut ? ("start" as const) : ("end" as const),
          userId,
          signature,
          photo,
          article: { oid: articleId, name: article?.name ?? String(articleId) },
          dueDate: dueDate === "" ? null : dueDate,
          note: note.trim() === "" ? null : note.trim(),
        },
        { tenantId: login.tenantId, userId: login.user.id },
      );
      onSent({ id, isOut });
    });
  return (
    <Page
      title={t(isOut ? HAND_OUT : TAKE_BACK)}
      isUnsaved={chosenId !== null || signature !== null || photo !== null}
      actions={
        <>
          <Button kind="primary" disabled={userId === null || isOutdated || isBusy} onClick={send}>
            {t(isOut ? HAND_OUT : TAKE_BACK)}
          </Button>
          <PickPhoto class="tall" onPhoto={async (file) => setPhoto(file)} onEnd={setNotice} />
        </>
      }
    >
      <p>
        <b>{article?.name}</b> <span class="muted">{article?.code}</span>
      </p>
      <Problem text={problem ?? notice} />
      {isOutdated && (
        <Banner tone="warning" role="status">
          <p>
            {known === null
              ? t(msg("Nobody has it now."))
              : t(msg("{name} has it now."), { name: custodyName(known.userId) ?? String(known.userId) })}
          </p>
          <Button onClick={onRestart}>{t(msg("Start again"))}</Button>
        </Banner>
      )}
      {userId === null ? (
        <PersonPicker onPick={choosePerson} />
      ) : (
        <p>
          {t(isOut ? msg("To") : msg("From"))} <b>{custodyName(userId) ?? String(userId)}</b>{" "}
          {isOut && (
            <Button kind="plain" onClick={() => choosePerson(null)}>
              {t(msg("Another person"))}
            </Button>
          )}
        </p>
      )}
      {isOut && (
        <TextField
          label={t(msg("Due date"))}
          type="date"
          value={dueDate}
          onValue={setDueDate}
          inputRef={dueField}
        />
      )}
      <NoteField label={t(msg("Condition"))} value={note} onValue={setNote} />
      {photo !== null && <p role="status">{t(msg("The photo is sent with it."))}</p>}
      <p>{t(msg("Signature of the person"))}</p>
      <SignaturePad value={signature} onValue={setSignature} />
    </Page>
  );
}

/** Chooses a person by name; a badge is scanned. */
function PersonPicker({ onPick }: { readonly onPick: (id: number) => void }) {
  const [text, setText] = useState("");
  const sought = fold(text.trim());
  const people = (custody.value?.people ?? []).filter(({ fullName }) => fold(fullName).includes(sought));
  return (
    <>
      <SearchField
        label={t(msg("Person: scan the badge, or type the name"))}
        value={text}
        onValue={setText}
      />
      <ul class="list">
        {people.slice(0, MAX_PEOPLE).map(({ id, fullName }) => (
          <li key={id}>
            <Button kind="plain" onClick={() => onPick(id)}>
              {fullName}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}

const HAND_OUT = msg("Hand out");
const TAKE_BACK = msg("Take back");

/** Who has the article, with the action. */
export function ArticleCustody({ articleId }: { readonly articleId: number }) {
  const holder = useHolder(articleId);
  if (holder === undefined) return null;
  const href = `#/article/${articleId}/custody`;
  if (holder === null)
    return (
      <p>
        <ButtonLink icon="hand" href={href}>
          {t(msg("Hand out"))}
        </ButtonLink>
      </p>
    );
  return (
    <section>
      <h2>{t(msg("Who has it"))}</h2>
      <p>
        <b>{custodyName(holder.userId) ?? String(holder.userId)}</b> <DueDate custody={holder} />{" "}
        {!holder.isSent && <span class="muted">{t(msg("Not sent yet"))}</span>}
      </p>
      <p>
        <ButtonLink icon="hand" href={href}>
          {t(msg("Take back"))}
        </ButtonLink>
      </p>
    </section>
  );
}

/** Who has an article, as far as it is known here; undefined: not read yet, or nothing was loaded; null: nobody. */
export function useHolder(articleId: number): Holder | null | undefined {
  const [holder, setHolder] = useState<Holder | null | undefined>(undefined);
  const writes = written.value.errands;
  const known = custody.value;
  useEffect(() => {
    if (known === null) return undefined;
    let isMounted = true;
    holderOf(articleId)
      .then((found) => {
        if (isMounted) setHolder(found);
      })
      .catch(reportError);
    return () => {
      isMounted = false;
    };
  }, [articleId, writes, known]);
  return holder;
}
