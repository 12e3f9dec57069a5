import type { ComponentChildren } from "preact";
import { msg } from "../../../domain/message.ts";
import { t } from "../../i18n/translate.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Toolbar } from "../../ui/toolbar.tsx";

const SCRIPT = "sudo /opt/tallybox/current/scripts/restore";
const FILE = "/media/stick/tallybox-….tar.age";

/** How to restore a backup, as printable steps. */
export function HowToRestore() {
  return (
    <section class="restore" aria-labelledby="restore">
      <Toolbar class="restore-title">
        <h2 id="restore">{t(TEXTS.title)}</h2>
        <div class="no-print">
          <ButtonLink kind="secondary" href="#/system/backup/restore">
            {t(TEXTS.here)}
          </ButtonLink>{" "}
          <Button kind="secondary" onClick={() => print()}>
            {t(TEXTS.print)}
          </Button>
        </div>
      </Toolbar>
      <p>{t(TEXTS.where, { address: location.host })}</p>
      <ol>
        <Step label={t(TEXTS.check)}>{`${SCRIPT} ${FILE}`}</Step>
        <li>{t(TEXTS.read)}</li>
        <Step label={t(TEXTS.stop)}>sudo systemctl stop tallybox</Step>
        <Step label={t(TEXTS.put)}>{`${SCRIPT} ${FILE} --into /var/lib/tallybox`}</Step>
        <Step label={t(TEXTS.start)}>sudo systemctl start tallybox</Step>
        <li>{t(TEXTS.confirm)}</li>
        <li>{t(TEXTS.before)}</li>
        <li>{t(TEXTS.power)}</li>
      </ol>
      <p class="muted">{t(TEXTS.checkout)}</p>
    </section>
  );
}

function Step({ label, children }: { readonly label: string; readonly children: ComponentChildren }) {
  return (
    <li>
      {label}
      <pre>{children}</pre>
    </li>
  );
}

const TEXTS = {
  title: msg("Restore a backup"),
  here: msg("Restore in the console"),
  print: msg("Print steps"),
  where: msg(
    "Run these commands on the server ({address}). In this example the downloaded file is on a USB stick.",
  ),
  check: msg(
    "Check the file. This changes neither the file nor the server. If the file is encrypted, the command asks for its passphrase:",
  ),
  read: msg(
    "The output shows what the file contains, up to which time, and whether it is complete. Continue only if it is complete.",
  ),
  stop: msg("Stop the server:"),
  put: msg("Restore the backup:"),
  start: msg("Start the server:"),
  confirm: msg(
    "Log in to the console as an administrator, with the password, and confirm the users and devices. Until then nobody else is let in.",
  ),
  before: msg(
    "The previous data, with all keys, are kept as tallybox.before-<time> and removed after 30 days. You can delete them earlier.",
  ),
  power: msg(
    "If the power fails during the restore, run the same command again. The server does not start with a partial restore.",
  ),
  checkout: msg(
    "On a new machine, install tallybox first. Without an installation, in a checkout: npm run restore -- FILE.",
  ),
};
