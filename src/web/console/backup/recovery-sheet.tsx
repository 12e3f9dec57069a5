import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import type { BackupTarget, RecoverySheet } from "../../api/types/endpoints.d.ts";
import { day, t } from "../../i18n/translate.ts";
import { fitsQr, Qr } from "../../scanner/label-picture.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { saveFile } from "../../ui/save-file.ts";
import { Toolbar } from "../../ui/toolbar.tsx";
import { useUnsavedChangesGuard } from "../forms/unsaved-changes.ts";
import styles from "./recovery-sheet.module.css";
import { KIND_TEXTS, placeOf } from "./target-texts.ts";

interface SheetProps {
  readonly target: BackupTarget;
  readonly sheet: RecoverySheet;
  readonly onDone: () => void;
}

/** The recovery sheet of a target, shown once: to print, and to confirm that it is stored. */
export function RecoverySheetPage({ target, sheet, onDone }: SheetProps) {
  const [isStored, setStored] = useState(false);
  useUnsavedChangesGuard(!isStored, {
    texts: {
      title: t(TEXTS.leaveTitle),
      text: t(TEXTS.leaveText),
      keep: t(TEXTS.stay),
      leave: t(TEXTS.leave),
    },
  });
  const save = () =>
    saveFile(new File([`${sheet.text}\n`], `tallybox-recovery-${target.name}.txt`, { type: "text/plain" }));
  return (
    <>
      <div class="no-print">
        <Banner tone="warning">
          <b>{t(TEXTS.once)}</b> {t(TEXTS.onceText)}
        </Banner>
        <Toolbar>
          <Button icon="print" onClick={() => print()}>
            {t(TEXTS.print)}
          </Button>
          <Button kind="secondary" onClick={save}>
            {t(TEXTS.save)}
          </Button>
        </Toolbar>
        <p class={`muted ${styles["note"]}`}>{t(TEXTS.saveHint)}</p>
      </div>
      <Paper target={target} sheet={sheet} />
      <div class="no-print">
        <Checkbox checked={isStored} onChange={({ currentTarget }) => setStored(currentTarget.checked)}>
          {t(TEXTS.stored)}
        </Checkbox>
        <Toolbar class="below-table">
          <Button disabled={!isStored} onClick={onDone}>
            {t(TEXTS.done)}
          </Button>
        </Toolbar>
      </div>
    </>
  );
}

/** The sheet itself: one page of A4. */
function Paper({ target, sheet }: Pick<SheetProps, "target" | "sheet">) {
  return (
    <article class={styles["paper"]} aria-labelledby="recovery-sheet">
      <h2 id="recovery-sheet">{t(TEXTS.title)}</h2>
      <p class={styles["lead"]}>{t(TEXTS.lead)}</p>
      <div class={styles["main"]}>
        {fitsQr(sheet.text) ? (
          <Qr text={sheet.text} name={t(TEXTS.qr)} />
        ) : (
          <p class={styles["warning"]}>{t(TEXTS.noQr)}</p>
        )}
        <ol>
          <li>{t(TEXTS.stepInstall)}</li>
          <li>{t(TEXTS.stepOpen)}</li>
          <li>{t(TEXTS.stepScan)}</li>
          <li>{t(TEXTS.stepChoose)}</li>
          <li>{t(TEXTS.stepConfirm)}</li>
        </ol>
      </div>
      <dl class={styles["facts"]}>
        <dt>{t(TEXTS.server)}</dt>
        <dd>{location.host}</dd>
        <dt>{t(TEXTS.target)}</dt>
        <dd>
          {target.name} · {t(KIND_TEXTS[target.destination.kind])}
        </dd>
        <dt>{t(TEXTS.place)}</dt>
        <dd>{placeOf(target)}</dd>
        <dt>{t(TEXTS.passphrase)}</dt>
        <dd>
          <code class={styles["passphrase"]}>{sheet.passphrase}</code>
        </dd>
        <dt>{t(TEXTS.made)}</dt>
        <dd>{day(Date.now())}</dd>
      </dl>
      <p class={styles["warning"]}>{t(TEXTS.secret)}</p>
      <p class={styles["fallback"]}>{t(TEXTS.fallback)}</p>
      <code class={styles["text"]}>{sheet.text}</code>
    </article>
  );
}

const TEXTS = {
  once: msg("Print this sheet now. It is shown only once."),
  onceText: msg(
    "The backups are encrypted. If this server is lost, nobody can open them without this sheet, not even the makers of tallybox.",
  ),
  print: msg("Print recovery sheet"),
  save: msg("Save as a file"),
  saveHint: msg("Keep a file only on a stick that is locked away: it opens all backups of this target."),
  stored: msg("I have printed the sheet, and keep it locked away, not beside the server"),
  done: msg("Done"),
  leaveTitle: msg("Leave without the recovery sheet?"),
  leaveText: msg(
    "It can't be shown again. Without it the backups of this target can't be opened on another server.",
  ),
  stay: msg("Stay"),
  leave: msg("Leave"),
  title: msg("Recovery sheet"),
  lead: msg("With this sheet and the backups, the data come back on a new machine."),
  qr: msg("QR code of the recovery sheet"),
  noQr: msg("The text is too long for a QR code. Save it as a file, and choose that file at the restore."),
  stepInstall: msg("Install tallybox on a new machine. It shows a set-up code at its end."),
  stepOpen: msg("Open the new server in a browser, and choose Restore."),
  stepScan: msg("Enter the set-up code, and scan this QR code."),
  stepChoose: msg("Choose the newest backup, and confirm."),
  stepConfirm: msg("Log in as an administrator, and confirm the users and devices."),
  server: msg("Server"),
  target: msg("Target"),
  place: msg("Where"),
  passphrase: msg("Passphrase"),
  made: msg("Printed on"),
  secret: msg("Keep this sheet locked away, not beside the server. With it, anyone can read all data."),
  fallback: msg("If the code can't be scanned, type this text. Spaces and line ends do not matter."),
};
