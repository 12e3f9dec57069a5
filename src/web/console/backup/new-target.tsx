import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { createBackupTarget } from "../../api/console/backup.ts";
import { requestAsUser } from "../../api/tokens.ts";
import type { BackupTarget, BackupTargetWithSheet, RecoverySheet } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { go } from "../../router/router.ts";
import { Screen } from "../layout/screen.tsx";
import { RecoverySheetPage } from "./recovery-sheet.tsx";
import { TargetForm } from "./target-form.tsx";

/** `#/system/backup/new`: adds a target, then shows its recovery sheet. */
export function NewTargetScreen() {
  const [created, setCreated] = useState<SheetToShow | null>(null);
  if (created !== null)
    return (
      <SheetScreen
        {...created}
        onDone={() => go(`/system/backup/${created.target.oid}`, { replace: true })}
      />
    );
  return (
    <Screen title={t(TEXTS.title)} above={<a href="#/system/backup">{t(TEXTS.backup)}</a>}>
      <TargetForm
        target={null}
        save={async (body) => setCreated(sheetOf(await requestAsUser(createBackupTarget({ body }))))}
      />
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

/** The screen of a sheet that is shown once. */
export function SheetScreen({ target, sheet, onDone }: SheetToShow & { readonly onDone: () => void }) {
  return (
    <Screen title={t(TEXTS.sheet, { name: target.name })}>
      <RecoverySheetPage target={target} sheet={sheet} onDone={onDone} />
    </Screen>
  );
}

const TEXTS = {
  title: msg("Set up automatic backup"),
  backup: msg("Backup"),
  sheet: msg("Recovery sheet of {name}"),
};
