import { type BackupError, backupErrorText } from "../../../domain/backup-targets.ts";
import { msg } from "../../../domain/message.ts";
import type { BackupTarget } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { Banner } from "../../ui/banner.tsx";
import styles from "./backup.module.css";

interface FailureProps {
  readonly target: Pick<BackupTarget, "destination">;
  readonly kind: BackupError;
  /** What the program has said; null: nothing. */
  readonly detail: string | null;
  /** What failed, where it was not a backup. */
  readonly what?: "proof" | "removal";
}

/** Why something with a target failed, and what to do. */
export function Failure({ target, kind, detail, what }: FailureProps) {
  const command = commandFor(kind, target.destination);
  return (
    <Banner tone="danger" class={styles["failure"] ?? ""}>
      <p>
        {what !== undefined && t(TEXTS[what])} {t(backupErrorText(kind))}
      </p>
      {command !== null && <pre>{command}</pre>}
      {detail !== null && detail !== "" && (
        <details>
          <summary>{t(msg("Details"))}</summary>
          <code>{detail}</code>
        </details>
      )}
    </Banner>
  );
}

const TEXTS = {
  proof: msg("The last test restore could not be made."),
  removal: msg("Old backups could not be removed."),
};

const SCRIPTS = "/opt/tallybox/current/scripts";

/** The command for the server that removes the cause of an error; null: there is none. */
function commandFor(kind: BackupError, destination: BackupTarget["destination"]): string | null {
  const { kind: place } = destination;
  if (kind === "blocked" && place !== "folder") return `sudo ${SCRIPTS}/allow-address ${hostOf(destination)}`;
  if (kind === "notWritable" && place === "folder")
    return `sudo ${SCRIPTS}/allow-folder "${destination.path}"`;
  if (kind === "program")
    return place === "sftp" ? "sudo apt install restic openssh-client" : "sudo apt install restic";
  return null;
}

function hostOf(destination: Exclude<BackupTarget["destination"], { readonly kind: "folder" }>): string {
  if (destination.kind === "sftp") return destination.host;
  const url = destination.kind === "s3" ? destination.endpoint : destination.url;
  return URL.canParse(url) ? new URL(url).hostname : url;
}
