import { type BackupError, backupErrorText } from "../../../domain/backup-targets.ts";
import { msg } from "../../../domain/message.ts";
import type { BackupTarget } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { Banner } from "../../ui/banner.tsx";
import styles from "./backup.module.css";
import { commandFor } from "./failure-command.ts";

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
