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
        <h2 id="restore">{t(msg("Restore a backup"))}</h2>
        <div class="no-print">
          <ButtonLink kind="secondary" href="#/system/backup/restore">
            {t(msg("Restore in the console"))}
          </ButtonLink>{" "}
          <Button kind="secondary" onClick={() => print()}>
            {t(msg("Print steps"))}
          </Button>
        </div>
      </Toolbar>
      <p>
        {t(
          msg(
            "Run these commands on the server ({address}). In this example the downloaded file is on a USB stick.",
          ),
          { address: location.host },
        )}
      </p>
      <ol>
        <Step
          label={t(
            msg(
              "Check the file. This changes neither the file nor the server. If the file is encrypted, the command asks for its passphrase:",
            ),
          )}
        >{`${SCRIPT} ${FILE}`}</Step>
        <li>
          {t(
            msg(
              "The output shows what the file contains, up to which time, and whether it is complete. Continue only if it is complete.",
            ),
          )}
        </li>
        <Step label={t(msg("Stop the server:"))}>sudo systemctl stop tallybox</Step>
        <Step label={t(msg("Restore the backup:"))}>{`${SCRIPT} ${FILE} --into /var/lib/tallybox`}</Step>
        <Step label={t(msg("Start the server:"))}>sudo systemctl start tallybox</Step>
        <li>
          {t(
            msg(
              "Log in to the console as an administrator, with the password, and confirm the users and devices. Until then nobody else is let in.",
            ),
          )}
        </li>
        <li>
          {t(
            msg(
              "The previous data, with all keys, are kept as tallybox.before-<time> and removed after 30 days. You can delete them earlier.",
            ),
          )}
        </li>
        <li>
          {t(
            msg(
              "If the power fails during the restore, run the same command again. The server does not start with a partial restore.",
            ),
          )}
        </li>
      </ol>
      <p class="muted">
        {t(
          msg(
            "On a new machine, install tallybox first. Without an installation, in a checkout: npm run restore -- FILE.",
          ),
        )}
      </p>
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
