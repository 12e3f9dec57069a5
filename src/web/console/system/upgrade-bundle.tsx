import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import { requestAsUser } from "../../api/tokens.ts";
import type { UpgradeState } from "../../api/types/endpoints.d.ts";
import { sizeText } from "../../i18n/size-text.ts";
import { t, when } from "../../i18n/translate.ts";
import { Button } from "../../ui/button.tsx";
import { confirm } from "../../ui/confirm.tsx";
import { FileField } from "../../ui/file-input.tsx";
import { Progress } from "../../ui/progress.tsx";
import { Toolbar } from "../../ui/toolbar.tsx";
import { Problem, useAction } from "../../ui/use-action.tsx";
import { problemText } from "../forms/problem.ts";
import { FolderBundles } from "./upgrade-folders.tsx";

/** As long as the server lets an upload last. */
const TIMEOUT_MS = 130_000;

interface Props {
  readonly state: UpgradeState;
  readonly onChange: (state: UpgradeState) => void;
}

/** The upload of a bundle; then the button that begins the upgrade. */
export function NewVersion({ state: { bundle, installed, folderBundles }, onChange }: Props) {
  return bundle === null ? (
    <>
      <UploadBundle onChange={onChange} />
      <FolderBundles bundles={folderBundles ?? []} onChange={onChange} />
    </>
  ) : (
    <Uploaded bundle={bundle} installed={installed} onChange={onChange} />
  );
}

function UploadBundle({ onChange }: Pick<Props, "onChange">) {
  const { run, isBusy, problem } = useAction(problemText);
  const [missing, setMissing] = useState(false);
  const upload = (files: readonly File[]) => {
    const signature = files.find(({ name }) => name.endsWith(".sig"));
    const bundle = files.find((file) => file !== signature);
    setMissing(signature === undefined || bundle === undefined);
    if (signature === undefined || bundle === undefined) return;
    run(async () => {
      const form = new FormData();
      // The text comes first: the server reads the parts in their order.
      form.append("signature", await signature.text());
      form.append("bundle", bundle, bundle.name);
      onChange(
        await requestAsUser(call("POST /api/upgrade/bundle", { body: form }), { timeoutMs: TIMEOUT_MS }),
      );
    });
  };
  return (
    <>
      <p class="muted">
        {t(
          msg(
            "Two files: the bundle for this machine (tallybox-….tar.gz) and its signature (….tar.gz.sig). Choose both at once.",
          ),
        )}
      </p>
      {isBusy ? (
        <div role="status">
          <Progress label={t(msg("Uploading and checking…"))} />
        </div>
      ) : (
        <FileField label={t(msg("Bundle and signature"))} accept=".gz,.sig" isMultiple onFiles={upload} />
      )}
      <Problem text={missing ? t(msg("Choose both files: the bundle and its .sig file.")) : problem} />
    </>
  );
}

interface UploadedProps {
  readonly bundle: NonNullable<UpgradeState["bundle"]>;
  readonly installed: string;
  readonly onChange: (state: UpgradeState) => void;
}

function Uploaded({ bundle: { name, bytes, version, uploadedDT }, installed, onChange }: UploadedProps) {
  const { run, isBusy, problem } = useAction(problemText);
  const begin = async () => {
    const question = {
      title: t(msg("Upgrade to {version}?"), { version }),
      text: t(
        msg(
          "The server stops for a minute or a few while version {version} is tried on a copy of the data. Terminals go on counting and send their counts afterwards. If something is wrong, version {installed} runs again with its data.",
        ),
        { version, installed },
      ),
      action: t(msg("Upgrade to {version}"), { version }),
    };
    if (await confirm(question))
      run(async () => onChange(await requestAsUser(call("PUT /api/upgrade/begin", { body: { version } }))));
  };
  return (
    <>
      <p>
        <b>{t(msg("Version {version} is uploaded, and its signature is right."), { version })}</b>
        <br />
        <span class="muted">{[name, sizeText(bytes), when(uploadedDT)].join(" · ")}</span>
      </p>
      <Toolbar>
        <Button disabled={isBusy} onClick={begin}>
          {t(msg("Upgrade to {version}"), { version })}
        </Button>
        <Button
          kind="secondary"
          disabled={isBusy}
          onClick={() => run(async () => onChange(await requestAsUser(call("DELETE /api/upgrade/bundle"))))}
        >
          {t(msg("Remove"))}
        </Button>
      </Toolbar>
      <Problem text={problem} />
    </>
  );
}
