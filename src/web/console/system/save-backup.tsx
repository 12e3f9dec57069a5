import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { MIN_PASSPHRASE_CHARACTERS, passphraseError } from "../../../domain/passphrase-rules.ts";
import { call } from "../../api/call.ts";
import { connection } from "../../api/connection.ts";
import { ApiError, ServerUnreachable } from "../../api/errors.ts";
import { requestAsUser } from "../../api/tokens.ts";
import type { BackupDownload } from "../../api/types/endpoints.d.ts";
import { sizeText } from "../../i18n/size-text.ts";
import { t } from "../../i18n/translate.ts";
import { isTemporary } from "../../query/query-state.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Checkbox, Radio } from "../../ui/checkbox.tsx";
import { PasswordField } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Progress } from "../../ui/progress.tsx";
import { problemText } from "../forms/problem.ts";
import { type Poll, poll } from "../realtime/poll.ts";

/** The download of a backup: progress, cancelling, and whether the file is complete. */
export function SaveBackup({ onWhole }: { readonly onWhole: () => void }) {
  const { download, isUnderWay, problem, begin, cancel } = useBackup(onWhole);
  return (
    <>
      <p class="no-print">{t(msg("One file with the database, photos, settings and keys of the server."))}</p>
      {location.protocol === "http:" && (
        <p class="muted no-print">
          {t(
            msg(
              "This connection is not encrypted (HTTP). Others in the network could read the file and its passphrase. Use HTTPS to protect them.",
            ),
          )}
        </p>
      )}
      <BackupForm isUnderWay={isUnderWay} begin={begin} />
      {isUnderWay && download !== null && (
        <div class="long-work no-print">
          {download.bytes === null ? (
            <Progress label={t(msg("Starting the download…"))} />
          ) : (
            <Progress
              label={t(msg("{sent} of {all}"), {
                sent: sizeText(download.sentBytes),
                all: sizeText(download.bytes),
              })}
              value={download.sentBytes}
              max={download.bytes}
            />
          )}
          <Button onClick={cancel}>{t(msg("Cancel download"))}</Button>
        </div>
      )}
      <div role="status" class="backup-end no-print">
        {isUnderWay && connection.value === "away" && (
          <p class="error-text">
            {t(
              msg(
                "The server is not responding. Use the file only after this page confirms that the backup is complete.",
              ),
            )}
          </p>
        )}
        {download?.state === "whole" && (
          <p>
            <Icon name="there" size={18} />{" "}
            {t(msg("Backup complete: {size}"), { size: sizeText(download.sentBytes) })}
          </p>
        )}
        {download?.state === "refused" && (
          <p class="error-text">
            {t(msg("Two backups are already being downloaded. Try again when one of them has finished."))}
          </p>
        )}
        {download?.state === "broken" && (
          <p class="error-text">
            <Icon name="warning" size={18} />{" "}
            {t(
              msg(
                "The download was interrupted. A partial file is not a backup: delete it and download again.",
              ),
            )}
          </p>
        )}
        {problem !== "" && <p class="error-text">{problem}</p>}
      </div>
    </>
  );
}

interface FormProps {
  /** A download is running: another one can't begin. The form keeps its values. */
  readonly isUnderWay: boolean;
  readonly begin: (passphrase: string | null) => Promise<void>;
}

function BackupForm({ isUnderWay, begin }: FormProps) {
  const [chosen, setChosen] = useState<Encryption>("generated");
  const [generated] = useState(generatePassphrase);
  const [problems, setProblems] = useState<PassphraseProblems>({});
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const read = readPassphrase(event.currentTarget, chosen, generated);
        setProblems("problems" in read ? read.problems : {});
        return "problems" in read ? undefined : begin(read.passphrase);
      }}
    >
      <EncryptionChoice
        chosen={chosen}
        onChoose={(encryption) => {
          setChosen(encryption);
          setProblems({});
        }}
        generated={generated}
        problems={problems}
      />
      {!isUnderWay && (
        <Button kind="primary" class="no-print" type="submit">
          {t(msg("Download backup"))}
        </Button>
      )}
    </form>
  );
}

/** Without 0 O 1 I L U, which are confused with each other. */
const LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
const GROUPS = 5;
const GROUP = 4;

/** A random passphrase of 20 characters (98 bits) in groups, which can be copied from paper: `K7QF-2MXP-…`. */
function generatePassphrase(): string {
  const group = () => Array.from({ length: GROUP }, randomLetter).join("");
  return Array.from({ length: GROUPS }, group).join("-");
}

function randomLetter(): string {
  const fair = 256 - (256 % LETTERS.length);
  for (;;) {
    const [byte = fair] = crypto.getRandomValues(new Uint8Array(1));
    // The remainder of a byte would make some letters more likely.
    if (byte < fair) return LETTERS.charAt(byte % LETTERS.length);
  }
}

/** How a backup is encrypted: with a generated passphrase, with the user's own, or not at all. */
type Encryption = "generated" | "own" | "none";

/** The errors of the form, by field. */
interface PassphraseProblems {
  readonly passphrase?: string;
  readonly repeated?: string;
  readonly stored?: string;
}

interface ChoiceProps {
  readonly chosen: Encryption;
  readonly onChoose: (encryption: Encryption) => void;
  readonly generated: string;
  readonly problems: PassphraseProblems;
}

/** The fields of the encryption, within a form that `readPassphrase` reads. */
function EncryptionChoice({ chosen, onChoose, generated, problems }: ChoiceProps) {
  const option = (encryption: Encryption, label: string, details: ComponentChildren) => (
    <>
      <Radio
        class="no-print"
        name="encryption"
        checked={chosen === encryption}
        onClick={() => onChoose(encryption)}
      >
        {label}
      </Radio>
      {chosen === encryption && <div class="encryption-details">{details}</div>}
    </>
  );
  return (
    <fieldset class="encryption">
      <legend class="no-print">{t(msg("Encryption"))}</legend>
      {option(
        "generated",
        t(msg("Generated passphrase (recommended)")),
        <Generated passphrase={generated} problem={problems.stored} />,
      )}
      {option("own", t(msg("My own passphrase")), <Own problems={problems} />)}
      {option(
        "none",
        t(msg("Not encrypted")),
        <Banner tone="warning" class="no-print">
          {t(msg("Anyone who gets this file can read all data and impersonate the server."))}
        </Banner>,
      )}
    </fieldset>
  );
}

function Generated({
  passphrase,
  problem,
}: {
  readonly passphrase: string;
  readonly problem?: string | undefined;
}) {
  return (
    <>
      <p class="passphrase">
        <span class="passphrase-name">{t(PASSPHRASE)}</span> <code>{passphrase}</code>
      </p>
      <p class="no-print">
        {t(
          msg(
            "Print it or write it down, and keep it apart from the file. It is shown only here, and without it nobody can open the backup.",
          ),
        )}
      </p>
      <Button class="no-print" onClick={() => print()}>
        {t(msg("Print passphrase and steps"))}
      </Button>
      <Checkbox class="no-print" name="stored" aria-invalid={problem !== undefined}>
        {t(msg("I have stored the passphrase"))}
      </Checkbox>
      {problem !== undefined && (
        <p class="error-text no-print" role="alert">
          {problem}
        </p>
      )}
    </>
  );
}

function Own({ problems }: { readonly problems: PassphraseProblems }) {
  return (
    <div class="no-print">
      <PasswordField
        isNew
        name="passphrase"
        label={t(PASSPHRASE)}
        hint={t(
          msg(
            "At least {min} characters, for example five random words. Without it nobody can open the backup.",
            { min: MIN_PASSPHRASE_CHARACTERS },
          ),
        )}
        problem={problems.passphrase}
      />
      <PasswordField isNew name="repeated" label={t(msg("Repeat passphrase"))} problem={problems.repeated} />
    </div>
  );
}

/** The passphrase of the form (null: not encrypted), or its error. */
function readPassphrase(
  form: HTMLFormElement,
  chosen: Encryption,
  generated: string,
): { readonly passphrase: string | null } | { readonly problems: PassphraseProblems } {
  const data = new FormData(form);
  if (chosen === "none") return { passphrase: null };
  if (chosen === "generated")
    return data.has("stored")
      ? { passphrase: generated }
      : { problems: { stored: t(msg("Store the passphrase first, then confirm it here.")) } };
  const passphrase = String(data.get("passphrase") ?? "");
  const fault = passphraseError(passphrase);
  if (fault !== null) return { problems: { passphrase: `${t(PASSPHRASE)} ${t(fault)}` } };
  if (data.get("repeated") !== passphrase)
    return { problems: { repeated: t(msg("The two passphrases differ.")) } };
  return { passphrase };
}

const PASSPHRASE = msg("Passphrase");

const POLL_MS = 1000;
/** A download that has not started within this time was blocked. */
const WAITS_MS = 60_000;

/** The state of the backup that this page has started. */
interface SavingBackup {
  readonly download: BackupDownload | null;
  readonly isUnderWay: boolean;
  readonly problem: string;
  /** Encrypted with the passphrase; null: not encrypted. */
  begin(passphrase: string | null): Promise<void>;
  cancel(): Promise<void>;
}

/**
 * Downloads a backup with the browser's own download, because a page could not hold gigabytes. The server reports the
 * progress, and whether it sent the file completely. Otherwise the file is not a valid backup.
 */
function useBackup(onWhole: () => void): SavingBackup {
  const [download, setDownload] = useState<BackupDownload | null>(null);
  const [problem, setProblem] = useState("");
  const begunAt = useRef(0);
  const isBeginning = useRef(false);
  const isUnderWay = download?.state === "waiting" || download?.state === "sending";
  const id = download?.id ?? null;

  async function look(): Promise<void> {
    if (id === null) return;
    const change = (make: (before: BackupDownload) => BackupDownload) =>
      setDownload((before) => (before?.id === id ? make(before) : before));
    try {
      const now = await requestAsUser(call("GET /api/backup/downloads/{id}", { id }));
      const isLate = now.state === "waiting" && Date.now() - begunAt.current > WAITS_MS;
      change(() => (isLate ? { ...now, state: "broken" } : now));
      if (now.state === "whole") onWhole();
    } catch (error) {
      // An unreachable server gives no state; a restarted one does not know this download.
      if (error instanceof ServerUnreachable || isTemporary(error)) return;
      if (error instanceof ApiError) change((before) => ({ ...before, state: "broken" }));
      else setProblem(problemText(error));
    }
  }
  const looks = useRef<Poll | null>(null);
  useEffect(() => {
    if (!isUnderWay) return undefined;
    const made = poll(look, POLL_MS);
    looks.current = made;
    return made.stop;
  }, [id, isUnderWay]);

  return {
    download,
    isUnderWay,
    problem,
    async begin(passphrase) {
      if (isBeginning.current) return;
      isBeginning.current = true;
      setProblem("");
      try {
        const { url, ...offered } = await requestAsUser(
          call("POST /api/backup/downloads", passphrase === null ? {} : { body: { passphrase } }),
        );
        begunAt.current = Date.now();
        setDownload(offered);
        saveFrom(url);
      } catch (error) {
        setProblem(problemText(error));
      } finally {
        isBeginning.current = false;
      }
    },
    async cancel() {
      try {
        if (id !== null) await requestAsUser(call("DELETE /api/backup/downloads/{id}", { id }));
        await looks.current?.now();
      } catch (error) {
        setProblem(problemText(error));
      }
    },
  };
}

function saveFrom(url: string): void {
  const link = document.createElement("a");
  link.href = url;
  link.download = "";
  link.click();
}
