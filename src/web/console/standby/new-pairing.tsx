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
      title={t(TEXTS.title)}
      onClose={onClose}
      leave={t(TEXTS.done)}
      actions={<Button onClick={() => print()}>{t(TEXTS.print)}</Button>}
    >
      <h3>{t(TEXTS.code)}</h3>
      <p>{t(TEXTS.keep)}</p>
      <p>
        <code class={styles["secret"]}>{promotionCode}</code>
      </p>
      <div class="no-print">
        <h3>{t(TEXTS.join)}</h3>
        <ol>
          <li>{t(TEXTS.install)}</li>
          <li>{t(TEXTS.open)}</li>
          <li>
            {t(TEXTS.paste, { at: when(endsDT) })}
            <pre class={styles["text"]}>{text}</pre>
          </li>
        </ol>
      </div>
    </Dialog>
  );
}

const TEXTS = {
  title: msg("Add a standby"),
  done: msg("Done"),
  print: msg("Print the code"),
  code: msg("Promotion code"),
  keep: msg(
    "Print it or write it down, and keep it away from both machines. Whoever has it can let the standby take over, also when this server is gone. It cannot be shown again.",
  ),
  join: msg("On the second machine"),
  install: msg("Install tallybox of the same version, and do not set it up."),
  open: msg(
    "Open its address in a browser, and choose “Is this the second machine of another server?” below the form.",
  ),
  paste: msg("Enter its set-up code and, until {at}, this text:"),
};
