import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import type { BackupTarget, BackupTargetWithSheet, RecoverySheet } from "../../api/types/endpoints.d.ts";
import { day, t } from "../../i18n/translate.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { go } from "../../router/router.ts";
import { fitsQr, Qr } from "../../scanner/qr.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { saveFile } from "../../ui/save-file.ts";
import { Toolbar } from "../../ui/toolbar.tsx";
import { useUnsavedChangesGuard } from "../forms/unsaved-changes.ts";
import { Screen } from "../layout/screen.tsx";
import { useLiveQuery } from "../realtime/use-live-query.ts";
import styles from "./recovery-sheet.module.css";
import { TargetForm } from "./target-form.tsx";
import { KIND_TEXTS, placeOf } from "./target-texts.ts";

const INSTALL = "sudo apt install restic";

/** `#/system/backup/new`: adds a target, then shows its recovery sheet. Says first where the server has no restic. */
export function NewTargetScreen() {
  const programs = useLiveQuery(call("GET /api/backup/programs"), { everySeconds: 5 });
  const [created, setCreated] = useState<SheetToShow | null>(null);
  if (created !== null)
    return (
      <SheetScreen
        {...created}
        onDone={() => go(`/system/backup/${created.target.oid}`, { replace: true })}
      />
    );
  return (
    <Screen
      title={t(msg("Set up automatic backup"))}
      above={<a href="#/system/backup">{t(msg("Backup"))}</a>}
    >
      <QueryBoundary query={programs}>
        {({ missing }) =>
          missing.includes("restic") ? (
            <Banner tone="warning" role="status">
              <p>
                {t(
                  msg(
                    "The server has no restic, the program that makes the backups. Install it on the server; this page then goes on by itself.",
                  ),
                )}
              </p>
              <pre>{INSTALL}</pre>
            </Banner>
          ) : (
            <TargetForm
              shown={null}
              hasSsh={!missing.includes("openssh-client")}
              save={(body, { create }) => create(call("POST /api/backup/targets", { body }))}
              onSaved={(saved) => setCreated(sheetOf(saved))}
            />
          )
        }
      </QueryBoundary>
    </Screen>
  );
}

/** A target with the sheet that it got. */
export interface SheetToShow {
  readonly target: BackupTarget;
  readonly sheet: RecoverySheet;
}

/** The sheet of a response; null: the printed one is still valid. */
export const sheetOf = ({ target, recoverySheet }: BackupTargetWithSheet): SheetToShow | null =>
  recoverySheet === null ? null : { target, sheet: recoverySheet };

interface SheetProps extends SheetToShow {
  readonly onDone: () => void;
}

/** The recovery sheet of a target, shown once: to print, and to confirm that it is stored. */
export function SheetScreen({ target, sheet, onDone }: SheetProps) {
  const [isStored, setStored] = useState(false);
  useUnsavedChangesGuard(!isStored, {
    texts: {
      title: t(msg("Leave without the recovery sheet?")),
      text: t(
        msg(
          "It can't be shown again. Without it the backups of this target can't be opened on another server.",
        ),
      ),
      keep: t(msg("Stay")),
      leave: t(msg("Leave")),
    },
  });
  const save = () =>
    saveFile(new File([`${sheet.text}\n`], `tallybox-recovery-${target.name}.txt`, { type: "text/plain" }));
  return (
    <Screen title={t(msg("Recovery sheet of {name}"), { name: target.name })}>
      <div class="no-print">
        <Banner tone="warning">
          <b>{t(msg("Print this sheet now. It is shown only once."))}</b>{" "}
          {t(
            msg(
              "The backups are encrypted. If this server is lost, nobody can open them without this sheet, not even the makers of tallybox.",
            ),
          )}
        </Banner>
        <Toolbar>
          <Button kind="primary" icon="print" onClick={() => print()}>
            {t(msg("Print recovery sheet"))}
          </Button>
          <Button onClick={save}>{t(msg("Save as a file"))}</Button>
        </Toolbar>
        <p class={`muted ${styles["note"]}`}>
          {t(msg("Keep a file only on a stick that is locked away: it opens all backups of this target."))}
        </p>
      </div>
      <Paper target={target} sheet={sheet} />
      <div class="no-print">
        <Checkbox checked={isStored} onValue={setStored}>
          {t(msg("I have printed the sheet, and keep it locked away, not beside the server"))}
        </Checkbox>
        <Toolbar class="below-table">
          <Button kind="primary" disabled={!isStored} onClick={onDone}>
            {t(msg("Done"))}
          </Button>
        </Toolbar>
      </div>
    </Screen>
  );
}

/** The sheet itself: one page of A4. */
function Paper({ target, sheet }: SheetToShow) {
  return (
    <article class={styles["paper"]} aria-labelledby="recovery-sheet">
      <h2 id="recovery-sheet">{t(msg("Recovery sheet"))}</h2>
      <p class={styles["lead"]}>
        {t(msg("With this sheet and the backups, the data come back on a new machine."))}
      </p>
      <div class={styles["main"]}>
        {fitsQr(sheet.text) ? (
          <Qr text={sheet.text} name={t(msg("QR code of the recovery sheet"))} />
        ) : (
          <p class={styles["warning"]}>
            {t(
              msg(
                "The text is too long for a QR code. Save it as a file, and choose that file at the restore.",
              ),
            )}
          </p>
        )}
        <ol>
          <li>{t(msg("Install tallybox on a new machine. It shows a set-up code at its end."))}</li>
          <li>{t(msg("Open the new server in a browser, and choose Restore."))}</li>
          <li>{t(msg("Enter the set-up code, and scan this QR code."))}</li>
          <li>{t(msg("Choose the newest backup, and confirm."))}</li>
          <li>{t(msg("Log in as an administrator, and confirm the users and devices."))}</li>
        </ol>
      </div>
      <dl class={styles["facts"]}>
        <dt>{t(msg("Server"))}</dt>
        <dd>{location.host}</dd>
        <dt>{t(msg("Target"))}</dt>
        <dd>
          {target.name} · {t(KIND_TEXTS[target.destination.kind])}
        </dd>
        <dt>{t(msg("Where"))}</dt>
        <dd>{placeOf(target)}</dd>
        <dt>{t(msg("Passphrase"))}</dt>
        <dd>
          <code class={styles["passphrase"]}>{sheet.passphrase}</code>
        </dd>
        <dt>{t(msg("Printed on"))}</dt>
        <dd>{day(Date.now())}</dd>
      </dl>
      <p class={styles["warning"]}>
        {t(msg("Keep this sheet locked away, not beside the server. With it, anyone can read all data."))}
      </p>
      <p class={styles["fallback"]}>
        {t(msg("If the code can't be scanned, type this text. Spaces and line ends do not matter."))}
      </p>
      <code class={styles["text"]}>{sheet.text}</code>
    </article>
  );
}
