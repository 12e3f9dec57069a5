import { useRef, useState } from "preact/hooks";
import { PIN } from "../../../../domain/login.ts";
import { msg } from "../../../../domain/message.ts";
import { isWritten } from "../../../../domain/signature.ts";
import { confirmationOf, MAX_CORRECTION_LENGTH } from "../../../../domain/stocktakes/addendum.ts";
import { signerRoleNames } from "../../../../domain/stocktakes/frame.ts";
import { call } from "../../../api/call.ts";
import { session } from "../../../api/tokens.ts";
import type { InventoryAddenda, InventoryAddendum } from "../../../api/types/endpoints.d.ts";
import { dayAndTime, t } from "../../../i18n/translate.ts";
import { QueryBoundary } from "../../../query/query-boundary.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { NoteField, PasswordField } from "../../../ui/field.tsx";
import { SignaturePad } from "../../../ui/signature.tsx";
import { useDownload } from "../../batch/use-download.ts";
import { FormDialog, useForm } from "../../forms/form.tsx";
import { useLiveQuery } from "../../realtime/use-live-query.ts";
import { entryTexts } from "../login-texts.ts";
import styles from "./sealed-record.module.css";

/** A person who signs. */
type Person = InventoryAddenda["signers"][number];

function useAddenda<Opened>(id: number) {
  const query = useLiveQuery(call("GET /api/inventories/{id}/addenda", { id }), { follows: ["stocktakes"] });
  const [open, setOpen] = useState<Opened | null>(null);
  const dialog = {
    id,
    onClose: () => setOpen(null),
    onDone: () => {
      setOpen(null);
      query.refetch();
    },
  };
  return { query, open, setOpen, dialog };
}

/** The own signature of somebody who does not manage. Renders nothing for a person who does not sign. */
export function OwnSignature({ inventoryId }: { readonly inventoryId: number }) {
  const { query, open, setOpen, dialog } = useAddenda<Person>(inventoryId);
  return (
    <QueryBoundary query={query}>
      {({ signers, addenda }) =>
        signers.length > 0 && (
          <Card title={t(msg("Signatures"))}>
            <Signers signers={signers} addenda={addenda} onSign={setOpen} />
            {open !== null && <SignatureDialog {...dialog} person={open} />}
          </Card>
        )
      }
    </QueryBoundary>
  );
}

/** What is added to a sealed record: signatures, and corrections. */
export function Addenda({ inventoryId }: { readonly inventoryId: number }) {
  const { query, open, setOpen, dialog } = useAddenda<Person | "correction">(inventoryId);
  return (
    <QueryBoundary query={query}>
      {({ signers, addenda }) => (
        <>
          {signers.length > 0 && <h3>{t(msg("Signatures"))}</h3>}
          <Signers signers={signers} addenda={addenda} onSign={setOpen} />
          {addenda.length > 0 && <h3>{t(msg("Addenda"))}</h3>}
          <Entries id={inventoryId} addenda={addenda} />
          <p>
            <Button onClick={() => setOpen("correction")}>{t(msg("Add a correction…"))}</Button>
          </p>
          {open === "correction" && <CorrectionDialog {...dialog} />}
          {open !== null && open !== "correction" && <SignatureDialog {...dialog} person={open} />}
        </>
      )}
    </QueryBoundary>
  );
}

interface SignersProps extends Pick<InventoryAddenda, "signers" | "addenda"> {
  readonly onSign: (person: Person) => void;
}

function Signers({ signers, addenda, onSign }: SignersProps) {
  return (
    <ul class={`${styles["addenda"]}`}>
      {signers.map((person) => (
        <li key={person.position}>
          <Signer
            person={person}
            signed={addenda.find(({ number }) => number === person.addendum)}
            onSign={() => onSign(person)}
          />
        </li>
      ))}
    </ul>
  );
}

interface SignerProps {
  readonly person: Person;
  /** Undefined: not signed on a screen. */
  readonly signed: InventoryAddendum | undefined;
  readonly onSign: () => void;
}

/** The roles of a person, in words. */
const rolesText = (person: Person) => signerRoleNames(person).map((role) => t(role));

/** Whether the person can still confirm the signature by another one. */
const isUnconfirmed = ({ userId }: Person, signed: InventoryAddendum) =>
  userId !== null && confirmationOf(signed) === null;

function Signer({ person, signed, onSign }: SignerProps) {
  const who = [person.name, ...rolesText(person)].join(", ");
  const canSign = signed === undefined || isUnconfirmed(person, signed);
  return (
    <>
      <span>{who}</span>
      {signed !== undefined && (
        <small class="muted">
          {[t(msg("Signed {at}"), { at: dayAndTime(signed.addedDT) }), ...entryTexts(signed)].join(" · ")}
        </small>
      )}
      {canSign && (
        <Button aria-label={t(msg("Sign: {name}"), { name: who })} onClick={onSign}>
          {t(msg("Sign…"))}
        </Button>
      )}
    </>
  );
}

function Entries({ id, addenda }: { readonly id: number } & Pick<InventoryAddenda, "addenda">) {
  const { coming, problem, start } = useDownload();
  const save = (n: number) => {
    if (coming === null) void start(call("GET /api/inventories/{id}/addenda/{n}", { id, n }));
  };
  return (
    <>
      <ul class={`${styles["addenda"]}`}>
        {addenda.map(({ number, person, text, ...addendum }) => (
          <li key={number}>
            <span>
              {number}. {person === null ? text : t(msg("Signature of {name}"), { name: person.name })}
              <small class="muted">
                {[dayAndTime(addendum.addedDT), ...entryTexts({ ...addendum, person })].join(" · ")}
              </small>
            </span>
            <Button aria-disabled={coming !== null} onClick={() => save(number)}>
              {t(msg("Addendum {number} (JSON)"), { number })}
            </Button>
          </li>
        ))}
      </ul>
      <p class="error-text" role="alert">
        {problem}
      </p>
    </>
  );
}

interface DialogProps {
  readonly id: number;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

function SignatureDialog({ id, person, onClose, onDone }: DialogProps & { readonly person: Person }) {
  const { position, userId, name, addendum } = person;
  const secret = useRef<HTMLInputElement>(null);
  const isOwn = userId === session.value?.user.id;
  const secretOf = (text: string) => {
    if (text === "") return {};
    return PIN.test(text) ? { pin: text } : { password: text };
  };
  const form = useForm({
    start: { strokes: null as string | null },
    labels: {},
    save: ({ strokes }, { create }) =>
      create(
        call("POST /api/inventories/{id}/addenda", {
          id,
          body: {
            kind: "signature",
            person: position,
            strokes,
            ...secretOf(secret.current?.value ?? ""),
          },
        }),
      ),
    onSaved: onDone,
  });
  const { strokes } = form.values;
  return (
    <FormDialog
      form={form}
      title={t(msg("Sign: {name}"), { name })}
      action={t(msg("Sign"))}
      isReady={strokes !== null && isWritten(strokes)}
      onClose={onClose}
    >
      <p>
        {rolesText(person).join(", ")}. {t(FINAL)}
      </p>
      {userId === null && <p>{t(msg("The record says that it was given at your login."))}</p>}
      {userId !== null && !isOwn && (
        <PasswordField
          label={t(msg("PIN or password of {name}"), { name })}
          hint={t(
            addendum === null
              ? msg("Empty: the record says that it was given at your login and not confirmed by the person.")
              : msg("Needed: the earlier signature was not confirmed by the person."),
          )}
          problem={form.errors["pin"] ?? form.errors["password"]}
          inputRef={secret}
          isNew
        />
      )}
      <SignaturePad value={strokes} onValue={(drawn) => form.set({ strokes: drawn })} />
      <p class="muted">
        {t(msg("Use a finger, a pen or the mouse. Without them, sign the printed minutes."))}
      </p>
    </FormDialog>
  );
}

function CorrectionDialog({ id, onClose, onDone }: DialogProps) {
  const form = useForm({
    start: { text: "" },
    labels: { text: msg("Correction") },
    save: ({ text }, { create }) =>
      create(call("POST /api/inventories/{id}/addenda", { id, body: { kind: "correction", text } })),
    onSaved: onDone,
  });
  return (
    <FormDialog
      form={form}
      title={t(msg("Add a correction"))}
      action={t(msg("Add", "correction"))}
      isReady={form.values.text.trim() !== ""}
      onClose={onClose}
    >
      <NoteField {...form.field("text")} maxLength={MAX_CORRECTION_LENGTH} />
      <p>{t(FINAL)}</p>
    </FormDialog>
  );
}

const FINAL = msg("The server seals it. It can't be changed or removed later.");
