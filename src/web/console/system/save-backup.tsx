import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { connection } from "../../api/connection.ts";
import { sizeText } from "../../i18n/size-text.ts";
import { t } from "../../i18n/translate.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Progress } from "../../ui/progress.tsx";
import {
  type Encryption,
  EncryptionChoice,
  type PassphraseProblems,
  readPassphrase,
} from "./encryption-choice.tsx";
import { useBackup } from "./use-backup.ts";

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
          <Button kind="secondary" onClick={cancel}>
            {t(msg("Cancel download"))}
          </Button>
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
        <Button class="no-print" type="submit">
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
