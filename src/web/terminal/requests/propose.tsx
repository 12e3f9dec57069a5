import type { ComponentChildren, RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { MAX_TEXT_LENGTH } from "../../../domain/text-limits.ts";
import { session } from "../../api/tokens.ts";
import { signalVerdict } from "../../feedback/sounds.ts";
import { t } from "../../i18n/translate.ts";
import { queueCommand } from "../../offline/outbox/commands.ts";
import { offered, useCatalogue } from "../../query/catalogues.ts";
import { bodyOf, EMPTY_PROPOSAL, isComplete, type ProposalForm, priceOf } from "../../requests/proposal.ts";
import { useCamera } from "../../scanner/use-camera.tsx";
import { useScans } from "../../scanner/use-scans.ts";
import { Button } from "../../ui/button.tsx";
import { NoteField, TextField } from "../../ui/field.tsx";
import { Page } from "../../ui/page.tsx";
import { PickPhoto } from "../../ui/pick-photo.tsx";
import { RecordSelect } from "../../ui/select.tsx";
import { Problem, useAction } from "../../ui/use-action.tsx";
import { CommandPage } from "../unsent/command-note.tsx";
import styles from "./propose.module.css";
import "../../articles/articles.css";

/** `#/propose`, `#/propose/:serial` (an unknown scanned code): proposes a new asset, with a photo. */
export function ProposeScreen({ serial = "" }: Readonly<Record<string, string>>) {
  const [sent, setSent] = useState<string | null>(null);
  // Scans after it are for no field any more.
  if (sent === null) return <ProposalPage serial={serial} onSent={setSent} />;
  return (
    <CommandPage
      title={t(msg("Propose a new asset"))}
      id={sent}
      done={t(msg("Proposal sent. A manager will decide."))}
    />
  );
}

interface ProposalPageProps {
  readonly serial: string;
  /** `id`: of the command. */
  readonly onSent: (id: string) => void;
}

function ProposalPage({ serial, onSent }: ProposalPageProps) {
  const [form, setForm] = useState<ProposalForm>(() => ({ ...EMPTY_PROPOSAL, serial }));
  const [photo, setPhoto] = useState<Blob | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const action = useAction();
  const camera = useCamera();
  const change = (next: Partial<ProposalForm>) => setForm((now) => ({ ...now, ...next }));
  useScans(({ text }) => {
    signalVerdict("counted");
    change({ serial: text });
  });
  const boughtField = useRef<HTMLInputElement>(null);
  const send = () =>
    action.run(async () => {
      // A half-typed date reads as none.
      if (boughtField.current?.reportValidity() === false) return;
      const login = session.value;
      const body = login === null ? null : bodyOf(form, login.user.id);
      if (body === null) return;
      const title = t(msg("New asset: {name}"), { name: form.name.trim() });
      onSent((await queueCommand({ kind: "proposal", body, photo }, title)).id);
    });
  return (
    <Page
      title={t(msg("Propose a new asset"))}
      isUnsaved={photo !== null || form.categoryId !== null || form.typeId !== null}
      actions={
        <>
          <PickPhoto
            onPhoto={async (file) => {
              setPhoto(file);
            }}
            onEnd={setProblem}
          />
          <Button kind="primary" disabled={!isComplete(form) || action.isBusy} onClick={send}>
            {t(msg("Propose"))}
          </Button>
        </>
      }
    >
      <Problem text={action.problem ?? problem} />
      {photo !== null && <PhotoPreview photo={photo} onRemove={() => setPhoto(null)} />}
      <ProposalFields form={form} change={change} boughtField={boughtField}>
        {camera.button}
        {camera.view}
      </ProposalFields>
    </Page>
  );
}

interface ProposalFieldsProps {
  readonly form: ProposalForm;
  readonly change: (next: Partial<ProposalForm>) => void;
  readonly boughtField: RefObject<HTMLInputElement>;
  /** Shown below the serial number. */
  readonly children: ComponentChildren;
}

/** The fields of a proposed asset. */
function ProposalFields({ form, change, boughtField, children }: ProposalFieldsProps) {
  const categories = useCatalogue("articleCategory").body ?? [];
  const types = useCatalogue("articleType").body ?? [];
  const currencies = useCatalogue("currencyType").body ?? [];
  const { categoryId, typeId, price, currencyId } = form;
  const hasBadPrice = priceOf(price) === null;
  const text = (field: "name" | "serial" | "price" | "invoice" | "bought" | "note") => ({
    label: t(TEXTS[field]),
    value: form[field],
    onValue: (value: string) => change({ [field]: value }),
  });
  return (
    <>
      <TextField {...text("name")} maxLength={MAX_TEXT_LENGTH} />
      <RecordSelect
        label={t(msg("Category (required)"))}
        items={offered(categories, categoryId)}
        value={categoryId}
        onValue={(chosen) => change({ categoryId: chosen })}
      />
      <RecordSelect
        label={t(msg("Type (required)"))}
        items={offered(types, typeId)}
        value={typeId}
        onValue={(chosen) => change({ typeId: chosen })}
      />
      <TextField {...text("serial")} maxLength={MAX_TEXT_LENGTH} />
      <div class={styles["belowField"]}>{children}</div>
      <TextField
        {...text("price")}
        inputMode="decimal"
        liveProblem={hasBadPrice ? t(msg("Enter a number such as 1250.50.")) : undefined}
      />
      <RecordSelect
        label={t(msg("Currency"))}
        items={offered(currencies, currencyId)}
        value={currencyId}
        onValue={(chosen) => change({ currencyId: chosen })}
      />
      <TextField {...text("invoice")} maxLength={MAX_TEXT_LENGTH} />
      <TextField {...text("bought")} type="date" inputRef={boughtField} />
      <NoteField {...text("note")} />
    </>
  );
}

/** The attached photo. */
function PhotoPreview({ photo, onRemove }: { readonly photo: Blob; readonly onRemove: () => void }) {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const objectUrl = URL.createObjectURL(photo);
    setUrl(objectUrl);
    return () => URL.revokeObjectURL(objectUrl);
  }, [photo]);
  return (
    <div class={styles["photo"]}>
      {url !== null && <img src={url} alt={t(msg("Attached photo"))} />}
      <Button onClick={onRemove}>{t(msg("Remove photo"))}</Button>
    </div>
  );
}

const TEXTS = {
  name: msg("Name (required)"),
  serial: msg("Serial number (type or scan)"),
  price: msg("Price"),
  invoice: msg("Invoice number"),
  bought: msg("Purchase date"),
  note: msg("Note"),
};
