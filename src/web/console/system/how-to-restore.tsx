import type { ComponentChildren } from "preact";
import { say } from "../../../words.ts";
import { t } from "../../app/words.ts";

const SCRIPT = "sudo /opt/tallybox/current/scripts/restore";
const FILE = "/media/stick/tallybox-….tar";

/** How a backup is put in place, to be printed and kept beside it. */
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
  title: say("How to put a backup in place", "Jak zálohu obnovit"),
  print: say("Print these steps", "Vytisknout postup"),
  where: say(
    "On the machine of the box ({address}), in its command line. The file is the one that the browser has saved; here it is on a stick.",
    "Na stroji zařízení ({address}), v jeho příkazovém řádku. Soubor je ten, který uložil prohlížeč; zde je na flash disku.",
  ),
  check: say(
    "Check the file. Neither it nor the box is changed:",
    "Zkontrolujte soubor. Nezmění se on ani zařízení:",
  ),
  read: say(
    "It says what the file holds, up to which moment, and whether it is whole. Go on only if it is.",
    "Vypíše, co soubor obsahuje, ke kterému okamžiku a zda je celý. Pokračujte, jen pokud je.",
  ),
  stop: say("Stop the box:", "Zastavte zařízení:"),
  put: say("Put the backup in place:", "Obnovte zálohu:"),
  start: say("Start it again:", "Znovu ho spusťte:"),
  before: say(
    "What was there before is kept beside it as tallybox.before-<time>. Delete it when all is well.",
    "Předchozí data zůstanou vedle jako tallybox.before-<čas>. Až bude vše v pořádku, smažte je.",
  ),
  power: say(
    "If the power fails meanwhile, run the same command again: the box does not start on half a restore, and says so.",
    "Vypadne-li mezitím proud, spusťte stejný příkaz znovu: s napůl obnovenými daty se zařízení nespustí a řekne to.",
  ),
  checkout: say(
    "On a new machine install tallybox first. Without an installation, in a checkout: npm run restore -- FILE.",
    "Na novém stroji nejprve nainstalujte tallybox. Bez instalace, ve zdrojových souborech: npm run restore -- SOUBOR.",
  ),
};
