import { useMemo, useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { call, type InputOf } from "../../api/call.ts";
import { ApiError } from "../../api/errors.ts";
import { sendRequest } from "../../api/send-request.ts";
import type { BackupSnapshot, RestorePlan } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { go } from "../../router/router.ts";
import { Button } from "../../ui/button.tsx";
import { Radio } from "../../ui/checkbox.tsx";
import { LinesField, TextField } from "../../ui/field.tsx";
import { LanguageAndTheme } from "../../ui/theme.tsx";
import { Problem, useAction } from "../../ui/use-action.tsx";
import { Screen } from "../layout/screen.tsx";
import { readPassphrase } from "./folder-fields.tsx";
import { PlanView } from "./plan-view.tsx";
import { SnapshotChoice } from "./snapshot-choice.tsx";
import { setupUpload, UploadFields, useUpload } from "./upload-fields.tsx";
import { type RestoreCalls, usePlan } from "./use-plan.ts";
import "../onboarding/start.css";
import { newDetector } from "../../scanner/detector.ts";
import { FileButton } from "../../ui/file-input.tsx";
import { Toolbar } from "../../ui/toolbar.tsx";
import "./restore.css";

/** The set-up code of a restore that has begun, so that it goes on after the page is loaded again. */
const CODE = "setup-code";

/** `#/restore`: restores a backup on an empty server, with the set-up code and a recovery sheet. */
export function RestoreEmptyServer() {
  const [code, setCode] = useState(() => sessionStorage.getItem(CODE));
  const calls = useMemo(() => (code === null ? null : callsWith(code)), [code]);
  const { plan, setPlan } = usePlan(calls, () => {
    sessionStorage.removeItem(CODE);
    go("/login", { replace: true });
  });
  const show = (given: string, begun: RestorePlan) => {
    setPlan(begun);
    setCode(given);
    sessionStorage.setItem(CODE, given);
  };
  return (
    <div class="login-page start">
      <Screen
        title={t(msg("Restore a backup"))}
        above={<a href="#/start">{t(msg("Set up a new server instead"))}</a>}
      >
        <LanguageAndTheme />
        {plan === null || calls === null ? (
          <Choose
            onBegin={async (given, body) =>
              show(given, await sendRequest(call("POST /api/setup/restore", { body }), headersOf(given)))
            }
            onContinue={async (given) => {
              const begun = await findBegun(given);
              if (begun !== null) show(given, begun);
              return begun !== null;
            }}
          />
        ) : (
          <PlanView plan={plan} calls={calls} needsPassword={false} onPlan={setPlan} />
        )}
      </Screen>
    </div>
  );
}

type Body = InputOf<"POST /api/setup/restore">["body"];

/** The restore that another page has begun, or this one before it was loaded again; null: none. */
async function findBegun(code: string): Promise<RestorePlan | null> {
  try {
    return await sendRequest(call("GET /api/setup/restore"), headersOf(code));
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

interface ChooseProps {
  readonly onBegin: (code: string, body: Body) => Promise<void>;
  /** Shows a restore that has begun already. Returns whether there is one. */
  readonly onContinue: (code: string) => Promise<boolean>;
}

/** The set-up code, then the backup: by a recovery sheet, or a downloaded file. */
function Choose({ onBegin, onContinue }: ChooseProps) {
  const [code, setCode] = useState("");
  const [kind, setKind] = useState<"sheet" | "upload">("sheet");
  const upload = useUpload();
  const [sheet, setSheet] = useState("");
  const [snapshots, setSnapshots] = useState<readonly BackupSnapshot[] | null>(null);
  const [snapshot, setSnapshot] = useState("");
  const [isCodeWrong, setCodeWrong] = useState(false);
  const { run, isBusy, problem } = useAction();
  const id = snapshot || (snapshots?.[0]?.id ?? "");
  const onSubmit = (event: Event) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    setCodeWrong(false);
    const passphrase = readPassphrase(form);
    run(async () => {
      try {
        if (await onContinue(code)) return;
        if (kind === "upload") {
          await upload.send(setupUpload((request) => sendRequest(request, headersOf(code))));
          return await onBegin(code, { source: { kind }, passphrase });
        }
        if (snapshots !== null)
          return await onBegin(code, { source: { kind: "snapshot", recoveryText: sheet, snapshot: id } });
        const request = call("POST /api/setup/restore/snapshots", { body: { recoveryText: sheet } });
        setSnapshots(await sendRequest(request, headersOf(code)));
      } catch (error) {
        setCodeWrong(error instanceof ApiError && error.status === 401);
        throw error;
      }
    });
  };
  const choose = (next: typeof kind) => () => {
    setKind(next);
    setSnapshots(null);
  };
  const isMissing =
    (kind === "upload" && upload.file === null) ||
    (kind === "sheet" && (sheet === "" || (snapshots !== null && id === "")));
  const isListing = kind === "sheet" && snapshots === null;
  return (
    <form onSubmit={onSubmit} noValidate>
      <p>{t(msg("This server is empty. Restore the data of another one from its backups."))}</p>
      <TextField
        label={t(msg("Set-up code"))}
        hint={t(
          msg(
            "The installation shows it at its end. It is also in the file setup-code in the data folder, and in the log of the first start.",
          ),
        )}
        value={code}
        onValue={setCode}
        problem={isCodeWrong ? (problem ?? undefined) : undefined}
        autocapitalize="characters"
        spellcheck={false}
        isRequired
      />
      <Radio name="kind" checked={kind === "sheet"} onClick={choose("sheet")}>
        {t(msg("With a recovery sheet"))}
      </Radio>
      <Radio name="kind" checked={kind === "upload"} onClick={choose("upload")}>
        {t(msg("From a downloaded file on this computer"))}
      </Radio>
      {kind === "upload" ? (
        <UploadFields {...upload} />
      ) : (
        <SheetField
          value={sheet}
          onValue={(text) => {
            setSheet(text);
            setSnapshots(null);
          }}
        />
      )}
      {kind === "sheet" && snapshots !== null && (
        <SnapshotChoice snapshots={snapshots} value={id} onValue={setSnapshot} />
      )}
      <Problem text={isCodeWrong ? null : problem} />
      {isBusy && kind === "sheet" && (
        <p role="status">{t(msg("Connecting to the target… This may take a minute."))}</p>
      )}
      <Button kind="primary" type="submit" disabled={isBusy || code === "" || isMissing}>
        {t(isListing ? msg("Show the backups") : msg("Check this backup"))}
      </Button>
    </form>
  );
}

const headersOf = (code: string) => ({ headers: { "X-Setup-Code": code.trim() } });

const callsWith = (code: string): RestoreCalls => ({
  current: () => sendRequest(call("GET /api/setup/restore"), headersOf(code)),
  cancel: () => sendRequest(call("DELETE /api/setup/restore"), headersOf(code)),
  confirm: (id, withoutMissingPhotos) =>
    sendRequest(
      call("PUT /api/setup/restore/confirm", { body: { id, withoutMissingPhotos } }),
      headersOf(code),
    ),
  again: (_, passphrase) =>
    sendRequest(
      call("POST /api/setup/restore", { body: { source: { kind: "upload" }, passphrase } }),
      headersOf(code),
    ),
  isRestored: async () => !(await sendRequest(call("GET /api/setup"))).isNeeded,
});

interface SheetProps {
  readonly value: string;
  readonly onValue: (text: string) => void;
}

/**
 * The text of a recovery sheet: from a hand scanner or typed, from a picture of its QR code, or from its file. A
 * picture works over plain HTTP too, where a page has no camera.
 */
function SheetField({ value, onValue }: SheetProps) {
  const { run, isBusy, problem } = useAction((error) =>
    error instanceof NoCode
      ? t(
          msg(
            "The picture has no QR code of a recovery sheet. Photograph it from straight above, so that it fills the picture.",
          ),
        )
      : t(msg("This file can't be read. Choose another one.")),
  );
  const readPicture = (file: File) => run(async () => onValue(await codeIn(file)));
  const readText = (file: File) => run(async () => onValue((await file.text()).trim()));
  return (
    <>
      <Toolbar class="restore-sheet">
        <FileButton icon="camera" accept="image/*" capture="environment" onFile={readPicture}>
          {t(msg("Photograph the QR code"))}
        </FileButton>
        <FileButton accept=".txt,text/plain" onFile={readText}>
          {t(msg("Choose the file"))}
        </FileButton>
      </Toolbar>
      {isBusy && <p role="status">{t(msg("Reading…"))}</p>}
      <Problem text={problem} />
      <LinesField
        label={t(msg("Text of the recovery sheet"))}
        hint={t(
          msg("Scan the QR code into this field with a hand scanner, or type the text below the code."),
        )}
        isRequired
        rows={5}
        spellcheck={false}
        autocapitalize="none"
        value={value}
        onValue={onValue}
      />
    </>
  );
}

class NoCode extends Error {}

/** The text of the recovery sheet's QR code in a picture. Throws NoCode. */
async function codeIn(file: File): Promise<string> {
  const picture = await createImageBitmap(file);
  const detector = await newDetector();
  const found = (await detector.detect(picture)).find(({ rawValue }) =>
    rawValue.startsWith("tallybox-recovery:"),
  );
  if (found === undefined) throw new NoCode();
  return found.rawValue;
}
