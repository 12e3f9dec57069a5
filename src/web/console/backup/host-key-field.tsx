import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import { requestAsUser } from "../../api/tokens.ts";
import type { BackupHostKey } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Problem, useAction } from "../../ui/use-action.tsx";
import styles from "./backup.module.css";

interface HostKeyProps {
  readonly host: string;
  readonly port: number;
  /** The confirmed key; empty: none. */
  readonly value: string;
  readonly onValue: (hostKey: string) => void;
  readonly problem?: string | undefined;
}

/** Connects to an SSH server for its key, which the user confirms, and shows the key that lets this server in. */
export function HostKeyField({ host, port, value, onValue, problem: fieldProblem }: HostKeyProps) {
  const [found, setFound] = useState<BackupHostKey | null>(null);
  const { run, isBusy, problem } = useAction();
  const read = () =>
    run(async () => {
      onValue("");
      setFound(null);
      setFound(await requestAsUser(call("POST /api/backup/host-keys", { body: { host, port } })));
    });
  return (
    <>
      <p>{t(msg("The two machines recognize each other by keys. Connect once to exchange them."))}</p>
      <Button
        kind="secondary"
        class={styles["connect"] ?? ""}
        disabled={isBusy || host === ""}
        onClick={read}
      >
        {t(isBusy ? msg("Connecting…") : value === "" ? msg("Connect") : msg("Connect again"))}
      </Button>
      <Problem text={problem ?? (found === null ? (fieldProblem ?? null) : null)} />
      {found !== null && (
        <Banner>
          <p>{t(msg("The other machine has this key:"))}</p>
          <code class={styles["key"]}>{found.fingerprint}</code>
          <p class="muted">{t(msg("Compare it there: ssh-keygen -lf /etc/ssh/ssh_host_ed25519_key.pub"))}</p>
          <Checkbox
            checked={value === found.hostKey}
            onChange={({ currentTarget }) => onValue(currentTarget.checked ? found.hostKey : "")}
          >
            {t(msg("This is the right machine"))}
          </Checkbox>
          <p>{t(msg("Add this line to .ssh/authorized_keys of the user on the other machine:"))}</p>
          <code class={styles["key"]}>{found.publicKey}</code>
        </Banner>
      )}
    </>
  );
}
