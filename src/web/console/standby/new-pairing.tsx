import { msg } from "../../../domain/message.ts";
import type { StandbyPairing } from "../../api/types/endpoints.d.ts";
import { t, when } from "../../i18n/translate.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import styles from "./standby.module.css";

interface NewPairingProps {
  readonly pairing: StandbyPairing;
  readonly onClose: () => void;
}

/** The text with which a second machine joins, and the code that promotes it. Both are shown once. */
export function NewPairing({ pairing: { text, endsDT, promotionCode }, onClose }: NewPairingProps) {
  return (
    <Dialog
      title={t(msg("Add a standby"))}
      onClose={onClose}
      leave={t(msg("Done"))}
      actions={<Button onClick={() => print()}>{t(msg("Print the code"))}</Button>}
    >
      <h3>{t(msg("Promotion code"))}</h3>
      <p>
        {t(
          msg(
            "Print it or write it down, and keep it away from both machines. Whoever has it can let the standby take over, also when this server is gone. It cannot be shown again.",
          ),
        )}
      </p>
      <p>
        <code class={styles["secret"]}>{promotionCode}</code>
      </p>
      <div class="no-print">
        <h3>{t(msg("On the second machine"))}</h3>
        <ol>
          <li>{t(msg("Install tallybox of the same version, and do not set it up."))}</li>
          <li>
            {t(
              msg(
                "Open its address in a browser, and choose “Is this the second machine of another server?” below the form.",
              ),
            )}
          </li>
          <li>
            {t(msg("Enter its set-up code and, until {at}, this text:"), { at: when(endsDT) })}
            <pre class={styles["text"]}>{text}</pre>
          </li>
        </ol>
      </div>
    </Dialog>
  );
}
