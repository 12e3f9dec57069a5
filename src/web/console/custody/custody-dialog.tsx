import { useRef, useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { call, withKey } from "../../api/call.ts";
import { custodyPhoto } from "../../api/custodies.ts";
import { ApiError, ServerUnreachable } from "../../api/errors.ts";
import { newId } from "../../api/ids.ts";
import { requestAsUser } from "../../api/tokens.ts";
import type { Custody, CustodyDetail } from "../../api/types/endpoints.d.ts";
import { SignaturePad } from "../../custody/signature.tsx";
import { t } from "../../i18n/translate.ts";
import { Button } from "../../ui/button.tsx";
import { NoteField, TextField } from "../../ui/field.tsx";
import { FileButton } from "../../ui/file-input.tsx";
import { RecordSelect } from "../../ui/select.tsx";
import { showSuccess } from "../../ui/toast.tsx";
import { errorText, Problem, useAction } from "../../ui/use-action.tsx";
import { choosable, useNames } from "../articles/names.ts";
import { FormDialog } from "../forms/form-dialog.tsx";
import { isSame } from "../forms/is-same.ts";
import { problemText } from "../forms/problem.ts";
import { useCreation } from "../forms/use-creation.ts";

interface HandOutProps {
  readonly article: { readonly oid: number; readonly name: string };
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Hands an article out to a person. */
export function HandOutDialog({ article, onClose, onDone }: HandOutProps) {
  const { people } = useNames();
  const [userId, setUserId] = useState<number | null>(null);
  const [dueDate, setDueDate] = useState("");
  const noted = useNoted();
  const create = useCreation();
  const [started, setStarted] = useState<CustodyDetail | null>(null);
  const { run, isBusy, problem } = useAction(problemOf);
  const save = () =>
    run(async () => {
      if (userId === null) return;
      const body = {
        ...noted.body,
        articleId: article.oid,
        userId,
        dueDate: dueDate === "" ? null : dueDate,
      };
      const custody = started ?? (await create(call("POST /api/custodies", { body })));
      setStarted(custody);
      const { oid, user } = custody;
      await noted.sendPhoto(oid, "start");
      showSuccess(t(HANDED_OUT, { name: article.name, person: user.fullName }));
      onDone();
    });
  if (started !== null) {
    const done = t(HANDED_OUT, { name: article.name, person: started.user.fullName });
    return <PhotoLeft {...{ done, save, isBusy, problem }} onClose={onDone} />;
  }
  return (
    <FormDialog
      title={t(msg("Hand out {name}"), { name: article.name })}
      isChanged={userId !== null || dueDate !== "" || noted.isChanged}
      onClose={onClose}
      actions={
        <Button disabled={isBusy || userId === null} onClick={save}>
          {t(msg("Hand out"))}
        </Button>
      }
    >
      <RecordSelect
        label={t(NAMES.userId)}
        items={choosable(people, null)}
        value={userId}
        onValue={setUserId}
        isRequired
      />
      <TextField label={t(NAMES.dueDate)} type="date" value={dueDate} onValue={setDueDate} />
      <Noted noted={noted} />
      <Problem text={problem} />
    </FormDialog>
  );
}

interface TakeBackProps {
  readonly custody: Custody;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Takes an article back. */
export function TakeBackDialog({ custody, onClose, onDone }: TakeBackProps) {
  const { oid, article, user } = custody;
  const noted = useNoted();
  const end = useEnd();
  const [ended, setEnded] = useState<CustodyDetail | null>(null);
  const { run, isBusy, problem } = useAction(problemOf);
  const save = () =>
    run(async () => {
      setEnded(ended ?? (await end(oid, noted.body)));
      await noted.sendPhoto(oid, "end");
      showSuccess(t(TAKEN_BACK, { name: article.name, person: user.fullName }));
      onDone();
    });
  if (ended !== null) {
    const done = t(TAKEN_BACK, { name: article.name, person: user.fullName });
    return <PhotoLeft {...{ done, save, isBusy, problem }} onClose={onDone} />;
  }
  return (
    <FormDialog
      title={t(msg("Take back {name}"), { name: article.name })}
      isChanged={noted.isChanged}
      onClose={onClose}
      actions={
        <Button disabled={isBusy} onClick={save}>
          {t(msg("Take back"))}
        </Button>
      }
    >
      <p>{t(msg("{person} has this article."), { person: user.fullName })}</p>
      <Noted noted={noted} />
      <Problem text={problem} />
    </FormDialog>
  );
}

type NotedBody = ReturnType<typeof useNoted>["body"];

/** Takes an article back. Sent again after a lost response, it returns what the earlier request has done. */
function useEnd(): (id: number, body: NotedBody) => Promise<CustodyDetail> {
  const isUnanswered = useRef(false);
  return async (id, body) => {
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

interface PhotoLeftProps {
  /** What has been done. */
  readonly done: string;
  readonly save: () => void;
  readonly isBusy: boolean;
  readonly problem: string | null;
  readonly onClose: () => void;
}

/** The article has changed hands, and only the photo of its condition is not sent yet. */
function PhotoLeft({ done, save, isBusy, problem, onClose }: PhotoLeftProps) {
  return (
    <FormDialog
      title={done}
      isChanged
      onClose={onClose}
      actions={
        <Button disabled={isBusy} onClick={save}>
          {t(msg("Save the photo"))}
        </Button>
      }
    >
      <p>{t(msg("The photo of the condition is not saved yet."))}</p>
      <Problem text={problem} />
    </FormDialog>
  );
}

/** The condition, its photo and the signature. */
function useNoted() {
  const [note, setNote] = useState("");
  const [signature, setSignature] = useState<string | null>(null);
  const [photo, setPhoto] = useState<File | null>(null);
  const [photoKey] = useState(() => newId(Date.now()));
  return {
    note,
    setNote,
    signature,
    setSignature,
    photo,
    setPhoto,
    isChanged: note !== "" || signature !== null || photo !== null,
    body: { note: note.trim() || null, signature },
    async sendPhoto(oid: number, kind: "start" | "end") {
      if (photo !== null)
        await requestAsUser(
          withKey(
            custodyPhoto(oid, kind, photo),
            `${photoKey}-${photo.name}-${photo.size}-${photo.lastModified}`.slice(0, 255),
          ),
        );
    },
  };
}

function Noted({ noted }: { readonly noted: ReturnType<typeof useNoted> }) {
  return (
    <>
      <NoteField label={t(NAMES.note)} value={noted.note} onValue={noted.setNote} />
      <p>
        <FileButton kind="secondary" icon="camera" accept="image/jpeg,image/png" onFile={noted.setPhoto}>
          {noted.photo === null
            ? t(msg("Add a photo of the condition"))
            : t(msg("Photo: {name}"), { name: noted.photo.name })}
        </FileButton>
      </p>
      <p>{t(NAMES.signature)}</p>
      <SignaturePad value={noted.signature} onValue={noted.setSignature} />
    </>
  );
}

const problemOf = (error: unknown) =>
  error instanceof ApiError ? problemText(error, NAMES) : errorText(error);

const NAMES = {
  userId: msg("Person"),
  dueDate: msg("Due date"),
  note: msg("Condition"),
  signature: msg("Signature of the person"),
};

const HANDED_OUT = msg("{name} handed out to {person}");
const TAKEN_BACK = msg("{name} taken back from {person}");
