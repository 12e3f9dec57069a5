import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { session } from "../../api/tokens.ts";
import { signalVerdict } from "../../feedback/sounds.ts";
import { t } from "../../i18n/translate.ts";
import { queueCommand } from "../../offline/outbox/commands.ts";
import { bodyOf, EMPTY_PROPOSAL, isComplete, type ProposalForm } from "../../requests/proposal.ts";
import { useCamera } from "../../scanner/use-camera.tsx";
import { useScans } from "../../scanner/use-scans.ts";
import { Page } from "../../ui/page.tsx";
import { PickPhoto } from "../../ui/pick-photo.tsx";
import { Problem, useAction } from "../../ui/use-action.tsx";
import { CommandPage } from "../unsent/command-note.tsx";
import { PhotoPreview } from "./photo-preview.tsx";
import { ProposalFields } from "./proposal-fields.tsx";
import "../../articles/articles.css";
import "./mine.css";

/** `#/propose`, `#/propose/:serial` (an unknown scanned code): proposes a new asset, with a photo. */
export function ProposeScreen({ serial = "" }: Readonly<Record<string, string>>) {
  const [form, setForm] = useState<ProposalForm>(() => ({ ...EMPTY_PROPOSAL, serial }));
  const [photo, setPhoto] = useState<Blob | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [sent, setSent] = useState<string | null>(null);
  const action = useAction();
  const camera = useCamera();
  const change = (next: Partial<ProposalForm>) => setForm((now) => ({ ...now, ...next }));
  useScans(({ text }) => {
    signalVerdict("counted");
    change({ serial: text });
  });
  const send = () =>
    action.run(async () => {
      const login = session.value;
      const body = login === null ? null : bodyOf(form, login.user.id);
      if (body === null) return;
      const title = t(TEXTS.of, { name: form.name.trim() });
      const command = await queueCommand({ kind: "proposal", body, photo }, title);
      setSent(command.id);
    });
  if (sent !== null) return <CommandPage title={t(TEXTS.title)} id={sent} done={TEXTS.done} />;
  return (
    <Page
      title={t(TEXTS.title)}
      back
      actions={
        <>
          <PickPhoto
            onPhoto={async (file) => {
              setPhoto(file);
            }}
            onEnd={setProblem}
          />
          <button type="button" disabled={!isComplete(form) || action.isBusy} onClick={send}>
            {t(TEXTS.send)}
          </button>
        </>
      }
    >
      <Problem text={action.problem ?? problem} />
      {photo !== null && <PhotoPreview photo={photo} onRemove={() => setPhoto(null)} />}
      <ProposalFields form={form} change={change}>
        {camera.button}
        {camera.view}
      </ProposalFields>
    </Page>
  );
}

const TEXTS = {
  title: msg("Propose a new asset"),
  send: msg("Propose"),
  of: msg("New asset: {name}"),
  done: msg("Proposal sent. A manager will decide."),
};
