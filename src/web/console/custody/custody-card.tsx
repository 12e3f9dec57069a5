import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { CUSTODY } from "../../../records/custody.ts";
import { labelsOf } from "../../../records/record.ts";
import { call } from "../../api/call.ts";
import { session } from "../../api/tokens.ts";
import type { Custody, CustodyDetail } from "../../api/types/endpoints.d.ts";
import { Picture } from "../../articles/picture.tsx";
import { DueDate } from "../../custody/due.tsx";
import { t, when } from "../../i18n/translate.ts";
import { may } from "../../login/permissions.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { addressOf } from "../../router/address.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { TextField } from "../../ui/field.tsx";
import { SignaturePicture } from "../../ui/signature.tsx";
import { Toolbar } from "../../ui/toolbar.tsx";
import { Problem } from "../../ui/use-action.tsx";
import { useDownload } from "../batch/use-download.ts";
import { FormDialog, ShownRecord, type ShownVersion, useForm } from "../forms/form.tsx";
import { useLiveQuery } from "../realtime/use-live-query.ts";
import { type CustodyDialogProps, HandOutDialog, TakeBackDialog } from "./custody-dialog.tsx";

interface CardProps {
  readonly article: { readonly oid: number; readonly name: string };
}

/** Who has the article, who had it, and the actions. */
export function CustodyCard({ article }: CardProps) {
  const query = useLiveQuery(call("GET /api/custodies", { articleId: article.oid }), {
    follows: ["custodies", "users"],
  });
  // The custody as it was opened: a dialog stays while the list changes behind it.
  const [open, setOpen] = useState<{
    readonly dialog: "handOut" | "takeBack" | "dueDate";
    readonly custody: Custody | null;
  } | null>(null);
  const close = () => setOpen(null);
  const done = () => {
    setOpen(null);
    query.refetch();
  };
  const current = query.body?.find(({ endedDT }) => endedDT === null) ?? null;
  return (
    <Card title={t(msg("Who has it"))} isEmpty={query.body?.length === 0}>
      <QueryBoundary query={query} empty={msg("Nobody has or had this article.")}>
        {(custodies) => (
          <ul class="list">
            {custodies.map((custody) => (
              <Entry key={custody.oid} custody={custody} />
            ))}
          </ul>
        )}
      </QueryBoundary>
      {query.body !== null && (
        <Toolbar>
          {current === null ? (
            <Button icon="hand" onClick={() => setOpen({ dialog: "handOut", custody: null })}>
              {t(msg("Hand out…"))}
            </Button>
          ) : (
            <>
              <Button onClick={() => setOpen({ dialog: "takeBack", custody: current })}>
                {t(msg("Take back…"))}
              </Button>
              {may("manage") && (
                <Button kind="plain" onClick={() => setOpen({ dialog: "dueDate", custody: current })}>
                  {t(msg("Change the due date…"))}
                </Button>
              )}
            </>
          )}
        </Toolbar>
      )}
      {open?.dialog === "handOut" && <HandOutDialog article={article} onClose={close} onDone={done} />}
      {open?.dialog === "takeBack" && open.custody !== null && (
        <TakeBackDialog custody={open.custody} onClose={close} onDone={done} />
      )}
      {open?.dialog === "dueDate" && open.custody !== null && (
        <DueDateDialog custody={open.custody} onClose={close} onDone={done} />
      )}
    </Card>
  );
}

function Entry({ custody }: { readonly custody: Custody }) {
  const { oid, user, startedDT, startedBy, startNote, startPhotoId, isStartSigned } = custody;
  const { endedDT, endedBy, endNote, endPhotoId, isEndSigned } = custody;
  const [isShown, setShown] = useState(false);
  const maySeeSignatures = may("manage") || user.id === session.value?.user.id;
  const download = useDownload();
  return (
    <li>
      <div class="main">
        <b>
          {may("manage") ? (
            <a href={`#${addressOf("/custody", { userId: user.id })}`}>{user.fullName}</a>
          ) : (
            user.fullName
          )}
        </b>{" "}
        {endedDT === null && <DueDate custody={custody} />}
        <div class="muted">
          {t(msg("Handed out {at} by {by}."), { at: when(startedDT), by: startedBy.fullName })} {startNote}
        </div>
        {endedDT !== null && (
          <div class="muted">
            {t(msg("Taken back {at} by {by}."), { at: when(endedDT), by: endedBy?.fullName ?? "–" })}{" "}
            {endNote}
          </div>
        )}
        {[startPhotoId, endPhotoId].map(
          (photo) =>
            photo !== null && (
              <Picture
                key={photo}
                photo={call("GET /api/photos/{oid}/thumbnail", { oid: photo })}
                alt={t(msg("Photo of the condition"))}
              />
            ),
        )}
        {isShown && <Signatures oid={oid} />}
        <Toolbar>
          {maySeeSignatures && (isStartSigned || isEndSigned) && !isShown && (
            <Button kind="plain" onClick={() => setShown(true)}>
              {t(msg("Show signatures"))}
            </Button>
          )}
          {may("manage") && (
            <Button
              kind="plain"
              onClick={() => download.start(call("GET /api/custodies/{id}/protocol", { id: oid }))}
            >
              {t(msg("Protocol (PDF)"))}
            </Button>
          )}
        </Toolbar>
        <Problem text={download.problem} />
      </div>
    </li>
  );
}

function Signatures({ oid }: { readonly oid: number }) {
  const query = useLiveQuery(call("GET /api/custodies/{id}", { id: oid }), { follows: ["custodies"] });
  return (
    <QueryBoundary query={query}>
      {({ startSignature, endSignature }) => (
        <>
          {startSignature !== null && (
            <SignaturePicture path={startSignature} label={t(msg("Signature at the hand-over"))} />
          )}
          {endSignature !== null && (
            <SignaturePicture path={endSignature} label={t(msg("Signature at the return"))} />
          )}
        </>
      )}
    </QueryBoundary>
  );
}

/** Changes the due date of an article that a person has. */
function DueDateDialog({ custody, ...rest }: CustodyDialogProps) {
  return (
    <ShownRecord read={call("GET /api/custodies/{id}", { id: custody.oid })} onClose={rest.onClose}>
      {(shown) => shown !== null && <DueDateForm shown={shown} {...rest} />}
    </ShownRecord>
  );
}

interface DueDateFormProps extends Omit<CustodyDialogProps, "custody"> {
  readonly shown: ShownVersion<CustodyDetail>;
}

function DueDateForm({ shown, onClose, onDone }: DueDateFormProps) {
  const { oid: id, article } = shown.body;
  const form = useForm({
    start: valuesOf(shown.body),
    labels: { dueDate: labelsOf(CUSTODY).dueDate },
    shown: { ...shown, valuesOf },
    save: (body, { update }) => update(call("PUT /api/custodies/{id}", { id, body })),
    onSaved: onDone,
  });
  return (
    <FormDialog form={form} title={t(msg("Due date of {name}"), { name: article.name })} onClose={onClose}>
      <TextField {...form.optional("dueDate")} hint={t(msg("Leave empty for none."))} type="date" />
    </FormDialog>
  );
}

const valuesOf = ({ dueDate }: CustodyDetail) => ({ dueDate });
