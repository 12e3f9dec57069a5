import { useRef, useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { call, withKey } from "../../api/call.ts";
import { custodyPhoto } from "../../api/custodies.ts";
import { ApiError, ServerUnreachable } from "../../api/errors.ts";
import { newId } from "../../api/ids.ts";
import { requestAsUser } from "../../api/tokens.ts";
import type { Custody, CustodyDetail } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { NoteField, TextField } from "../../ui/field.tsx";
import { FileButton } from "../../ui/file-input.tsx";
import { RecordSelect } from "../../ui/select.tsx";
import { SignaturePad } from "../../ui/signature.tsx";
import { showSuccess } from "../../ui/toast.tsx";
import { choosable } from "../articles/names.ts";
import { useNames } from "../articles/use-names.ts";
import { type Form, FormDialog, type FormFields, useForm } from "../forms/form.tsx";
import { isSame } from "../forms/is-same.ts";

interface HandOutProps {
  readonly article: { readonly oid: number; readonly name: string };
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Hands an article out to a person. */
export function HandOutDialog({ article, onClose, onDone }: HandOutProps) {
  const { people } = useNames();
  const [started, setStarted] = useState<CustodyDetail | null>(null);
  const sendPhoto = usePhoto("start");
  const form = useForm({
    start: { ...NO_NOTES, userId: null as number | null, dueDate: null as string | null },
    labels: NAMES,
    save: async ({ userId, dueDate, ...noted }, { create }) => {
      if (userId === null) throw new Error("nobody is chosen");
      const body = { ...notesOf(noted), articleId: article.oid, userId, dueDate };
      const custody = started ?? (await create(call("POST /api/custodies", { body })));
      setStarted(custody);
      await sendPhoto(custody.oid, noted.photo);
      return custody;
    },
    onSaved: ({ user }) => {
      showSuccess(t(HANDED_OUT, { name: article.name, person: user.fullName }));
      onDone();
    },
  });
  if (started !== null) {
    const done = t(HANDED_OUT, { name: article.name, person: started.user.fullName });
    return <PhotoLeft form={form} done={done} onClose={onDone} />;
  }
  return (
    <FormDialog
      form={form}
      title={t(msg("Hand out {name}"), { name: article.name })}
      action={t(msg("Hand out"))}
      isReady={form.values.userId !== null}
      onClose={onClose}
    >
      <RecordSelect {...form.field("userId")} items={choosable(people, null)} isRequired />
      <TextField {...form.optional("dueDate")} type="date" />
      <Noted form={form} />
    </FormDialog>
  );
}

/** The properties of a dialog about an article that a person has. */
export interface CustodyDialogProps {
  readonly custody: Custody;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Takes an article back. */
export function TakeBackDialog({ custody, onClose, onDone }: CustodyDialogProps) {
  const { oid, article, user } = custody;
  const done = t(msg("{name} taken back from {person}"), { name: article.name, person: user.fullName });
  const end = useEnd();
  const [isEnded, setEnded] = useState(false);
  const sendPhoto = usePhoto("end");
  const form = useForm({
    start: NO_NOTES,
    labels: NAMES,
    save: async (noted) => {
      if (!isEnded) await end(oid, notesOf(noted));
      setEnded(true);
      await sendPhoto(oid, noted.photo);
    },
    onSaved: () => {
      showSuccess(done);
      onDone();
    },
  });
  if (isEnded) return <PhotoLeft form={form} done={done} onClose={onDone} />;
  return (
    <FormDialog
      form={form}
      title={t(msg("Take back {name}"), { name: article.name })}
      action={t(msg("Take back"))}
      onClose={onClose}
    >
      <p>{t(msg("{person} has this article."), { person: user.fullName })}</p>
      <Noted form={form} />
    </FormDialog>
  );
}

interface PhotoLeftProps<T extends Notes> {
  readonly form: Form<T>;
  /** What has been done. */
  readonly done: string;
  readonly onClose: () => void;
}

/** The article has changed hands, and only the photo of its condition is not sent yet. */
function PhotoLeft<T extends Notes>({ form, done, onClose }: PhotoLeftProps<T>) {
  return (
    <FormDialog form={form} title={done} action={t(msg("Save the photo"))} onClose={onClose}>
      <p>{t(msg("The photo of the condition is not saved yet."))}</p>
      <PhotoButton form={form} />
    </FormDialog>
  );
}

/** Takes an article back. Sent again after a lost response, it returns what the earlier request has done. */
function useEnd() {
  const isUnanswered = useRef(false);
  return async (id: number, body: ReturnType<typeof notesOf>): Promise<CustodyDetail> => {
    try {
      return await requestAsUser(call("PUT /api/custodies/{id}/end", { id, body }));
    } catch (error) {
      if (error instanceof ServerUnreachable) isUnanswered.current = true;
      if (!isUnanswered.current || !(error instanceof ApiError)) throw error;
      const now = await requestAsUser(call("GET /api/custodies/{id}", { id }));
      const { endNote, endSignature } = now;
      const isOurs = isSame({ note: endNote, signature: endSignature }, body);
      if (now.endedDT === null || !isOurs) throw error;
      return now;
    }
  };
}

/** The condition, its photo and the signature. */
interface Notes {
  readonly note: string;
  readonly signature: string | null;
  readonly photo: File | null;
}

const NO_NOTES: Notes = { note: "", signature: null, photo: null };
const notesOf = ({ note, signature }: Notes) => ({ note: note.trim() || null, signature });

/** Sends a photo. The same one, sent again, is stored once. */
function usePhoto(kind: "start" | "end") {
  const [keys] = useState(() => new Map<string, string>());
  return async (oid: number, photo: File | null): Promise<void> => {
    if (photo === null) return;
    const which = `${photo.name} ${photo.size} ${photo.lastModified}`;
    const key = keys.get(which) ?? newId(Date.now());
    keys.set(which, key);
    await requestAsUser(withKey(custodyPhoto(oid, kind, photo), key));
  };
}

function PhotoButton({ form }: { readonly form: FormFields<Notes> }) {
  const { photo } = form.values;
  return (
    <p>
      <FileButton
        icon="camera"
        accept="image/jpeg,image/png"
        onFile={(chosen) => form.set({ photo: chosen })}
      >
        {photo === null
          ? t(msg("Add a photo of the condition"))
          : t(msg("Photo: {name}"), { name: photo.name })}
      </FileButton>
    </p>
  );
}

function Noted({ form }: { readonly form: FormFields<Notes> }) {
  const { label, value, onValue } = form.field("signature");
  return (
    <>
      <NoteField {...form.field("note")} />
      <PhotoButton form={form} />
      <p>{label}</p>
      <SignaturePad value={value} onValue={onValue} />
    </>
  );
}

const NAMES = {
  userId: msg("Person"),
  dueDate: msg("Due date"),
  note: msg("Condition"),
  signature: msg("Signature of the person"),
};

const HANDED_OUT = msg("{name} handed out to {person}");
