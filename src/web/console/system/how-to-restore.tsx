import type { ComponentChildren } from "preact";
import { msg } from "../../../domain/message.ts";
import { t } from "../../i18n/translate.ts";

const SCRIPT = "sudo /opt/tallybox/current/scripts/restore";
const FILE = "/media/stick/tallybox-….tar.age";

/** How to restore a backup, as printable steps. */
export function HowToRestore() {
  return (
    <section class="restore" aria-labelledby="restore">
      <div class="row">
        <h2 id="restore">{t(TEXTS.title)}</h2>
        <button type="button" class="second no-print" onClick={() => print()}>
          {t(TEXTS.print)}
        </button>
      </div>
      <p>{t(TEXTS.where, { address: location.host })}</p>
      <ol>
        <Step words={t(TEXTS.check)}>{`${SCRIPT} ${FILE}`}</Step>
        <li>{t(TEXTS.read)}</li>
        <Step words={t(TEXTS.stop)}>sudo systemctl stop tallybox</Step>
        <Step words={t(TEXTS.put)}>{`${SCRIPT} ${FILE} --into /var/lib/tallybox`}</Step>
        <Step words={t(TEXTS.start)}>sudo systemctl start tallybox</Step>
        <li>{t(TEXTS.confirm)}</li>
        <li>{t(TEXTS.before)}</li>
        <li>{t(TEXTS.power)}</li>
      </ol>
      <p class="quiet">{t(TEXTS.checkout)}</p>
    </section>
  );
}

function Step({ words, children }: { readonly words: string; readonly children: ComponentChildren }) {
  return (
    <li>
      {words}
      <pre>{children}</pre>
    </li>
  );
}

const TEXTS = {
  title: msg("Restore a backup", "Obnovení ze zálohy"),
  print: msg("Print steps", "Vytisknout postup"),
  where: msg(
    "Run these commands on the server ({address}). In this example the downloaded file is on a USB stick.",
    "Spusťte tyto příkazy na serveru ({address}). V příkladu je stažený soubor na flash disku.",
  ),
  check: msg(
    "Check the file. This changes neither the file nor the server. If the file is encrypted, the command asks for its passphrase:",
    "Zkontrolujte soubor. Soubor ani server se tím nezmění. Je-li soubor zašifrovaný, příkaz se zeptá na heslovou frázi:",
  ),
  read: msg(
    "The output shows what the file contains, up to which time, and whether it is complete. Continue only if it is complete.",
    "Výpis ukáže, co soubor obsahuje, k jakému času a zda je úplný. Pokračujte, jen pokud je úplný.",
  ),
  stop: msg("Stop the server:", "Zastavte server:"),
  put: msg("Restore the backup:", "Obnovte zálohu:"),
  start: msg("Start the server:", "Spusťte server:"),
  confirm: msg(
    "Log in to the console as an administrator, with the password, and confirm the users and devices. Until then nobody else is let in.",
    "Přihlaste se do kanceláře jako správce heslem a potvrďte uživatele a zařízení. Do té doby se nikdo jiný nepřihlásí.",
  ),
  before: msg(
    "The previous data, with all keys, are kept as tallybox.before-<time> and removed after 30 days. You can delete them earlier.",
    "Předchozí data včetně klíčů zůstanou uložena jako tallybox.before-<čas> a po 30 dnech se smažou. Můžete je smazat i dříve.",
  ),
  power: msg(
    "If the power fails during the restore, run the same command again. The server does not start with a partial restore.",
    "Vypadne-li během obnovy proud, spusťte stejný příkaz znovu. S neúplnou obnovou se server nespustí.",
  ),
  checkout: msg(
    "On a new machine, install tallybox first. Without an installation, in a checkout: npm run restore -- FILE.",
    "Na novém stroji nejprve nainstalujte tallybox. Bez instalace, ve zdrojových souborech: npm run restore -- SOUBOR.",
  ),
};
