import { say } from "../../../words.ts";
import { Shown } from "../../answers/shown.tsx";
import { t, when } from "../../app/words.ts";
import { useLive } from "../live/use-live.ts";
import { sizeWords } from "../overview/box-health.tsx";
import { HowToRestore } from "./how-to-restore.tsx";
import { SaveBackup } from "./save-backup.tsx";
import { SelfCheck } from "./self-check.tsx";
import type { Checks } from "./shapes.ts";
import { SystemScreen } from "./system-screen.tsx";

const EVERY_S = 5;

/** `#/system/backup`: a backup to a file, what the box finds when it checks itself, and how a backup is put in place. */
export function BackupScreen() {
  const answer = useLive<Checks>("/api/box/checks", { everySeconds: EVERY_S });
  return (
    <SystemScreen title={t(TEXTS.title)}>
      <div class="cards wide no-print">
        <section class="card" aria-labelledby="backup-save">
          <h2 id="backup-save">{t(TEXTS.save)}</h2>
          <Shown answer={answer}>
            {({ backup }) => (
              <p>
                {backup === null
                  ? t(TEXTS.never)
                  : t(TEXTS.last, { at: when(backup.at), size: sizeWords(backup.bytes) })}
              </p>
            )}
          </Shown>
          <SaveBackup onWhole={answer.again} />
        </section>
        <section class="card" aria-labelledby="backup-check">
          <h2 id="backup-check">{t(TEXTS.check)}</h2>
          <Shown answer={answer}>{(checks) => <SelfCheck checks={checks} again={answer.again} />}</Shown>
        </section>
      </div>
      <HowToRestore />
    </SystemScreen>
  );
}

const TEXTS = {
  title: say("Backup", "Záloha"),
  save: say("Save a backup", "Uložit zálohu"),
  never: say("No backup was downloaded yet.", "Zatím nebyla stažena žádná záloha."),
  last: say("Last downloaded whole: {at}, {size}.", "Naposledy stažena celá: {at}, {size}."),
  check: say("What the box finds when it checks itself", "Co zařízení zjistí, když se samo zkontroluje"),
};
